import { pageFaults, pageFaultsOfOthers } from './page-faults.js'
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
/** A heap that was so full when its worker answered last is what has grown since, if what lies outside was small. */
const TELLING_SHARE = 1 / 8
/** A worker that was told to end may be what has grown for so long; one that is stuck has stopped growing, in milliseconds. */
const LEAVING_MS = 2000
/** Runs whose threads have touched so much of the memory that nobody reports may be those that hold it. */
const HOLDING_SHARE = 1 / 8
/** Least size of a page. */
const PAGE_BYTES = 4096
const MIB = 1 << 20

/** @typedef {import('./substrate/worker-thread.js').HeapUse} HeapUse */

/**
 * All whose worker is there, also behind the end of their run: resident memory is of the process, so one run's growth is told
 * from another's.
 * @type {Set<MemoryGuard>}
 */
const watching = new Set()

/**
 * Holds a run to its memory limits from outside, by measurement: V8's own limit ends the whole process in many shapes. The
 * worker's heap statistics are the first sense; growth of the process's resident memory, which sees what they do not
 * (shared buffers, blobs, native caches, workers of the program), is the second.
 */
export class MemoryGuard {
  peakHeapBytes = 0
  peakExternalBytes = 0
  /** Is much there that it does not report? */
  isMissing = false
  /** Page faults when memory began to be missed: of its thread, and of all that are no run's. @type {{ own: number, others: number } | undefined} */
  faultsBefore
  #isBusy = true
  #substrate
  #heapLimit
  #ceiling
  #externalLimit
  #onExceeded
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  /** When the run ended. @type {number | undefined} */
  #stoppedAt
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
  /** Growth of resident memory that was found to be this run's, whatever its worker reports. */
  #ownGrowth = 0
  #residentAtStart = residentBytes()
  #hostAtStart = hostBytes()
  /**
   * The most that the host and the other runs had at once since this one began. What they give back stays resident: V8 keeps
   * the pages of an ended worker for the next, for 8 s or for good, and the C library what was freed.
   */
  #hostPeak = this.#hostAtStart
  #othersPeak = 0

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
    watching.add(this)
    this.#schedule()
  }

  /** The worker has something to do again. */
  wake() {
    if (this.#pause <= BUSY_PAUSE_MS || this.#stoppedAt !== undefined) return
    this.#pause = BUSY_PAUSE_MS
    clearTimeout(this.#timer)
    this.#schedule()
  }

  /** The run has ended; what its worker has taken is told from what others take until it is gone. */
  stop() {
    this.#stoppedAt = performance.now()
    clearTimeout(this.#timer)
    if (this.#hasLooked) void this.#substrate.exited.then(() => this.#leave())
    else watching.delete(this)
  }

  #leave() {
    // It grew behind its last answer too.
    if (isGreatest(this, suspectsOfGrowth())) this.#ownGrowth = Math.max(this.#ownGrowth, this.#ownResidentBytes())
    notePeaksOfAll()
    watching.delete(this)
  }

  /** What the worker says it uses, or what was found to be its, in bytes. */
  get bytes() {
    return Math.max(this.#lastUse.heapBytes + this.#lastUse.externalBytes, this.#ownGrowth)
  }

  /** May it be what has grown? */
  get isSuspect() {
    return this.#isBusy && (this.#stoppedAt === undefined || performance.now() - this.#stoppedAt < LEAVING_MS)
  }

  /** @param {number} host bytes @param {number} all bytes of the runs */
  notePeaks(host, all) {
    this.#hostPeak = Math.max(this.#hostPeak, host)
    this.#othersPeak = Math.max(this.#othersPeak, all - this.bytes)
  }

  get #slack() {
    return Math.min(Math.max(this.#heapLimit / 2, MIN_SLACK_BYTES), MAX_SLACK_BYTES)
  }

  /** The operating system's id of its thread; 0 where it is unknown. */
  get thread() {
    return this.#substrate.thread
  }

  /** Memory that its threads have touched for the first time since it began to be missed. @param {number} others page faults of threads that are no run's */
  touchedBytes(others) {
    const { own, others: othersBefore } = this.faultsBefore ?? { own: Infinity, others: Infinity }
    const faults = Math.max(pageFaults(this.thread) - own, this.#substrate.hasWorkers ? others - othersBefore : 0)
    return Math.max(0, faults * PAGE_BYTES)
  }

  #schedule() {
    this.#timer = setTimeout(() => void this.#look(), this.#pause)
  }

  async #look() {
    const busyMs = this.#substrate.busyMs()
    this.#hasLooked = true
    this.#isBusy = busyMs - this.#busyMs >= IDLE_MS
    this.#busyMs = busyMs
    this.#pause = this.#isBusy ? BUSY_PAUSE_MS : Math.min(this.#pause * 2, MAX_PAUSE_MS)
    this.#idleLooks = this.#isBusy ? 0 : this.#idleLooks + 1
    const reported = this.#isBusy ? await this.#reportedExcess() : undefined
    const exceeded = reported ?? (this.#idleLooks % IDLE_LOOKS === 0 ? this.#residentExcess() : undefined)
    if (this.#stoppedAt !== undefined) return
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
    notePeaksOfAll()
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
    const limit = isSilent ? this.#heapLimit + this.#externalLimit : this.#externalLimit
    const grown = residentBytes() - this.#residentAtStart - (isSilent ? 0 : this.#lastUse.heapBytes)
    // A heap may hold garbage past its limit for a while, and a worker that has little of a processor answers late.
    const allowed = isSilent && CAN_MEASURE_HEAP
      ? Math.min(limit + 2 * this.#slack, this.#lastUse.externalBytes + this.#ceiling - CEILING_MARGIN_BYTES)
      : limit + EXTERNAL_SLACK_BYTES
    this.isMissing = grown > allowed / 2
    if (this.isMissing) noteFaultsOfAll()
    else if (![...watching].some(({ isMissing }) => isMissing)) for (const guard of watching) guard.faultsBefore = undefined
    if (grown <= allowed) return undefined
    notePeaksOfAll()
    const own = this.#ownResidentBytes() - (isSilent ? 0 : this.#lastUse.heapBytes)
    if (own <= allowed || !isBlamed(this, own, allowed)) return undefined
    this.#ownGrowth = this.#ownResidentBytes()
    // Its last answer tells which limit it was about to pass.
    const heapShare = this.#lastUse.heapBytes / this.#heapLimit
    const externalShare = this.#lastUse.externalBytes / this.#externalLimit
    if (isSilent && heapShare > TELLING_SHARE && heapShare > 4 * externalShare) return limitMessage('the JavaScript heap', 'maxOldGenerationSizeMb', this.#heapLimit, own)
    return isSilent ? limitMessage('memory of the program', 'maxOldGenerationSizeMb + maxExternalMb', limit, own) : limitMessage(OUTSIDE, 'maxExternalMb', limit, own)
  }

  /** What of the growth of resident memory is neither the host's nor another run's. */
  #ownResidentBytes() {
    return residentBytes() - this.#residentAtStart - (this.#hostPeak - this.#hostAtStart) - this.#othersPeak
  }
}

const OUTSIDE = 'memory outside the JavaScript heap'

/** The last answers: a process that has no file descriptor left cannot ask. */
const last = { residentBytes: 0, hostBytes: 0 }

/** Resident memory of the process. */
function residentBytes() {
  try {
    last.residentBytes = process.memoryUsage.rss()
  } catch {}
  return last.residentBytes
}

/** Memory of the host's own isolate. */
function hostBytes() {
  try {
    const { heapTotal, external } = process.memoryUsage()
    last.hostBytes = heapTotal + external
  } catch {}
  return last.hostBytes
}

/** Lets every guard know what the host and the runs have now. */
function notePeaksOfAll() {
  const host = hostBytes()
  let all = 0
  for (const { bytes } of watching) all += bytes
  for (const guard of watching) guard.notePeaks(host, all)
}

/** Lets every guard know how much its threads had touched before memory was missed. */
function noteFaultsOfAll() {
  const fresh = [...watching].filter(({ faultsBefore }) => faultsBefore === undefined)
  if (fresh.length === 0) return
  const others = faultsOfOthers()
  for (const guard of fresh) guard.faultsBefore = { own: pageFaults(guard.thread), others }
}

/** Page faults of threads that are no run's: those of a program's own workers are among them. */
const faultsOfOthers = () => pageFaultsOfOthers(new Set([...watching].map(({ thread }) => thread)))

/**
 * Is what nobody reports this run's? It could be any one's that may have touched it: only more than all of them may have
 * tells that one has too much.
 * @param {MemoryGuard} guard
 * @param {number} own bytes that nobody reports
 * @param {number} allowed of them, for one run
 */
function isBlamed(guard, own, allowed) {
  if (watching.size === 1) return true
  const others = faultsOfOthers()
  const touched = new Map([...watching].map((each) => [each, each.touchedBytes(others)]))
  const holders = [...watching].filter((each) => (touched.get(each) ?? 0) > own * HOLDING_SHARE)
  if (holders.length > 0) return own > allowed * holders.length && isGreatest(guard, holders, (each) => touched.get(each) ?? 0)
  const suspects = suspectsOfGrowth()
  return own > allowed * suspects.length && isGreatest(guard, suspects)
}

/** Runs that are busy, or all where none is: native work for an idle program takes memory too. */
function suspectsOfGrowth() {
  const busy = [...watching].filter(({ isSuspect }) => isSuspect)
  return busy.length > 0 ? busy : [...watching]
}

/** @param {MemoryGuard} guard @param {readonly MemoryGuard[]} suspects @param {(suspect: MemoryGuard) => number} bytesOf */
function isGreatest(guard, suspects, bytesOf = ({ bytes }) => bytes) {
  return suspects.includes(guard) && suspects.every((suspect) => bytesOf(suspect) <= bytesOf(guard))
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
