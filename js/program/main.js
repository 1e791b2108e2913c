/**
 * What runs beside the program in its worker. Loaded before the program is known, so that what it uses was taken before any
 * program ran; then it waits for the start message, runs one program, and never another.
 */
import { readlinkSync } from 'node:fs'
import workerThreads, { MessagePort } from 'node:worker_threads'
import { ReflectApply } from '../intrinsics.js'
import { redirectAccidents } from './accidents.js'
import { Calls } from './calls.js'
import { captureStreams, installConsole } from './console.js'
import { Outbox } from './outbox.js'
import { Output } from './output.js'
import { isolateNode } from './isolate.js'
import { syncBuiltinESMExports } from './module-loader.js'
import { limitPorts } from './parent-port.js'
import { startProgram } from './start.js'
import { installStackFormat } from './stack.js'
import { endOnUnhandledErrors } from './unhandled.js'
import { logWarnings } from './warnings.js'

/** @typedef {import('../protocol.js').StartMessage} StartMessage */
/** @typedef {import('../protocol.js').Replies} Replies */

const { memory, port, marker } = workerThreads.workerData
// The program is not to find the private port here.
Object.assign(workerThreads, { workerData: null })
const { postMessage } = MessagePort.prototype
/** @param {unknown} message @param {readonly any[]} [transfer] */
const post = (message, transfer) => transfer === undefined ? ReflectApply(postMessage, port, [message]) : ReflectApply(postMessage, port, [message, transfer])

const outbox = new Outbox(memory, post)
const calls = new Calls(outbox)
/** @type {Output | undefined} */
let output
/** @param {string} text */
const emit = (text) => output?.log(text)

/** The operating system's id of this thread; 0 where it does not tell. */
function threadId() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return 0
  }
}

isolateNode(port)
installStackFormat()
logWarnings(emit)
installConsole(emit)
captureStreams(emit)
limitPorts(memory, port)
redirectAccidents({ emit, memory, marker })
syncBuiltinESMExports()

/** @param {StartMessage} start */
function begin(start) {
  output = new Output(outbox, start.maxOutputBytes)
  endOnUnhandledErrors(output)
  startProgram(start, output, calls)
}

port.on('message', (/** @type {StartMessage | Replies} */ message) => {
  if (output === undefined) return begin(/** @type {StartMessage} */ (message))
  const replies = /** @type {Replies} */ (message)
  for (let index = 0; index + 2 < replies.length; index += 3) calls.settle(/** @type {number} */ (replies[index]), /** @type {boolean} */ (replies[index + 1]), /** @type {string} */ (replies[index + 2]))
  return undefined
})
post(threadId())
