/**
 * What runs beside the program in its worker. Loaded before the program is known, so that what it uses was taken before any
 * program ran; then it waits for the start message, runs one program, and never another.
 */
import { readlinkSync } from 'node:fs'
import { MessagePort } from 'node:worker_threads'
import { ReflectApply } from '../intrinsics.js'
import { CODE_CACHE_REQUEST, REHEARSAL_REQUEST } from '../protocol.js'
import { CODE_CACHE } from '../ring.js'
import { redirectModules, redirectProcess } from './accidents.js'
import { Calls } from './calls.js'
import { captureStreams, installConsole } from './console.js'
import { Outbox } from './outbox.js'
import { Output } from './output.js'
import { isolateNode } from './isolate.js'
import { limitPorts } from './parent-port.js'
import { rehearse } from './rehearsal.js'
import { startProgram } from './start.js'
import { installStackFormat } from './stack.js'
import { endOnUnhandledErrors } from './unhandled.js'
import { logWarnings } from './warnings.js'

/** @typedef {import('../protocol.js').StartMessage} StartMessage */
/** @typedef {import('../protocol.js').Replies} Replies */

/** The operating system's id of this thread; 0 where it does not tell. */
function threadId() {
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return 0
  }
}

/**
 * @param {object} context
 * @param {SharedArrayBuffer} context.memory of the ring
 * @param {MessagePort} context.port to the host, private
 * @param {string} context.marker environment entry of the processes that the program starts
 * @param {() => Uint8Array} context.createCodeCache
 */
export function startProgramSide({ memory, port, marker, createCodeCache }) {
  const { postMessage } = MessagePort.prototype
  /** @param {unknown} message @param {readonly any[]} [transfer] */
  const post = (message, transfer) => transfer === undefined ? ReflectApply(postMessage, port, [message]) : ReflectApply(postMessage, port, [message, transfer])
  const outbox = new Outbox(memory, post)
  const calls = new Calls(outbox)
  /** @type {Output | undefined} */
  let output
  /** @param {string} text */
  const emit = (text) => output?.log(text)

  const ports = isolateNode(port)
  installStackFormat()
  logWarnings(emit)
  installConsole(emit)
  captureStreams(emit)
  limitPorts(memory, port)
  const context = { emit, memory, marker, ports }
  redirectProcess(context)

  /** @param {StartMessage} start */
  const begin = (start) => {
    output = new Output(outbox, start.maxOutputBytes)
    endOnUnhandledErrors(output)
    redirectModules(start.source, context)
    startProgram(start, output, calls)
  }
  port.on('message', (/** @type {StartMessage | Replies | Uint8Array | typeof CODE_CACHE_REQUEST | typeof REHEARSAL_REQUEST} */ message) => {
    if (output === undefined) {
      if (message === REHEARSAL_REQUEST) void rehearse(console)
      // A code cache that came too late is for nobody.
      else if (!(message instanceof Uint8Array)) begin(/** @type {StartMessage} */ (message))
    } else if (message === CODE_CACHE_REQUEST) outbox.sendBytes(CODE_CACHE, new Uint8Array(createCodeCache()))
    else calls.settleAll(/** @type {Replies} */ (message))
  })
  post(threadId())
}
