import { MAX_TIMER_MS } from './config.js'

/** Shortest pause between two looks at the busy time, in milliseconds. */
const MIN_PAUSE_MS = 1

/**
 * The two budgets of a run: busy time of its worker, and wall time. A look is taken when a budget could have run out and not
 * before: busy time never passes faster than wall time.
 */
export class Budgets {
  /** @type {NodeJS.Timeout | undefined} */
  #compute
  /** @type {NodeJS.Timeout | undefined} */
  #wall
  #isStopped = false

  /**
   * @param {object} options
   * @param {number} options.computeMs
   * @param {number} options.maxWallMs
   * @param {() => number} options.busyMs busy time so far
   * @param {(message: string) => void} options.onExpired
   */
  constructor({ computeMs, maxWallMs, busyMs, onExpired }) {
    this.#lookAtBusyTime(computeMs, busyMs, onExpired)
    this.#wall = setTimeout(() => this.#afterPending(() => onExpired(`wall-clock ceiling reached (${maxWallMs}ms)`)), maxWallMs)
  }

  stop() {
    this.#isStopped = true
    clearTimeout(this.#compute)
    clearTimeout(this.#wall)
  }

  /** @param {number} computeMs @param {() => number} busyMs @param {(message: string) => void} onExpired */
  #lookAtBusyTime(computeMs, busyMs, onExpired) {
    const left = computeMs - busyMs()
    this.#compute = setTimeout(() => this.#afterPending(() => {
      if (busyMs() >= computeMs) onExpired(`compute budget exhausted (${computeMs}ms busy)`)
      else this.#lookAtBusyTime(computeMs, busyMs, onExpired)
    }), Math.min(Math.max(Math.ceil(left), MIN_PAUSE_MS), MAX_TIMER_MS))
  }

  /**
   * Runs once what has arrived meanwhile was handled: a host whose loop was held up is not to take a finished run for a
   * late one.
   * @param {() => void} action
   */
  #afterPending(action) {
    setImmediate(() => {
      if (!this.#isStopped) action()
    })
  }
}
