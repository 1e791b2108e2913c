import { ResidentGrowth } from './resident-growth.js'
import { CAN_MEASURE_HEAP } from './substrate/worker-thread.js'

/** Pause between two looks at a busy worker's memory, in milliseconds. */
const BUSY_PAUSE_MS = 50
/** The same where more than half of a limit is in use. */
const NEAR_PAUSE_MS = 20
/** Longest pause while the worker idles: one that wakes up by itself can fill a gigabyte in half a second. */
const MAX_PAUSE_MS = 250
/** One in so many looks at an idle worker is at memory too: native work for it takes some. */
const IDLE_LOOKS = 4
/** A worker that was active less than this between two looks idles, in milliseconds. */
const IDLE_MS = 1
/**
 * V8 collects garbage late, so what it uses may pass the limit by this much, half the limit within these bounds, while a
 * collection may still show that it was garbage.
 */
const MIN_SLACK_BYTES = 128 << 20
const MAX_SLACK_BYTES = 256 << 20
/** The same of memory outside the heap: V8 was seen to let 290 MiB of buffers pile up that nobody held, where all was quick. */
const EXTERNAL_SLACK_BYTES = 512 << 20
/** Busy time in which V8 has collected garbage several times: what is over the limit all along is in use, in milliseconds. */
const MAX_OVER_MS = 3000
/** So far below V8's own limit a worker that does not answer is ended, whose growth may all be heap. */
const CEILING_MARGIN_BYTES = 256 << 20
/** What filled its limit so far when the worker answered last is what has grown since, if the other limit was far from it. */
const TELLING_SHARE = 1 / 8
const MIB = 1 << 20

/** @typedef {import('./substrate/worker-thread.js').HeapUse} HeapUse */

/**
 * Holds a run to its memory limits from outside, by measurement: V8's own limit ends the whole process in many shapes. The
 * worker's heap statistics are the first sense; growth of the process's resident memory, which sees what they do not
 * (shared buffers, blobs, native caches, workers of the program), is the second.
 */
export class MemoryGuard {
  peakHeapBytes = 0
  peakExternalBytes = 0
  #substrate
  #heapLimit
  #ceiling
  #externalLimit
  #onExceeded
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #isStopped = false
  #hasLooked = false
  #pause = BUSY_PAUSE_MS
  #busyMs = 0
  /** Looks since the worker was busy last. */
  #idleLooks = 0
  /** Busy time since which the heap is over its limit, without a break. @type {number | undefined} */
  #heapOverSince
  /** The same of memory outside it. @type {number | undefined} */
  #externalOverSince
  /** @type {HeapUse} */
  #lastUse = { heapBytes: 0, usedHeapBytes: 0, externalBytes: 0 }
  /** A question that the worker has not answered: inside a native call it does not. @type {Promise<void> | undefined} */
  #question
  #growth

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
    this.#ceiling = substrate.heapCeilingMb * MIB
    this.#externalLimit = maxExternalMb * MIB
    this.#onExceeded = onExceeded
    this.#growth = new ResidentGrowth(substrate)
    this.#schedule()
  }

  /** The worker has something to do again. */
  wake() {
    if (this.#pause <= BUSY_PAUSE_MS || this.#isStopped) return
    this.#pause = BUSY_PAUSE_MS
    clearTimeout(this.#timer)
    this.#schedule()
  }

  /** The run has ended. */
  stop() {
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#hasLooked) this.#growth.stop(this.#substrate.exited)
    else this.#growth.drop()
  }

  get #slack() {
    return Math.min(Math.max(this.#heapLimit / 2, MIN_SLACK_BYTES), MAX_SLACK_BYTES)
  }

  #schedule() {
    this.#timer = setTimeout(() => void this.#look(), this.#pause)
  }

  async #look() {
    const busyMs = this.#substrate.busyMs()
    this.#hasLooked = true
    const isBusy = busyMs - this.#busyMs >= IDLE_MS
    this.#growth.isBusy = isBusy
    this.#busyMs = busyMs
    this.#pause = isBusy ? BUSY_PAUSE_MS : Math.min(this.#pause * 2, MAX_PAUSE_MS)
    this.#idleLooks = isBusy ? 0 : this.#idleLooks + 1
    const reported = isBusy ? await this.#reportedExcess() : undefined
    const exceeded = reported ?? (this.#idleLooks % IDLE_LOOKS === 0 ? this.#residentExcess() : undefined)
    if (this.#isStopped) return
    if (exceeded === undefined) this.#schedule()
    else this.#onExceeded(exceeded)
  }

  async #reportedExcess() {
    this.#question ??= this.#substrate.heapUse().then((use) => this.#noteAnswer(use))
    await withinMs(this.#question, this.#pause)
    // A host that was held up finds its timer due before it sees the answer that has come.
    if (this.#question !== undefined) await new Promise((resolve) => setImmediate(resolve))
    if (this.#question !== undefined) return undefined
    const use = this.#lastUse
    if (this.#isExternalExcess(use)) return limitMessage(OUTSIDE, 'maxExternalMb', this.#externalLimit, use.externalBytes)
    if (this.#isHeapExcess(use)) return limitMessage('the JavaScript heap', 'maxOldGenerationSizeMb', this.#heapLimit, use.usedHeapBytes)
    if (use.heapBytes * 2 > this.#heapLimit || use.externalBytes * 2 > this.#externalLimit) this.#pause = NEAR_PAUSE_MS
    return undefined
  }

  /** @param {HeapUse | undefined} use nothing where the worker cannot be asked */
  #noteAnswer(use) {
    this.#question = undefined
    if (use === undefined) return
    this.#lastUse = use
    this.peakHeapBytes = Math.max(this.peakHeapBytes, use.heapBytes)
    this.peakExternalBytes = Math.max(this.peakExternalBytes, use.externalBytes)
    this.#growth.report(use.heapBytes + use.externalBytes)
  }

  /** @param {HeapUse} use */
  #isHeapExcess({ heapBytes, usedHeapBytes }) {
    this.#heapOverSince = usedHeapBytes > this.#heapLimit ? this.#heapOverSince ?? this.#busyMs : undefined
    const slack = this.#slack
    // Memory that V8 holds free counts where there is much of it: it is the process's too.
    return this.#isOverForLong(this.#heapOverSince) || usedHeapBytes > this.#heapLimit + slack || heapBytes > this.#heapLimit + 2 * slack
  }

  /** @param {HeapUse} use */
  #isExternalExcess({ externalBytes }) {
    this.#externalOverSince = externalBytes > this.#externalLimit ? this.#externalOverSince ?? this.#busyMs : undefined
    return this.#isOverForLong(this.#externalOverSince) || externalBytes > this.#externalLimit + EXTERNAL_SLACK_BYTES
  }

  /** @param {number | undefined} since */
  #isOverForLong(since) {
    return since !== undefined && this.#busyMs - since >= MAX_OVER_MS
  }

  #residentExcess() {
    // Inside a builtin a worker does not answer, on older Node.js never: what it takes may be heap or not.
    const isSilent = this.#question !== undefined || !CAN_MEASURE_HEAP
    return isSilent ? this.#silentExcess() : this.#unreportedExcess()
  }

  /** Of a worker that answers, whose heap is known. */
  #unreportedExcess() {
    const own = this.#growth.excess(this.#externalLimit + EXTERNAL_SLACK_BYTES, this.#lastUse.heapBytes)
    return own === undefined ? undefined : limitMessage(OUTSIDE, 'maxExternalMb', this.#externalLimit, own)
  }

  #silentExcess() {
    const limit = this.#heapLimit + this.#externalLimit
    const filled = this.#mostFilled()
    // Garbage may be held past a limit for a while, and a worker that has little of a processor answers late.
    const slack = !CAN_MEASURE_HEAP || filled === 'external' ? EXTERNAL_SLACK_BYTES : 2 * this.#slack
    const ceiling = CAN_MEASURE_HEAP ? this.#lastUse.externalBytes + this.#ceiling - CEILING_MARGIN_BYTES : Infinity
    const own = this.#growth.excess(Math.min(limit + slack, ceiling), 0)
    if (own === undefined) return undefined
    if (filled === 'heap') return limitMessage('the JavaScript heap', 'maxOldGenerationSizeMb', this.#heapLimit, own)
    if (filled === 'external') return limitMessage(OUTSIDE, 'maxExternalMb', this.#externalLimit, own)
    return limitMessage('memory of the program', 'maxOldGenerationSizeMb + maxExternalMb', limit, own)
  }

  /** Which limit the worker was about to pass when it answered last, where that can be told. @returns {'heap' | 'external' | undefined} */
  #mostFilled() {
    const heapShare = this.#lastUse.heapBytes / this.#heapLimit
    const externalShare = this.#lastUse.externalBytes / this.#externalLimit
    if (heapShare > TELLING_SHARE && heapShare > 4 * externalShare) return 'heap'
    return externalShare > TELLING_SHARE && externalShare > 4 * heapShare ? 'external' : undefined
  }
}

const OUTSIDE = 'memory outside the JavaScript heap'

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
