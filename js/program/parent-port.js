/**
 * The program's own way to the host: `parentPort.postMessage`. What it posts is held to credit and to a size, so that it can
 * neither fill the host's memory nor hold its event loop. The host checks and rebuilds whatever comes all the same.
 */
import { serialize } from 'node:v8'
import { MessagePort, parentPort } from 'node:worker_threads'
import { MAX_PORT_MESSAGES, PORT_HANDLED, PORT_POSTED, WAIT_MS, controlOf } from '../ring.js'
import { ObjectDefineProperty, ReflectApply, dataDescriptor } from '../intrinsics.js'

const { add, load, wait } = Atomics

/** Serialized bytes of one message; a larger one is dropped here. */
const MAX_MESSAGE_BYTES = 1 << 22

/** @param {SharedArrayBuffer} memory */
export function limitParentPort(memory) {
  const control = controlOf(memory)
  const { postMessage } = MessagePort.prototype
  const limited = {
    /** @this {MessagePort} @param {unknown} message @param {any[]} rest */
    postMessage(message, ...rest) {
      if (this !== parentPort) return ReflectApply(postMessage, this, [message, ...rest])
      if (!isPostable(message)) return undefined
      for (;;) {
        const handled = load(control, PORT_HANDLED)
        if (((load(control, PORT_POSTED) - handled) | 0) < MAX_PORT_MESSAGES) break
        wait(control, PORT_HANDLED, handled, WAIT_MS)
      }
      add(control, PORT_POSTED, 1)
      return ReflectApply(postMessage, this, [message])
    },
  }.postMessage
  ObjectDefineProperty(MessagePort.prototype, 'postMessage', dataDescriptor(limited))
}

/** Ports, shared memory and other handles are no message of the protocol. @param {unknown} message */
function isPostable(message) {
  try {
    return serialize(message).byteLength <= MAX_MESSAGE_BYTES
  } catch {
    return false
  }
}
