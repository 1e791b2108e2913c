/**
 * Workers that the program starts. They are threads of their own, whose time the host does not see: what they are busy while
 * the program's thread is not is added up here, where the host reads it, so that a budget holds for them too.
 */
import { ReflectApply, ReflectConstruct } from '../intrinsics.js'
import { NESTED_BUSY_MS } from '../ring.js'
import { refusal } from './descriptors.js'

const { setInterval, clearInterval } = globalThis
/** `performance` would take a millisecond of each boot. */
const { getBuiltinModule } = process
const { store } = Atomics

/** Pause between two looks at the workers' time, in milliseconds. */
const PAUSE_MS = 50
/** Workers of a program at a time: each is a thread of the host's, and takes its time to end. */
const MAX_WORKERS = 32

/**
 * @param {{ control: Int32Array, marker: string, shareEnv: symbol, onStart: () => void }} context
 * @returns {(Original: Function) => Function} the class that stands for Node.js's
 */
export function nestedReplacement({ control, marker, shareEnv, onStart }) {
  const watch = new BusyWatch(control)
  const separator = marker.indexOf('=')
  const name = marker.slice(0, separator)
  const value = marker.slice(separator + 1)
  return (Original) => {
    /** @param {any[]} args */
    const Worker = /** @this {any} */ function(...args) {
      if (!new.target) return ReflectApply(Original, this, args)
      if (watch.size >= MAX_WORKERS) throw refusal(`a program can have at most ${MAX_WORKERS} workers at a time; let some end first`)
      const options = args[1]
      // It may start processes, and nobody tells.
      onStart()
      // Processes that it starts inherit its environment, and are found by the marker.
      if (options?.env !== shareEnv) args[1] = { ...options, env: { ...options?.env ?? process.env, [name]: value } }
      const worker = ReflectConstruct(Original, args, new.target === Worker ? Original : new.target)
      watch.add(worker)
      return worker
    }
    Object.setPrototypeOf(Worker, Original)
    return Worker
  }
}

class BusyWatch {
  #control
  /** @type {Map<any, number>} active time at the last look */
  #workers = new Map()
  /** Of the program's thread. @type {Clock | undefined} */
  #clock
  #ownMs = 0
  #extraMs = 0
  /** @type {NodeJS.Timeout | undefined} */
  #timer

  /** @param {Int32Array} control */
  constructor(control) {
    this.#control = control
  }

  get size() {
    return this.#workers.size
  }

  /** @param {any} worker */
  add(worker) {
    this.#workers.set(worker, 0)
    worker.once('exit', () => this.#remove(worker))
    if (this.#timer !== undefined) return
    const clock = this.#clock ??= getBuiltinModule('node:perf_hooks').performance
    this.#ownMs = activeMs(clock)
    this.#timer = setInterval(() => this.#look(clock), PAUSE_MS).unref()
  }

  /** @param {any} worker */
  #remove(worker) {
    this.#workers.delete(worker)
    if (this.#workers.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Time in which several threads were busy counts once. @param {Clock} clock */
  #look(clock) {
    const ownMs = activeMs(clock)
    let most = 0
    this.#workers.forEach((before, worker) => {
      const now = activeMs(worker.performance)
      if (now - before > most) most = now - before
      this.#workers.set(worker, now)
    })
    const extra = most - (ownMs - this.#ownMs)
    this.#ownMs = ownMs
    if (extra <= 0) return
    this.#extraMs += extra
    store(this.#control, NESTED_BUSY_MS, this.#extraMs | 0)
  }
}

/** `performance` of a thread. @typedef {{ eventLoopUtilization: () => { active: number } }} Clock */

/** @param {Clock} clock */
const activeMs = (clock) => clock.eventLoopUtilization().active

