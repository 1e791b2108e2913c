/**
 * Why a value is not lossless JSON, for the person or model that has to mend it: where, what, and the way out.
 */
import { types } from 'node:util'
import { inherits } from './describe.js'
import {
  ArrayIsArray, IsProxy, JSONStringify, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectHasOwn, ReflectOwnKeys, StringCharCodeAt,
  StringSlice, SymbolToString,
} from './intrinsics.js'

/** Steps of a path that are shown at its beginning and at its end; what lies between is left out. */
const MAX_STEPS = 8
/** UTF-16 units of a property name that are shown. */
const MAX_NAME = 80

/** @typedef {import('./containers.js').Frame} Frame */

/**
 * @param {Frame | undefined} frame the innermost container; its member that was read last is meant
 * @returns {string} such as `$.rows[3].when`
 */
export function describePath(frame) {
  let head = ''
  let tail = ''
  const total = frame === undefined ? 0 : frame.depth + 1
  for (let at = frame; at !== undefined; at = at.up) {
    const step = describeStep(at)
    if (at.depth >= total - MAX_STEPS) tail = step + tail
    else if (at.depth < MAX_STEPS) head = step + head
  }
  return `$${head}${total > 2 * MAX_STEPS ? '…' : ''}${tail}`
}

/** @param {Frame} frame */
function describeStep(frame) {
  if (frame.keys === undefined) return `[${frame.next - 1}]`
  return describeKey(/** @type {string} */ (frame.keys[frame.next - 1]))
}

/** @param {string} key */
function describeKey(key) {
  if (isIdentifier(key)) return `.${shorten(key)}`
  return `[${JSONStringify(shorten(key))}]`
}

/** @param {string} text */
const shorten = (text) => text.length > MAX_NAME ? `${StringSlice(text, 0, MAX_NAME)}…` : text

/** ASCII only: enough to print a path. @param {string} key */
function isIdentifier(key) {
  for (let index = 0; index < key.length; index++) {
    const unit = StringCharCodeAt(key, index)
    const isLetter = (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a) || unit === 0x5f || unit === 0x24
    if (!isLetter && !(index > 0 && unit >= 0x30 && unit <= 0x39)) return false
  }
  return key.length > 0
}

/**
 * @param {unknown} value anything but a plain container or a lossless scalar
 * @returns {string} such as `is a Date; use toISOString()`
 */
export function describeLoss(value) {
  switch (typeof value) {
    case 'undefined': return 'is undefined; use null or leave it out'
    case 'function': return 'is a function; call it, or leave it out'
    case 'symbol': return 'is a symbol; use a string'
    case 'bigint': return 'is a bigint; use String(value), or Number(value) where it is small enough'
    case 'number': return value === 0 ? 'is -0; use 0' : `is ${value}; use null or a string`
    default: return describeObjectLoss(/** @type {object} */ (value))
  }
}

const IteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf(new Map().keys()))
const AsyncIteratorPrototype = ObjectGetPrototypeOf(ObjectGetPrototypeOf(async function*() {}.prototype))

/** The tests that know a value by its inner state, whatever its prototype says, and then by that. @type {readonly (readonly [(value: unknown) => boolean, string])[]} */
const KINDS = [
  [types.isProxy, 'is a Proxy of what is no plain data; copy it, such as { ...value }'],
  [types.isPromise, 'is a Promise; await it (Promise.all for several)'],
  [types.isDate, 'is a Date; use toISOString()'],
  [types.isMap, 'is a Map; use Object.fromEntries(map) or [...map]'],
  [types.isSet, 'is a Set; use [...set]'],
  [types.isRegExp, 'is a RegExp; use its source'],
  [types.isNativeError, 'is an Error; use its message'],
  [types.isTypedArray, 'is a typed array or Buffer; use Array.from(value), or a string'],
  [types.isAnyArrayBuffer, 'is an ArrayBuffer; use Array.from(new Uint8Array(value)), or a string'],
  [types.isBoxedPrimitive, 'is a boxed primitive; use its valueOf()'],
  [types.isWeakMap, 'is a WeakMap; use plain data'],
  [types.isWeakSet, 'is a WeakSet; use plain data'],
  [(/** @type {any} */ value) => inherits(value, AsyncIteratorPrototype), 'is an async iterator; collect it with for await'],
  [types.isGeneratorObject, 'is a generator; use [...generator]'],
  [(/** @type {any} */ value) => inherits(value, IteratorPrototype), 'is an iterator; use [...iterator]'],
]

/** Classes whose instances give nothing when they are copied. */
const WAYS_OUT = Object.freeze({
  __proto__: null,
  URL: 'use its href',
  URLSearchParams: 'use Object.fromEntries(value)',
  Headers: 'use Object.fromEntries(value)',
  FormData: 'use Object.fromEntries(value)',
  Response: 'use await value.json(), or await value.text()',
  Request: 'use await value.json(), or await value.text()',
  Blob: 'use await value.text()',
})

const COPY = 'use plain data, such as { ...value }'

/** @param {object} value */
function describeObjectLoss(value) {
  for (let index = 0; index < KINDS.length; index++) {
    const kind = /** @type {[(value: unknown) => boolean, string]} */ (KINDS[index])
    if (kind[0](value)) return kind[1]
  }
  if (ArrayIsArray(value)) return 'is an array of a class of its own; use Array.from(value)'
  const name = className(value)
  const wayOut = name === undefined ? undefined : /** @type {Record<string, string>} */ (/** @type {unknown} */ (WAYS_OUT))[name]
  return `is an instance of ${name ?? 'a class'}; ${wayOut ?? COPY}`
}

/** @param {object} value */
function className(value) {
  const prototype = ObjectGetPrototypeOf(value)
  const constructor = prototype === null ? undefined : ObjectGetOwnPropertyDescriptor(prototype, 'constructor')?.value
  if (typeof constructor !== 'function' || IsProxy(constructor)) return undefined
  const name = ObjectGetOwnPropertyDescriptor(constructor, 'name')?.value
  return typeof name === 'string' && name !== '' ? shorten(name) : undefined
}

/**
 * @param {any[]} array with a hole or a property that is no index
 * @returns {string}
 */
export function describeArrayLoss(array) {
  for (let index = 0; index < array.length; index++) {
    if (!ObjectHasOwn(array, index)) return `is a sparse array with a hole at [${index}]; fill it with null`
    if (ObjectGetOwnPropertyDescriptor(array, index)?.enumerable !== true) return `is an array whose element [${index}] is not enumerable; use [...value]`
  }
  const keys = ReflectOwnKeys(array)
  for (let index = array.length; index < keys.length; index++) {
    const key = keys[index]
    if (key !== undefined && key !== 'length') return `is an array with the extra property ${describeName(key)}; use [...value]`
  }
  return 'is an array with an extra property; use [...value]'
}

/**
 * @param {object} object with a property that is a symbol or not enumerable
 * @returns {string}
 */
export function describeHiddenProperty(object) {
  const keys = ReflectOwnKeys(object)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    if (key === undefined) continue
    if (typeof key === 'symbol') return `has the symbol property ${describeName(key)}; leave it out, such as with Object.fromEntries(Object.entries(value))`
    if (ObjectGetOwnPropertyDescriptor(object, key)?.enumerable !== true) return `has the non-enumerable property ${describeName(key)}; ${COPY}`
  }
  return `changes while it is read; ${COPY}`
}

/** @param {string | symbol} key */
const describeName = (key) => typeof key === 'symbol' ? shorten(SymbolToString(key)) : JSONStringify(shorten(key))
