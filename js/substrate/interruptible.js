/**
 * V8 ends, and measures, a thread where its code checks for interrupts: at calls and once in each round of a loop. V8 13 and
 * 14 (Node.js 24 to 26) drop that check from a loop which makes an array of fixed length, as in `for (;;) rows.push(new
 * Array(100))`, when they look for loops to unroll. Such a loop could neither be ended nor measured, and would burn a
 * processor for as long as the process lives, or end it where V8 finds no memory.
 */
import { setFlagsFromString } from 'node:v8'

const FIRST_VERSION = 13
const LAST_VERSION = 14
let isDone = false

/**
 * Has V8 unroll no loops, in the whole process: there is no such flag for one thread. To be called before a program runs, and
 * not before a worker has been booted: where its flags have changed, V8 refuses the code that Node.js has compiled ahead, and
 * a boot takes twice as long, once.
 */
export function keepLoopsInterruptible() {
  if (isDone) return
  isDone = true
  const version = Number.parseInt(process.versions.v8, 10)
  // An unknown flag would be complained of on the standard error stream.
  if (version >= FIRST_VERSION && version <= LAST_VERSION) setFlagsFromString('--no-turboshaft-loop-unrolling')
}
