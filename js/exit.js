/**
 * The end of the host while programs run: Node.js waits for every worker then, for one inside a native call as long as that
 * takes, and leaves the processes that programs started.
 */
import { existsSync } from 'node:fs'
import { endNow } from './native.js'

/** How long the exit waits for workers that end as they are told, in milliseconds. */
const GRACE_MS = 250
const PAUSE_MS = 5

/** @typedef {{ thread: number, endAtOnce: () => void }} Ending */

/** @type {Set<Ending>} */
const alive = new Set()

/** @param {Ending} worker that has been given a program */
export function endWithHost(worker) {
  if (alive.size === 0) process.on('exit', onExit)
  alive.add(worker)
}

/** @param {Ending} worker that has ended */
export function hasEnded(worker) {
  alive.delete(worker)
  if (alive.size === 0) process.off('exit', onExit)
}

/** @param {number} status */
function onExit(status) {
  for (const worker of alive) worker.endAtOnce()
  const sleeper = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; waitedMs < GRACE_MS && [...alive].some(isThere); waitedMs += PAUSE_MS) Atomics.wait(sleeper, 0, 0, PAUSE_MS)
  if ([...alive].some(isThere)) endNow(status)
}

/** Where the system does not tell of threads a worker counts as gone. @param {Ending} worker */
const isThere = ({ thread }) => thread !== 0 && existsSync(`/proc/self/task/${thread}`)
