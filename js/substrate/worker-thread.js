/**
 * What a run runs on: one worker thread, booted before its program is known, used once.
 */
import { MessageChannel, Worker, receiveMessageOnPort } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import { endWithHost, hasEnded } from '../exit.js'
import { Processes, isParent } from '../processes.js'
import { CODE_CACHE_REQUEST, REHEARSAL_REQUEST } from '../protocol.js'
import { RingReader } from '../ring-reader.js'
import { NESTED_BUSY_MS, PARCEL, PORT_HANDLED, STARTED_PROCESS, returnRingMemory, takeRingMemory } from '../ring.js'
import { keepLoopsInterruptible } from './interruptible.js'
import { compileAhead, programSide } from './program-side.js'

const WORKER_ENTRY = fileURLToPath(new URL('worker-entry.cjs', import.meta.url))

/** Longest time that one turn of the host's event loop spends on the frames of one run, in milliseconds. */
const MAX_TURN_MS = 8
/** Frames so long after others come in another turn, in milliseconds. */
const NEW_TURN_MS = 2
/** How often, a millisecond apart, the children of a thread that is to end are looked at: whether it has waited for them. */
const MAX_CHILD_LOOKS = 20
/**
 * V8 ends the whole process in many ordinary out-of-memory shapes when it meets its own limit, so its limit lies far above
 * the run's, which the memory guard enforces. From 2 GiB on V8 lets a heap grow to four times what lives before it collects
 * garbage, instead of twice: so far it reaches only where less than the least headroom would be left.
 */
const MIN_HEADROOM_MB = 1024
const MAX_HEADROOM_MB = 1536
const SMALL_HEAP_MB = 2040

/** V8's own limit, in MiB. @param {number} maxOldGenerationSizeMb the run's */
const heapCeilingMb = (maxOldGenerationSizeMb) => Math.max(maxOldGenerationSizeMb + MIN_HEADROOM_MB, Math.min(maxOldGenerationSizeMb + MAX_HEADROOM_MB, SMALL_HEAP_MB))

const START_MS = Math.round(performance.timeOrigin)
let lastMarker = 0

/**
 * Can a worker's heap be measured while it is busy? From Node.js 22.16 and 24.1 on.
 */
export const CAN_MEASURE_HEAP = typeof (/** @type {any} */ (Worker.prototype).getHeapStatistics) === 'function'

/**
 * What the owner of a substrate is told. No call comes after `onExit`.
 * @typedef {object} Handlers
 * @property {(frame: import('../ring-reader.js').Frame) => boolean} onFrame false: no more frames
 * @property {(message: unknown) => void} onForged a message that the program itself posted
 * @property {(text: string) => void} onPipe text that left the worker through its pipes
 * @property {(error: unknown) => void} onError an error that the worker could not handle; foreign
 * @property {(reason: string) => void} onBroken the program tampered with the ring
 * @property {(code: number) => void} onExit
 */

/** @typedef {{ heapBytes: number, usedHeapBytes: number, externalBytes: number }} HeapUse */

export class WorkerThreadSubstrate {
  /** @param {{ maxOldGenerationSizeMb: number }} limits */
  constructor({ maxOldGenerationSizeMb }) {
    const memory = takeRingMemory()
    this.memory = memory
    /** Where V8 would end the process, in MiB of heap. */
    this.heapCeilingMb = CAN_MEASURE_HEAP ? heapCeilingMb(maxOldGenerationSizeMb) : maxOldGenerationSizeMb
    const { port1, port2 } = new MessageChannel()
    // Unique on this machine: an environment entry by which the run's processes are known.
    const marker = `DSH_CODE_RUN=${process.pid}-${START_MS}-${++lastMarker}`
    this.processes = new Processes(marker)
    this.ring = new RingReader(memory)
    this.port = port1
    const side = programSide()
    this.worker = new Worker(WORKER_ENTRY, {
      workerData: { ...side, memory, port: port2, marker },
      transferList: [port2],
      argv: [],
      env: {},
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: this.heapCeilingMb },
      name: 'code-runtime',
    })
    /** @type {Handlers | undefined} */
    this.handlers = undefined
    /** The operating system's id of the thread; 0 where it is unknown. */
    this.thread = 0
    this.isExited = false
    this.isReady = false
    this.activeAtStart = 0
    this.lastBusyMs = 0
    this.isDraining = false
    this.drainedAt = -Infinity
    this.turnUntil = 0
    this.unreturnedCredit = 0
    this.isEnding = false
    /** @type {Uint8Array[]} */
    this.parcels = []
    /** Resolves when the worker waits for its program, or has exited. @type {Promise<void>} */
    this.ready = new Promise((resolve) => {
      this.becomeReady = resolve
    })
    /** Resolves when the worker has exited, and the processes that its program started are ended. @type {Promise<void>} */
    this.exited = new Promise((resolve) => {
      this.becomeExited = resolve
    })
    this.#listen()
    this.unref()
    if (side.codeCache === undefined) setImmediate(() => this.#compileAhead())
  }

  #compileAhead() {
    if (!this.isReady && !this.isExited) this.port.postMessage(compileAhead())
  }

  /**
   * Hands the program over.
   * @param {import('../protocol.js').StartMessage} message
   * @param {Handlers} handlers
   */
  start(message, handlers) {
    this.handlers = handlers
    endWithHost(this)
    // Not before: a pipe that is read keeps the process alive.
    for (const pipe of [this.worker.stdout, this.worker.stderr]) pipe.setEncoding('utf8').on('data', handlers.onPipe)
    this.activeAtStart = this.#activeMs()
    this.port.postMessage(message)
  }

  /** Lets a worker that waits for its program go a program's ways before. */
  rehearse() {
    this.port.postMessage(REHEARSAL_REQUEST)
  }

  /** @param {import('../protocol.js').Replies} replies */
  reply(replies) {
    if (!this.isExited) this.port.postMessage(replies)
  }

  /** Asks a worker whose program has ended for V8's code cache of the program side. */
  requestCodeCache() {
    if (!this.isExited) this.port.postMessage(CODE_CACHE_REQUEST)
  }

  /** Answers a call that the program itself posted, where it looks for an answer. @param {object} message */
  replyToForged(message) {
    if (!this.isExited) this.worker.postMessage(message)
  }

  /** Keeps the process from ending while the worker lives: somebody waits for it. */
  ref() {
    this.worker.ref()
  }

  /** Lets the process end although the worker lives. */
  unref() {
    this.worker.unref()
    this.port.unref()
    if (this.handlers !== undefined) for (const pipe of [this.worker.stdout, this.worker.stderr]) pipe.push(null)
  }

  /** Event-loop active time since the program started, its own workers' included, in milliseconds. */
  busyMs() {
    if (!this.isExited) this.lastBusyMs = Math.max(this.lastBusyMs, this.#activeMs() - this.activeAtStart + Atomics.load(this.ring.control, NESTED_BUSY_MS))
    return this.lastBusyMs
  }

  /** Memory of the worker's isolate, answered also while it is busy in JavaScript. @returns {Promise<HeapUse | undefined>} */
  async heapUse() {
    if (!CAN_MEASURE_HEAP || this.isExited || !this.isReady) return undefined
    try {
      const heap = await (/** @type {any} */ (this.worker)).getHeapStatistics()
      return { heapBytes: heap.total_heap_size, usedHeapBytes: heap.used_heap_size, externalBytes: heap.external_memory + heap.malloced_memory }
    } catch {
      return undefined // the worker ended meanwhile
    }
  }

  /** Reads the frames that are there now, and none that the worker writes meanwhile. */
  readFrames() {
    this.#drain(Infinity, this.ring.tail)
  }

  /**
   * Ends the worker and the processes that its program started.
   * @returns {Promise<void>} when they are gone, which a system call can put off for any time
   */
  end() {
    if (!this.isExited && !this.isEnding) {
      this.isEnding = true
      const killed = this.processes.end(this.thread, this.#hasStartedProcess())
      if (killed === undefined) void this.worker.terminate()
      else void killed.then(() => this.#terminateAfterChildren())
    }
    return this.exited
  }

  /** As `end`, for a host that waits for nothing any more. */
  endAtOnce() {
    this.processes.endAtOnce(this.isExited ? 0 : this.thread, this.#hasStartedProcess())
    void this.worker.terminate()
  }

  /** A thread that lives waits for its dead children; one that has ended leaves them in the host's process table. */
  #terminateAfterChildren(looks = 0) {
    if (looks < MAX_CHILD_LOOKS && isParent(this.thread)) setTimeout(() => this.#terminateAfterChildren(looks + 1), 1)
    else void this.worker.terminate()
  }

  /** Has its program started workers of its own that were busy? */
  get hasWorkers() {
    return Atomics.load(this.ring.control, NESTED_BUSY_MS) !== 0
  }

  #hasStartedProcess() {
    return Atomics.load(this.ring.control, STARTED_PROCESS) !== 0
  }

  #activeMs() {
    return this.worker.performance.eventLoopUtilization().active
  }

  #listen() {
    this.port.on('message', (message) => this.#onMessage(message))
    this.worker.on('message', (message) => this.#onForged(message))
    this.worker.on('error', (error) => this.handlers?.onError(error))
    this.worker.on('exit', (code) => this.#onExit(code))
  }

  /** @param {unknown} message */
  #onMessage(message) {
    if (!this.isReady) {
      this.isReady = true
      this.thread = typeof message === 'number' ? message : 0
      keepLoopsInterruptible()
      this.becomeReady?.()
      return
    }
    if (message instanceof Uint8Array) this.parcels.push(message)
    else this.#drainInTurns()
  }

  /** @param {unknown} message */
  #onForged(message) {
    this.handlers?.onForged(message)
    // Its credit comes back in the next turn: a worker that had it at once would post for ever into this one.
    if (this.unreturnedCredit++ === 0) setImmediate(() => this.#returnCredit())
  }

  #returnCredit() {
    if (this.isExited) return // its memory may be another worker's by now
    Atomics.add(this.ring.control, PORT_HANDLED, this.unreturnedCredit)
    Atomics.notify(this.ring.control, PORT_HANDLED)
    this.unreturnedCredit = 0
  }

  /** @param {number} code */
  #onExit(code) {
    this.#drain(Infinity)
    this.isExited = true
    const finished = this.processes.finish(this.#hasStartedProcess())
    this.port.close()
    this.becomeReady?.()
    this.handlers?.onExit(code)
    if (finished === undefined) this.#becomeGone()
    else void finished.then(() => this.#becomeGone())
  }

  #becomeGone() {
    hasEnded(this)
    this.becomeExited?.()
    returnRingMemory(this.memory)
  }

  #drainInTurns() {
    if (this.isDraining || this.isExited) return
    // One turn of the event loop hands over a thousand messages, each of which may find frames.
    const start = performance.now()
    if (start - this.drainedAt > NEW_TURN_MS) this.turnUntil = start + MAX_TURN_MS
    do {
      if (this.#drain(this.turnUntil) === 'later' || performance.now() > this.turnUntil) {
        this.#drainNextTurn()
        return
      }
    } while (!this.ring.sleep())
    this.drainedAt = performance.now()
  }

  #drainNextTurn() {
    this.isDraining = true
    setImmediate(() => {
      this.isDraining = false
      this.drainedAt = -Infinity
      this.#drainInTurns()
    })
  }

  /** @param {number} until @param {number} [end] */
  #drain(until, end) {
    const { handlers } = this
    if (handlers === undefined || this.isExited) return 'stopped'
    const state = this.ring.drain((frame) => {
      if ((frame.kind & PARCEL) === 0) return handlers.onFrame(frame)
      const payload = this.#takeParcel()
      if (payload === undefined) {
        handlers.onBroken('announced a payload that is not there')
        return false
      }
      return handlers.onFrame({ ...frame, kind: frame.kind & ~PARCEL, payload })
    }, until, end)
    if (state === 'broken') handlers.onBroken('wrote what is no frame')
    return state
  }

  /** The next parcel: its sender posted it before it wrote the frame. */
  #takeParcel() {
    while (this.parcels.length === 0) {
      const received = receiveMessageOnPort(this.port)
      if (received === undefined) return undefined
      if (received.message instanceof Uint8Array) this.parcels.push(received.message)
    }
    const parcel = /** @type {Uint8Array} */ (this.parcels.shift())
    this.ring.parcelTaken(parcel.byteLength)
    return Buffer.from(parcel.buffer, parcel.byteOffset, parcel.byteLength)
  }
}

