import { listenForAbort } from './abort.js'
import { describe } from './describe.js'
import { Budgets } from './budgets.js'
import { HostCalls } from './host-calls.js'
import { Ledger } from './ledger.js'
import { MemoryGuard } from './memory-guard.js'
import { readJson } from './json-text.js'
import { jsonStringBytes } from './native.js'
import { LOSSY, parseFailure, rebuildForged } from './protocol.js'
import { CALL, DONE, DONE_EMPTY, FAILED, LOG } from './ring.js'
import { writeLossless } from './lossless.js'

/** Workers that are booted for one run before it gives up. */
const MAX_BOOTS = 3

/** So many log entries, calls or meaningless messages of one run are told of as what it did. */
const FLOOD = 100_000

/** @typedef {import('../index.d.ts').CodeRunFailure} CodeRunFailure */
/** @typedef {import('../index.d.ts').CodeRunResult} CodeRunResult */
/** @typedef {import('./substrate/worker-thread.js').WorkerThreadSubstrate} Substrate */

/**
 * How a run ends: without a value, with one (and the bytes of its JSON), or failed.
 * @typedef {{ value?: unknown, bytes?: number, error?: CodeRunFailure }} Outcome
 */

/**
 * What a run is made of.
 * @typedef {object} Order
 * @property {import('../index.d.ts').CodeRunRequest} request
 * @property {import('./bindings.js').Bindings} bindings
 * @property {Readonly<Required<import('../index.d.ts').WorkerThreadCodeRuntimeConfig>>} config
 * @property {() => Promise<import('./prepare.js').Prepared>} prepare the program, ready for a substrate, or why it is not
 * @property {(isWanted: () => boolean) => Substrate | Promise<Substrate | undefined>} takeSubstrate nothing where it is not wanted any more
 * @property {import('./record.js').RunRecord} record
 * @property {() => void} onSettled
 */

/**
 * One run, from its start to its one settlement. Everything that can end it builds an outcome and calls `settle`.
 */
export class Run {
  /**
   * completing: the program has ended with a large completion, which is being read: what else comes from its worker ends
   * nothing any more. ending: the outcome is known, but the worker may still be there.
   * @type {'preparing' | 'running' | 'completing' | 'ending' | 'settled'}
   */
  #state = 'preparing'
  #order
  #ledger
  /** @type {Substrate | undefined} */
  #substrate
  /** Messages of the program that were dropped. */
  #junk = 0
  /** What was logged behind a completion that is being read: no reason to refuse it. @type {{ text: string, size: number }[]} */
  #held = []
  #heldBytes = 0
  /** Busy time of the program. */
  #busyMs = 0
  /** @type {HostCalls | undefined} */
  #calls
  /** @type {Budgets | undefined} */
  #budgets
  /** @type {MemoryGuard | undefined} */
  #guard
  /** @type {(result: CodeRunResult) => void} */
  #resolve = () => {}
  /** Of the request's signal. */
  #stopListening = () => {}

  /** @param {Order} order */
  constructor(order) {
    this.#order = order
    this.#ledger = new Ledger(order.config.maxOutputBytes)
    /** @type {Promise<CodeRunResult>} */
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
  }

  /** @returns {Promise<CodeRunResult>} */
  start() {
    const { signal } = this.#order.request
    if (signal?.aborted === true) this.#onAbort()
    else {
      if (signal !== undefined) this.#stopListening = listenForAbort(signal, this.#onAbort)
      void this.#prepare()
    }
    return this.result
  }

  /** Ends the run because its runtime goes away. */
  dispose() {
    this.#fail('abort', 'runtime disposed')
  }

  /** The substrate, if one was used: its end may come after the result. */
  get substrate() {
    return this.#substrate
  }

  async #prepare() {
    const { record, prepare } = this.#order
    try {
      const prepared = await prepare()
      record.prepared()
      if (this.#state !== 'preparing') return
      if (prepared.failure !== undefined) {
        this.#fail('exception', prepared.failure)
        return
      }
      await this.#takeSubstrate(MAX_BOOTS)
      record.workerReady()
      if (this.#state === 'preparing') this.#begin(prepared)
    } catch (error) {
      this.#fail('worker-exit', `the worker could not be started: ${describe(error)}`)
    }
  }

  /** A worker that died before it was given anything is no fault of this program. @param {number} boots @returns {Promise<void>} */
  async #takeSubstrate(boots) {
    const taken = this.#order.takeSubstrate(() => this.#state === 'preparing')
    const substrate = taken instanceof Promise ? await taken : taken
    if (substrate === undefined) return
    if (this.#state !== 'preparing') {
      void substrate.end()
      return
    }
    this.#substrate = substrate
    substrate.ref()
    await substrate.ready
    if (substrate.isExited && this.#state === 'preparing' && boots > 1) await this.#takeSubstrate(boots - 1)
  }

  /** @param {{ code: string, map: string | null }} prepared */
  #begin({ code, map }) {
    const { request, bindings, config } = this.#order
    const substrate = /** @type {Substrate} */ (this.#substrate)
    if (substrate.isExited) {
      this.#fail('worker-exit', 'the worker exited before the program started')
      return
    }
    this.#state = 'running'
    this.#calls = new HostCalls({
      members: bindings.members,
      isMeasured: this.#order.record.isObserved,
      send: (replies) => {
        this.#guard?.wake()
        substrate.reply(replies)
      },
      sendForged: (message) => substrate.replyToForged(message),
    })
    substrate.start({ code, map, source: request.program, namespaces: bindings.namespaces, maxOutputBytes: config.maxOutputBytes, completionNotes: config.completionNotes }, {
      onFrame: (frame) => this.#onFrame(frame),
      onForged: (message) => this.#onForged(message),
      onPipe: (text) => this.#log(text),
      onError: (error) => this.#onError(error),
      onBroken: (what) => this.#failRunning('worker-exit', `the worker ${what}, and was ended`),
      onExit: (status) => this.#failRunning('worker-exit', `worker exited with code ${status} before completing`),
    })
    this.#budgets = new Budgets({ computeMs: config.computeMs, maxWallMs: config.maxWallMs, busyMs: () => substrate.busyMs(), onExpired: (message) => this.#onExpired(message) })
    this.#guard = new MemoryGuard({ substrate, maxOldGenerationSizeMb: config.maxOldGenerationSizeMb, maxExternalMb: config.maxExternalMb, onExceeded: (message) => this.#fail('worker-exit', message) })
  }

  /** @param {import('./ring-reader.js').Frame} frame @returns {boolean} whether more frames are wanted */
  #onFrame({ kind, first, second, payload }) {
    if (this.#state !== 'running') {
      if (kind === LOG) this.#onLogFrame(payload)
      return true
    }
    switch (kind) {
      case LOG: this.#onLogFrame(payload); break
      case CALL: this.#calls?.receive(first, second, payload); break
      case DONE: this.#onDone(payload); break
      case DONE_EMPTY: this.#settle({}); break
      case FAILED: this.#onFailed(payload); break
      default: this.#fail('worker-exit', 'the worker wrote what is no frame, and was ended')
    }
    return this.#state === 'running'
  }

  /** @param {Buffer} payload JSON text of a string */
  #onLogFrame(payload) {
    let text
    try {
      text = JSON.parse(payload.toString())
    } catch {
      return
    }
    if (typeof text === 'string') this.#log(text, payload.byteLength)
  }

  /** @param {string} text @param {number} [size] bytes of its JSON string */
  #log(text, size) {
    if (this.#state === 'settled') return
    if (this.#state === 'completing') {
      this.#hold(text, size)
      return
    }
    const admitted = this.#ledger.admitLog(text, size)
    if (admitted !== undefined) this.#tell(admitted)
    if (this.#ledger.isCut) this.#fail('output-limit', '')
  }

  /** @param {string} text @param {number} [size] */
  #hold(text, size = jsonStringBytes(text)) {
    if (this.#heldBytes > this.#ledger.maxBytes) return // more than the ledger can admit
    this.#held.push({ text, size })
    this.#heldBytes += size
  }

  /** @param {string} text */
  #tell(text) {
    const { onLog } = this.#order.request
    if (onLog === undefined) return
    try {
      // What it returns may be a promise that rejects: the listener's own affair, as is what it throws.
      const returned = /** @type {unknown} */ (onLog(text))
      if (returned !== undefined) void Promise.resolve(returned).catch(() => {})
    } catch {}
  }

  /** @param {Buffer} payload JSON text of the completion */
  #onDone(payload) {
    const read = readJson(payload, (bytes) => this.#isOpen && this.#ledger.hasRoomFor(bytes))
    if (!(read instanceof Promise)) {
      this.#complete(read)
      return
    }
    this.#state = 'completing'
    this.#endProgram()
    void this.#substrate?.end()
    void read.then((completion) => this.#complete(completion))
  }

  /** @param {import('./json-text.js').Read | null} completion */
  #complete(completion) {
    if (!this.#isOpen) return
    if (completion === null) this.#fail('invalid-output', 'program completion must be lossless JSON')
    else if (!this.#ledger.hasRoomFor(completion.bytes)) this.#fail('output-limit', '')
    else this.#settle(completion)
  }

  /** @param {Buffer} payload */
  #onFailed(payload) {
    const failure = parseFailure(payload.toString())
    if (failure !== undefined) this.#fail(failure.kind, failure.message)
  }

  /** @param {unknown} message that the program itself posted */
  #onForged(message) {
    if (this.#state !== 'running') return
    const forged = rebuildForged(message)
    // The ring is not the way that this message came: an end that was written before may not be read yet.
    if (forged?.type === 'done' || forged?.type === 'output-limit') this.#substrate?.readFrames()
    if (this.#state !== 'running') return
    switch (forged?.type) {
      case 'log': this.#log(forged.text); break
      case 'output-limit': this.#fail('output-limit', ''); break
      case 'call': this.#calls?.receiveForged(forged); break
      case 'done': this.#onForgedDone(forged); break
      default:
        this.#junk += 1
        if (this.#junk >= FLOOD) this.#fail('worker-exit', `the program posted ${FLOOD} messages that mean nothing to its host, and was ended`)
    }
  }

  /** @param {{ value?: unknown, error?: { kind: CodeRunFailure['kind'], message: string } }} done */
  #onForgedDone({ value, error }) {
    if (error !== undefined) this.#fail(error.kind, error.message)
    else if (value === LOSSY) this.#fail('invalid-output', 'program completion must be lossless JSON')
    else if (value === undefined) this.#settle({})
    else this.#onDone(Buffer.from(writeLossless(value)?.text ?? ''))
  }

  /** @param {unknown} error */
  #onError(error) {
    // The ring is not the way that this came: an end that was written before may not be read yet.
    if (this.#state === 'running') this.#substrate?.readFrames()
    const isOutOfMemory = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (isOutOfMemory) this.#failRunning('worker-exit', `out of memory: the JavaScript heap reached its limit of ${this.#order.config.maxOldGenerationSizeMb} MiB (maxOldGenerationSizeMb)`)
    else this.#failRunning('exception', describe(error))
  }

  /** @param {string} message of the budget */
  #onExpired(message) {
    // On one line: consumers print the logs below it.
    const whole = `${message}${this.#describeFlood()}; ${this.#calls?.describeInFlight()}`
    this.#fail('timeout', this.#ledger.hasRoomFor(jsonStringBytes(whole)) ? whole : message)
  }

  /** What a run did that kept its host busy, where it did a great deal. @returns {string} such as `, after 250000 log entries` */
  #describeFlood() {
    const entries = this.#ledger.logs.length
    const calls = this.#calls?.counts().reduce((sum, { started }) => sum + started, 0) ?? 0
    const parts = [...entries < FLOOD ? [] : [`${entries} log entries`], ...calls < FLOOD ? [] : [`${calls} calls`]]
    return parts.length === 0 ? '' : `, after ${parts.join(' and ')}`
  }

  #onAbort = () => {
    this.#fail('abort', abortMessage(this.#order.request.signal))
  }

  /**
   * For what comes from the worker.
   * @param {CodeRunFailure['kind']} kind @param {string} message
   */
  #failRunning(kind, message) {
    if (this.#state === 'running') this.#fail(kind, message)
  }

  /** @param {CodeRunFailure['kind']} kind @param {string} message */
  #fail(kind, message) {
    this.#settle({ error: { kind, message } })
  }

  /**
   * Ends the run. The first call wins; later ones are the echo of the same end.
   * @param {Outcome} outcome
   */
  #settle(outcome) {
    if (!this.#isOpen) return
    const isRunning = this.#state !== 'completing'
    this.#state = 'ending'
    this.#stopListening()
    if (isRunning) this.#endProgram()
    if (outcome.bytes !== undefined) this.#ledger.reserve(outcome.bytes)
    for (const { text, size } of this.#held.splice(0)) this.#log(text, size)
    // What the program emitted before it was ended from outside is in the ring still.
    if (outcome.error !== undefined) this.#substrate?.readFrames()
    void this.#tearDown(outcome)
  }

  /** Can it still end in any way? */
  get #isOpen() {
    return this.#state !== 'ending' && this.#state !== 'settled'
  }

  /** Nothing of the program counts any more but what it has emitted. */
  #endProgram() {
    // Taken before the worker ends: then nobody tells. One that was not given its program was busy with its boot only.
    if (this.#calls !== undefined) this.#busyMs = this.#substrate?.busyMs() ?? 0
    this.#budgets?.stop()
    this.#guard?.stop()
    this.#calls?.stop()
  }

  /** @param {Outcome} outcome */
  async #tearDown(outcome) {
    const { config, record, onSettled } = this.#order
    record.ended()
    const isGone = this.#substrate === undefined || await isDoneWithin(this.#substrate.end(), config.teardownGraceMs)
    if (!isGone) this.#substrate?.unref()
    this.#state = 'settled'
    const result = this.#resultOf(outcome)
    record.publish({ result, ledger: this.#ledger, calls: this.#calls, guard: this.#guard, busyMs: this.#busyMs, valueBytes: outcome.bytes ?? 0, isReapedLate: !isGone })
    onSettled()
    this.#resolve(result)
  }

  /** @param {Outcome} outcome @returns {CodeRunResult} */
  #resultOf({ value, error }) {
    const { logs } = this.#ledger
    if (error === undefined) return value === undefined ? { logs } : { value: /** @type {import('../index.d.ts').CodeJsonValue} */ (value), logs }
    const fits = error.kind !== 'output-limit' && this.#ledger.hasRoomFor(jsonStringBytes(error.message))
    return { logs, error: fits ? error : this.#ledger.limit() }
  }
}

/**
 * @param {Promise<unknown>} promise that never rejects
 * @param {number} ms
 */
async function isDoneWithin(promise, ms) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, false)
  })
  const isDone = await Promise.race([promise.then(() => true), late])
  clearTimeout(timer)
  return isDone
}

/** @param {AbortSignal | undefined} signal */
function abortMessage(signal) {
  try {
    return String(signal?.reason)
  } catch {
    return 'aborted for a reason that cannot be rendered'
  }
}
