/**
 * What Node.js itself takes from prototypes while it serves the worker's promises, ports and errors: a program that
 * replaced it there would break its own worker. Each object gets what it needs for itself, before the program runs.
 */
import { AsyncResource } from 'node:async_hooks'
import { MessagePort } from 'node:worker_threads'
import { ObjectCreate, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectSetPrototypeOf, ReflectOwnKeys } from '../intrinsics.js'

/** Ports to the host: this side's own and the one of Node.js. @typedef {{ own: MessagePort, ofNode: MessagePort | undefined }} HostPorts */

/** @param {MessagePort} port the private one @returns {HostPorts} */
export function isolateNode(port) {
  isolateAsyncContext()
  const prototype = flatPrototype(port)
  ObjectSetPrototypeOf(port, prototype)
  const ofNode = findNodePort()
  if (ofNode !== undefined) ObjectSetPrototypeOf(ofNode, prototype)
  ObjectDefineProperty(process, 'emit', { value: process.emit, writable: true, configurable: true, enumerable: false })
  return { own: port, ofNode }
}

/**
 * Node.js keeps the resources of its asynchronous scopes in an array, and ends each scope with that array's `pop`; their
 * ids are in a typed array, whose `length` it asks for at the beginning of each.
 */
function isolateAsyncContext() {
  const typedArray = ObjectGetPrototypeOf(Uint8Array.prototype)
  const resources = findReceiver(Array.prototype, 'pop', 'value')
  const ids = findReceiver(typedArray, 'length', 'get')
  if (resources !== undefined) ObjectSetPrototypeOf(resources, flatPrototype(resources))
  if (ids !== undefined) ObjectDefineProperty(ids, 'length', { value: ids.length, writable: false, configurable: false, enumerable: false })
}

/**
 * @param {object} prototype @param {string} name @param {'value' | 'get'} part of the property's descriptor
 * @returns {any} what a method or getter is called on in an asynchronous scope
 */
function findReceiver(prototype, name, part) {
  const original = /** @type {any} */ (ObjectGetOwnPropertyDescriptor(prototype, name))
  let receiver
  ObjectDefineProperty(prototype, name, {
    ...original,
    /** @this {unknown} */
    [part]() {
      receiver = this
      return original[part].call(this)
    },
  })
  try {
    new AsyncResource('dsh-code-runtime').runInAsyncScope(() => {})
  } finally {
    ObjectDefineProperty(prototype, name, original)
  }
  return receiver
}

/** Node.js's own port, on which it asks for more of what is written to the standard streams: they hold it. */
function findNodePort() {
  for (const key of ReflectOwnKeys(process.stdout)) {
    const value = /** @type {any} */ (process.stdout)[key]
    if (value instanceof MessagePort) return value
  }
  return undefined
}

/** One prototype with all that an object inherits now. @param {object} object */
function flatPrototype(object) {
  const flat = ObjectCreate(null)
  for (let prototype = ObjectGetPrototypeOf(object); prototype !== null; prototype = ObjectGetPrototypeOf(prototype)) {
    for (const key of ReflectOwnKeys(prototype)) {
      if (!(key in flat)) ObjectDefineProperty(flat, key, /** @type {PropertyDescriptor} */ (ObjectGetOwnPropertyDescriptor(prototype, key)))
    }
  }
  return flat
}
