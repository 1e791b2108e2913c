import { markedProcesses, threadDescendants } from './native.js'

/**
 * Ends the processes that a program started, as far as the system tells of them: those of its thread and theirs, and, where
 * any is known of, those that carry the run's marker in their environment (which a double fork keeps).
 * @param {number} thread the operating system's id of the worker's thread, 0 where it is gone or unknown
 * @param {string} marker environment entry that the run's processes inherit
 * @param {boolean} hasStarted did the program start a process?
 */
export function endProcesses(thread, marker, hasStarted) {
  const own = thread === 0 ? [] : threadDescendants(thread)
  for (const process of own) kill(process)
  if (hasStarted || own.length > 0) for (const process of markedProcesses(marker)) kill(process)
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended meanwhile, or belongs to somebody else by now.
  }
}
