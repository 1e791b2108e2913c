/**
 * Page faults tell which thread touches memory for the first time, which the size of the process does not. Only Linux tells
 * of them; elsewhere, and where no descriptor is left, nobody has any.
 */
import { readFileSync, readdirSync } from 'node:fs'

const TASKS = '/proc/self/task'
/** Place of the minor faults in a line of `stat`, counted from behind the thread's name, which may hold blanks. */
const FAULTS_FIELD = 7

/** Page faults of a thread of this process. @param {number | string} thread the operating system's id */
export function pageFaults(thread) {
  try {
    const line = readFileSync(`${TASKS}/${thread}/stat`, 'latin1')
    return Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[FAULTS_FIELD])
  } catch {
    return 0
  }
}

/** Page faults of all threads but the main one and these. @param {ReadonlySet<number>} threads */
export function pageFaultsOfOthers(threads) {
  try {
    return readdirSync(TASKS).reduce((sum, thread) => Number(thread) === process.pid || threads.has(Number(thread)) ? sum : sum + pageFaults(thread), 0)
  } catch {
    return 0
  }
}
