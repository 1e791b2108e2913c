/**
 * Resident memory is of the process: how much of its growth is a run's is told from what the host and the other runs have.
 */
import { pageFaults, pageFaultsOfOthers } from './page-faults.js'

/** A worker that was told to end may be what has grown for so long; one that is stuck has stopped growing, in milliseconds. */
const LEAVING_MS = 2000
/** Runs whose threads have touched so much of the memory that nobody reports may be those that hold it. */
const HOLDING_SHARE = 1 / 8
/** Least size of a page. */
const PAGE_BYTES = 4096

/** All whose worker is there, also behind the end of their run. @type {Set<ResidentGrowth>} */
const watching = new Set()

/** The growth since a run began, and what of it is the run's. */
export class ResidentGrowth {
  /** Is the run's worker busy? */
  isBusy = true
  /** Is much there that it does not report? */
  isMissing = false
  /** Page faults when memory began to be missed: of its thread, and of all that are no run's. @type {{ own: number, others: number } | undefined} */
  faultsBefore
  #worker
  /** What the worker says it uses. */
  #reported = 0
  /** Growth that was found to be this run's, whatever its worker reports. */
  #found = 0
  /** When the run ended. @type {number | undefined} */
  #stoppedAt
  #residentAtStart = residentBytes()
  #hostAtStart = hostBytes()
  /**
   * The most that the host and the other runs had at once since this one began. What they give back stays resident: V8 keeps
   * the pages of an ended worker for the next, for 8 s or for good, and the C library what was freed.
   */
  #hostPeak = this.#hostAtStart
  #othersPeak = 0

  /** @param {{ readonly thread: number, readonly hasWorkers: boolean }} worker its thread is the operating system's id, 0 where it is unknown */
  constructor(worker) {
    this.#worker = worker
    watching.add(this)
  }

  /** @param {number} bytes that the worker says it uses */
  report(bytes) {
    this.#reported = bytes
    notePeaksOfAll()
  }

  /**
   * What the run has beyond its limit, where it is blamed for it.
   * @param {number} allowed bytes beside `known`
   * @param {number} known bytes that count otherwise
   * @returns {number | undefined} bytes of the run beside `known`; nothing where they are allowed, or may be another's
   */
  excess(allowed, known) {
    const grown = residentBytes() - this.#residentAtStart - known
    this.#noteMissing(grown > allowed / 2)
    if (grown <= allowed) return undefined
    notePeaksOfAll()
    const own = this.#ownBytes()
    if (own - known <= allowed || !isBlamed(this, own - known, allowed)) return undefined
    this.#found = own
    return own - known
  }

  /** The run has ended; what its worker has taken is told from what others take until it is gone. @param {Promise<void>} gone */
  stop(gone) {
    this.#stoppedAt = performance.now()
    void gone.then(() => this.#leave())
  }

  /** The run has ended and has taken nothing. */
  drop() {
    watching.delete(this)
  }

  #leave() {
    // It grew behind its last answer too.
    if (isGreatest(this, suspectsOfGrowth())) this.#found = Math.max(this.#found, this.#ownBytes())
    notePeaksOfAll()
    watching.delete(this)
  }

  /** What the worker says it uses, or what was found to be its, in bytes. */
  get bytes() {
    return Math.max(this.#reported, this.#found)
  }

  /** May it be what has grown? */
  get isSuspect() {
    return this.isBusy && (this.#stoppedAt === undefined || performance.now() - this.#stoppedAt < LEAVING_MS)
  }

  get thread() {
    return this.#worker.thread
  }

  /** @param {number} host bytes @param {number} all bytes of the runs */
  notePeaks(host, all) {
    this.#hostPeak = Math.max(this.#hostPeak, host)
    this.#othersPeak = Math.max(this.#othersPeak, all - this.bytes)
  }

  /** Memory that its threads have touched for the first time since it began to be missed. @param {number} others page faults of threads that are no run's */
  touchedBytes(others) {
    const { own, others: othersBefore } = this.faultsBefore ?? { own: Infinity, others: Infinity }
    const faults = Math.max(pageFaults(this.thread) - own, this.#worker.hasWorkers ? others - othersBefore : 0)
    return Math.max(0, faults * PAGE_BYTES)
  }

  /** @param {boolean} isMissing */
  #noteMissing(isMissing) {
    this.isMissing = isMissing
    if (isMissing) noteFaultsOfAll()
    else if (![...watching].some((each) => each.isMissing)) for (const each of watching) each.faultsBefore = undefined
  }

  /** What of the growth is neither the host's nor another run's. */
  #ownBytes() {
    return residentBytes() - this.#residentAtStart - (this.#hostPeak - this.#hostAtStart) - this.#othersPeak
  }
}

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

/** Lets everyone know what the host and the runs have now. */
function notePeaksOfAll() {
  const host = hostBytes()
  let all = 0
  for (const { bytes } of watching) all += bytes
  for (const growth of watching) growth.notePeaks(host, all)
}

/** Lets everyone know how much its threads had touched before memory was missed. */
function noteFaultsOfAll() {
  const fresh = [...watching].filter(({ faultsBefore }) => faultsBefore === undefined)
  if (fresh.length === 0) return
  const others = faultsOfOthers()
  for (const growth of fresh) growth.faultsBefore = { own: pageFaults(growth.thread), others }
}

/** Page faults of threads that are no run's: those of a program's own workers are among them. */
const faultsOfOthers = () => pageFaultsOfOthers(new Set([...watching].map(({ thread }) => thread)))

/**
 * Is what nobody reports this run's? It could be any one's that may have touched it: only more than all of them may have
 * tells that one has too much.
 * @param {ResidentGrowth} growth
 * @param {number} own bytes that nobody reports
 * @param {number} allowed of them, for one run
 */
function isBlamed(growth, own, allowed) {
  if (watching.size === 1) return true
  const others = faultsOfOthers()
  const touched = new Map([...watching].map((each) => [each, each.touchedBytes(others)]))
  const holders = [...watching].filter((each) => (touched.get(each) ?? 0) > own * HOLDING_SHARE)
  if (holders.length > 0) return own > allowed * holders.length && isGreatest(growth, holders, (each) => touched.get(each) ?? 0)
  const suspects = suspectsOfGrowth()
  return own > allowed * suspects.length && isGreatest(growth, suspects)
}

/** Runs that are busy, or all where none is: native work for an idle program takes memory too. */
function suspectsOfGrowth() {
  const busy = [...watching].filter(({ isSuspect }) => isSuspect)
  return busy.length > 0 ? busy : [...watching]
}

/** @param {ResidentGrowth} growth @param {readonly ResidentGrowth[]} suspects @param {(suspect: ResidentGrowth) => number} bytesOf */
function isGreatest(growth, suspects, bytesOf = ({ bytes }) => bytes) {
  return suspects.includes(growth) && suspects.every((suspect) => bytesOf(suspect) <= bytesOf(growth))
}
