import { channel } from 'node:diagnostics_channel'

/** @typedef {import('../index.d.ts').RunOutcome} RunOutcome */
/** @typedef {import('../index.d.ts').RunStandby} RunStandby */

const startChannel = channel('dsh-code-runtime-native:run:start')
const endChannel = channel('dsh-code-runtime-native:run:end')

/** @type {readonly RunOutcome[]} */
const OUTCOMES = ['completed', 'exception', 'timeout', 'abort', 'worker-exit', 'invalid-output', 'output-limit']

let lastId = 0

/**
 * What is known of a run when it ends.
 * @typedef {object} Ending
 * @property {import('../index.d.ts').CodeRunResult} result
 * @property {import('./ledger.js').Ledger} ledger
 * @property {import('./host-calls.js').HostCalls | undefined} calls
 * @property {import('./memory-guard.js').MemoryGuard | undefined} guard
 * @property {number} busyMs
 * @property {number} valueBytes
 * @property {boolean} isReapedLate
 */

/** Takes the times of a run, and publishes its record where somebody subscribes. */
export class RunRecord {
  #totals
  #isolation
  #startedAt = performance.now()
  /** Ends of the phases, in order: `performance.now()`. */
  #validated = this.#startedAt
  #prepared = 0
  #workerReady = 0
  #ended = 0
  /** @type {RunStandby} */
  #standby = 'unused'
  /** @type {import('../index.d.ts').RunStartRecord | undefined} */
  #start

  /** @param {Totals} totals @param {string} isolation */
  constructor(totals, isolation) {
    this.#totals = totals
    this.#isolation = isolation
  }

  /** @param {string} program */
  validated(program) {
    this.#validated = performance.now()
    this.#totals.started += 1
    const id = ++lastId
    if (!startChannel.hasSubscribers && !endChannel.hasSubscribers) return
    const startedAtMs = performance.timeOrigin + this.#startedAt
    this.#start = { id, isolation: this.#isolation, startedAtMs, programBytes: Buffer.byteLength(program), programSha256: sha256(program) }
    startChannel.publish(this.#start)
  }

  /** Is anybody to be told what the run did? */
  get isObserved() {
    return this.#start !== undefined
  }

  prepared() {
    this.#prepared = performance.now()
  }

  /** @param {RunStandby} how */
  tookWorker(how) {
    this.#standby = how
  }

  workerReady() {
    this.#workerReady = performance.now()
  }

  ended() {
    this.#ended = performance.now()
  }

  /** @param {Ending} ending */
  publish(ending) {
    const wallMs = performance.now() - this.#startedAt
    const outcome = ending.result.error?.kind ?? 'completed'
    const counts = ending.calls?.counts() ?? []
    this.#totals.add({ outcome, standby: this.#standby, wallMs, ending, counts })
    if (this.#start === undefined || !endChannel.hasSubscribers) return
    const { ledger, calls, guard } = ending
    const members = counts.map(({ global, member, ...rest }) => ({ global, member, ...withInFlight(rest) }))
    endChannel.publish(/** @type {import('../index.d.ts').RunEndRecord} */ ({
      ...this.#start,
      outcome,
      failureBytes: Buffer.byteLength(ending.result.error?.message ?? ''),
      wallMs,
      busyMs: ending.busyMs,
      phases: this.#phases(wallMs),
      standby: this.#standby,
      isReapedLate: ending.isReapedLate,
      memory: { peakHeapBytes: guard?.peakHeapBytes || null, peakExternalBytes: guard?.peakExternalBytes || null },
      calls: { ...withInFlight(sum(counts)), argumentBytes: calls?.argumentBytes ?? 0, resolutionBytes: calls?.resolutionBytes ?? 0, members },
      logs: { entries: ledger.logs.length, bytes: ledger.bytes, isCut: ledger.isCut },
      valueBytes: ending.valueBytes,
    }))
  }

  /** @param {number} wallMs */
  #phases(wallMs) {
    const end = this.#startedAt + wallMs
    const ended = this.#ended || end
    const prepared = this.#standby === 'unused' ? ended : this.#prepared || ended
    const ready = this.#workerReady || ended
    return {
      validateMs: this.#validated - this.#startedAt,
      stripMs: prepared - this.#validated,
      workerWaitMs: Math.max(0, Math.min(ready, ended) - prepared),
      programMs: this.#workerReady === 0 ? 0 : Math.max(0, ended - ready),
      teardownMs: end - ended,
    }
  }
}

/** Loaded by the first subscriber only: it takes 15 ms of a process's start. @param {string} text */
const sha256 = (text) => process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex')

/** @typedef {{ started: number, resolved: number, rejected: number }} Counts */

/** @param {readonly Counts[]} counts @returns {Counts} */
const sum = (counts) => counts.reduce((all, { started, resolved, rejected }) => ({ started: all.started + started, resolved: all.resolved + resolved, rejected: all.rejected + rejected }), { started: 0, resolved: 0, rejected: 0 })

/** @param {Counts} counts */
const withInFlight = ({ started, resolved, rejected }) => ({ started, resolved, rejected, inFlight: started - resolved - rejected })

/** What a runtime did since its construction. */
export class Totals {
  started = 0
  #ended = /** @type {Record<RunOutcome, number>} */ (Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])))
  #standby = { hit: 0, booting: 0, miss: 0, unused: 0 }
  #calls = { started: 0, resolved: 0, rejected: 0 }
  #wallMs = 0
  #busyMs = 0
  #entries = 0
  #cutRuns = 0
  #reapedLate = 0

  /** @param {{ outcome: RunOutcome, standby: RunStandby, wallMs: number, ending: Ending, counts: readonly Counts[] }} run */
  add({ outcome, standby, wallMs, ending, counts }) {
    this.#ended[outcome] += 1
    this.#standby[standby] += 1
    this.#calls = sum([this.#calls, ...counts])
    this.#wallMs += wallMs
    this.#busyMs += ending.busyMs
    this.#entries += ending.ledger.logs.length
    if (ending.ledger.isCut) this.#cutRuns += 1
    if (ending.isReapedLate) this.#reapedLate += 1
  }

  /**
   * @param {{ live: number, booted: number, ready: number, booting: number, lingering: number }} now
   * @returns {import('../index.d.ts').RuntimeStats}
   */
  stats({ live, booted, ready, booting, lingering }) {
    return {
      runs: { started: this.started, live, ended: { ...this.#ended }, wallMs: this.#wallMs, busyMs: this.#busyMs },
      workers: { booted, standbyReady: ready, standbyBooting: booting, standby: { ...this.#standby }, reapedLate: this.#reapedLate, lingering },
      calls: { ...this.#calls },
      logs: { entries: this.#entries, cutRuns: this.#cutRuns },
    }
  }
}
