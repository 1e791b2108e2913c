import { markedProcesses, reapProcesses, threadDescendants } from './native.js'

/** How often processes are looked for again while a look finds new ones: they may start others while they are killed. */
const MAX_LOOKS = 8
/** A process that was killed may need a moment to be dead, in milliseconds. */
const DYING_MS = 100

/**
 * The processes that a program starts, as far as the system tells of them: those of its thread and theirs, and, where any is
 * known of, those that carry the run's marker in their environment (which a double fork keeps).
 */
export class Processes {
  /** @type {Set<number>} */
  #killed = new Set()

  /** @param {string} marker environment entry that the run's processes inherit */
  constructor(marker) {
    this.marker = marker
  }

  /**
   * Kills them.
   * @param {number} thread the operating system's id of the worker's thread, 0 where it is gone or unknown
   * @param {boolean} hasStarted did the program start a process?
   * @returns {boolean} whether there were any
   */
  end(thread, hasStarted) {
    const killed = this.#killed
    for (let look = 0; look < MAX_LOOKS; look++) {
      const before = killed.size
      const own = thread === 0 ? [] : threadDescendants(thread)
      const marked = hasStarted || own.length > 0 ? markedProcesses(this.marker) : []
      for (const process of [...own, ...marked]) {
        if (killed.has(process)) continue
        killed.add(process)
        kill(process)
      }
      if (killed.size === before) break
    }
    return killed.size > 0
  }

  /** Ends the rest once the thread is gone, which waits for none of them any more. @param {boolean} hasStarted */
  finish(hasStarted) {
    if (hasStarted) this.end(0, true)
    if (this.#killed.size === 0) return
    const killed = [...this.#killed]
    reapProcesses(killed)
    setTimeout(() => reapProcesses(killed), DYING_MS).unref()
  }
}

/** Has the thread children, dead ones that it has not waited for included? @param {number} thread */
export const hasChildren = (thread) => thread !== 0 && threadDescendants(thread).length > 0

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended meanwhile, or belongs to somebody else by now.
  }
}
