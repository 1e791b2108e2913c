/**
 * The program's own way to the host: `parentPort.postMessage`. What it posts is held to credit and to a size, so that it can
 * neither fill the host's memory nor hold its event loop. The host checks and rebuilds whatever comes all the same.
 */
import { MessageChannel, MessagePort, parentPort } from 'node:worker_threads'
import { MAX_PORT_MESSAGES, PORT_HANDLED, WAIT_MS, controlOf } from '../ring.js'
import { ObjectDefineProperty, ReflectApply, dataDescriptor } from '../intrinsics.js'

const { load, wait } = Atomics
const { close } = MessagePort.prototype
/** `node:v8` would take a millisecond of each boot. */
const { getBuiltinModule } = process

/** Serialized bytes of one message; a larger one is dropped here. */
const MAX_MESSAGE_BYTES = 1 << 22
/** Serialized bytes under way: Node.js hands over all messages that are there in one turn of the host's event loop. */
const MAX_BYTES_UNDER_WAY = 1 << 24

/**
 * @param {SharedArrayBuffer} memory
 * @param {MessagePort} ownPort on which this side speaks to the host; no program has anything to say there
 */
export function limitPorts(memory, ownPort) {
  const awaitCredit = creditOf(memory)
  const { postMessage } = MessagePort.prototype
  const limited = {
    /** @this {MessagePort} @param {unknown} message @param {any[]} rest */
    postMessage(message, ...rest) {
      if (this === ownPort) return undefined
      if (this !== parentPort) return ReflectApply(postMessage, this, rest.length === 0 ? [message] : [message, rest[0]])
      const copy = smallCopy(message)
      if (copy === undefined || rest.length > 0) tryOut(postMessage, message, rest)
      if (copy === undefined || copy.bytes > MAX_MESSAGE_BYTES) return undefined
      awaitCredit(copy.bytes)
      return ReflectApply(postMessage, this, [copy.message])
    },
  }.postMessage
  ObjectDefineProperty(MessagePort.prototype, 'postMessage', dataDescriptor(limited))
  for (const stream of [process.stdin, process.stdout, process.stderr]) hidePort(stream)
}

/**
 * Waits until there is room for a message, and counts it.
 * @param {SharedArrayBuffer} memory
 * @returns {(bytes: number) => void}
 */
function creditOf(memory) {
  const control = controlOf(memory)
  /** Bytes of the messages under way, by their number modulo its length. */
  const sizes = new Int32Array(MAX_PORT_MESSAGES)
  let posted = 0
  let handled = 0
  let underWay = 0
  return (bytes) => {
    for (;;) {
      const now = load(control, PORT_HANDLED)
      for (; handled !== now && handled !== posted; handled++) underWay -= /** @type {number} */ (sizes[handled % MAX_PORT_MESSAGES])
      if (posted - handled < MAX_PORT_MESSAGES && (posted === handled || underWay + bytes <= MAX_BYTES_UNDER_WAY)) break
      wait(control, PORT_HANDLED, now, WAIT_MS)
    }
    sizes[posted++ % MAX_PORT_MESSAGES] = bytes
    underWay += bytes
  }
}

/**
 * A copy, since an accessor might give more the second time it is read. Ports, shared memory and other handles are no message
 * of the protocol.
 * @param {unknown} message
 */
function smallCopy(message) {
  const { serialize, deserialize } = getBuiltinModule('node:v8')
  try {
    const bytes = serialize(message)
    return { message: bytes.byteLength > MAX_MESSAGE_BYTES ? undefined : deserialize(bytes), bytes: bytes.byteLength }
  } catch {
    return undefined
  }
}

/**
 * Posts to nobody: throws what Node.js throws where the message cannot be cloned, and takes what is transferred.
 * @param {Function} postMessage @param {unknown} message @param {any[]} rest
 */
function tryOut(postMessage, message, rest) {
  const { port1, port2 } = new MessageChannel()
  try {
    ReflectApply(postMessage, port1, rest.length === 0 ? [message] : [message, rest[0]])
  } finally {
    ReflectApply(close, port1, [])
    ReflectApply(close, port2, [])
  }
}

/**
 * A standard stream of a worker holds the port on which Node.js speaks to the host, and what comes there is believed: a
 * forged message would throw in the host, where nothing catches it. The streams here have no need of it.
 * @param {any} stream
 */
function hidePort(stream) {
  const inert = { __proto__: null, postMessage() {}, ref() {}, unref() {} }
  for (const key of Object.getOwnPropertySymbols(stream)) {
    if (typeof stream[key]?.postMessage === 'function') ObjectDefineProperty(stream, key, { ...dataDescriptor(inert), enumerable: false })
  }
}
