import { endDescendants, endDescendantsInBackground, endMarked, endMarkedInBackground, hasChildren, reapProcesses } from './native.js'

/** A worker that was told to end and lives after so long may wait for a process that only its marker tells of, in milliseconds. */
const STUCK_MS = 20
/** A process that was killed may need a moment to be dead, in milliseconds. */
const DYING_MS = 100

/**
 * The processes that a program starts, as far as the system tells of them: those of its thread and theirs, and, where any is
 * known of, those that carry the run's marker in their environment (which a double fork keeps). The marker is looked for in
 * every process of the machine, so they are ended off the host's thread.
 */
export class Processes {
  /** @type {Set<number>} */
  #killed = new Set()
  /** Of the search for the marker while the worker lives. @type {NodeJS.Timeout | undefined} */
  #timer
  /** @type {Promise<void> | undefined} */
  #search

  /** @param {string} marker environment entry that the run's processes inherit */
  constructor(marker) {
    this.marker = marker
  }

  /**
   * Begins to kill them.
   * @param {number} thread the operating system's id of the worker's thread, which lives; 0 where it is unknown
   * @param {boolean} hasStarted did the program start a process?
   * @returns {Promise<void> | undefined} when those of the thread, which must live until then, are killed; nothing where it has none
   */
  end(thread, hasStarted) {
    const hasOwn = isParent(thread)
    if (hasStarted || hasOwn) this.#timer = setTimeout(() => { this.#search = this.#endMarked() }, STUCK_MS)
    return hasOwn ? this.#note(endDescendantsInBackground(thread)) : undefined
  }

  /** Kills them before it returns. @param {number} thread @param {boolean} hasStarted */
  endAtOnce(thread, hasStarted) {
    const hasOwn = isParent(thread)
    if (hasOwn) endDescendants(thread)
    if (hasStarted || hasOwn) endMarked(this.marker)
  }

  /**
   * Ends the rest once the thread is gone, which waits for none of them any more.
   * @param {boolean} hasStarted
   * @returns {Promise<void> | undefined} when they are killed; nothing where there were none
   */
  finish(hasStarted) {
    clearTimeout(this.#timer)
    return hasStarted || this.#timer !== undefined ? this.#finish() : undefined
  }

  async #finish() {
    await this.#search
    await this.#endMarked()
    if (this.#killed.size === 0) return
    const killed = [...this.#killed]
    reapProcesses(killed)
    setTimeout(() => reapProcesses(killed), DYING_MS).unref()
  }

  #endMarked() {
    return this.#note(endMarkedInBackground(this.marker))
  }

  /** @param {Promise<number[]>} ended */
  async #note(ended) {
    for (const process of await ended) this.#killed.add(process)
  }
}

/** Has the thread children, dead ones that it has not waited for included? @param {number} thread */
export const isParent = (thread) => thread !== 0 && hasChildren(thread)
