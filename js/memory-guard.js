/** Pause between two looks at a busy worker's memory, in milliseconds. */
const BUSY_PAUSE_MS = 50
/** The same where more than half of a limit is in use. */
const NEAR_PAUSE_MS = 20
/** Longest pause while the worker idles. */
const MAX_PAUSE_MS = 1000
/** A worker that was active less than this between two looks idles, in milliseconds. */
const IDLE_MS = 1
/** What a heap may pass its limit by for a moment, since V8 collects garbage late: half the limit, but at least and at most this. */
const MIN_SLACK_BYTES = 64 << 20
const MAX_SLACK_BYTES = 256 << 20
/** So many looks in a row must find the heap over its limit where it is within the slack. */
const LOOKS_OVER_LIMIT = 5
const MIB = 1 << 20

/**
 * Holds a run to its memory limits from outside, by measurement: V8's own limit ends the whole process in many shapes. The
 * worker's heap statistics are the first sense; growth of the process's resident memory, which sees what they do not
 * (shared buffers, blobs, native caches), is the second.
 */
export class MemoryGuard {
  peakHeapBytes = 0
  peakExternalBytes = 0
  #substrate
  #heapLimit
  #externalLimit
  #onExceeded
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #isStopped = false
  #pause = BUSY_PAUSE_MS
  #busyMs = 0
  #looksOver = 0
  #residentAtStart

  /**
   * @param {object} options
   * @param {import('./substrate/worker-thread.js').WorkerThreadSubstrate} options.substrate
   * @param {number} options.maxOldGenerationSizeMb
   * @param {number} options.maxExternalMb
   * @param {(message: string) => void} options.onExceeded
   */
  constructor({ substrate, maxOldGenerationSizeMb, maxExternalMb, onExceeded }) {
    this.#substrate = substrate
    this.#heapLimit = maxOldGenerationSizeMb * MIB
    this.#externalLimit = maxExternalMb * MIB
    this.#onExceeded = onExceeded
    this.#residentAtStart = process.memoryUsage.rss()
    this.#schedule()
  }

  /** The worker has something to do again. */
  wake() {
    if (this.#pause <= BUSY_PAUSE_MS || this.#isStopped) return
    this.#pause = BUSY_PAUSE_MS
    clearTimeout(this.#timer)
    this.#schedule()
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule() {
    this.#timer = setTimeout(() => void this.#look(), this.#pause)
  }

  async #look() {
    const busyMs = this.#substrate.busyMs()
    const isIdle = busyMs - this.#busyMs < IDLE_MS
    this.#busyMs = busyMs
    if (isIdle) this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS)
    else {
      this.#pause = BUSY_PAUSE_MS
      const exceeded = this.#residentExcess() ?? await this.#heapExcess()
      if (this.#isStopped) return
      if (exceeded !== undefined) {
        this.#onExceeded(exceeded)
        return
      }
    }
    this.#schedule()
  }

  async #heapExcess() {
    // A worker inside a native call does not answer; resident memory is looked at all the same.
    const use = await withinMs(this.#substrate.heapUse(), this.#pause)
    if (use === undefined) return undefined
    this.peakHeapBytes = Math.max(this.peakHeapBytes, use.heapBytes)
    this.peakExternalBytes = Math.max(this.peakExternalBytes, use.externalBytes)
    if (use.externalBytes > this.#externalLimit) return limitMessage('memory outside the JavaScript heap', 'maxExternalMb', this.#externalLimit, use.externalBytes)
    this.#looksOver = use.usedHeapBytes > this.#heapLimit ? this.#looksOver + 1 : 0
    const slack = Math.min(Math.max(this.#heapLimit / 2, MIN_SLACK_BYTES), MAX_SLACK_BYTES)
    if (use.heapBytes > this.#heapLimit + slack || this.#looksOver >= LOOKS_OVER_LIMIT) return limitMessage('the JavaScript heap', 'maxOldGenerationSizeMb', this.#heapLimit, use.heapBytes)
    if (use.heapBytes * 2 > this.#heapLimit || use.externalBytes * 2 > this.#externalLimit) this.#pause = NEAR_PAUSE_MS
    return undefined
  }

  #residentExcess() {
    const grown = process.memoryUsage.rss() - this.#residentAtStart
    const limit = this.#heapLimit + this.#externalLimit
    if (grown <= limit) return undefined
    return limitMessage('memory of the process', 'maxOldGenerationSizeMb + maxExternalMb', limit, grown)
  }
}

/** @param {string} what @param {string} field @param {number} limit @param {number} used bytes */
const limitMessage = (what, field, limit, used) =>
  `out of memory: ${what} passed its limit of ${Math.round(limit / MIB)} MiB (${field}), ${Math.round(used / MIB)} MiB in use`

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @returns {Promise<T | undefined>}
 */
async function withinMs(promise, ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  try {
    return await Promise.race([promise, new Promise((resolve) => { timer = setTimeout(resolve, ms, undefined) })])
  } finally {
    clearTimeout(timer)
  }
}
