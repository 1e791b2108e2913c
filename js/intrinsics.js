/**
 * The intrinsics that the JSON boundary and the program's side use, taken when this module loads: before any program
 * runs. A program may replace every global and prototype method afterwards.
 *
 * Methods are uncurried: `StringSlice(text, 1)` is `text.slice(1)`.
 *
 * What code beside a program must not do either, since it consults what a program can change: `for … of`, spread and
 * array destructuring (iterators), assignment to an index of an array (setters on `Array.prototype`), `await`
 * (`Promise.prototype.constructor`), property descriptors with a prototype.
 */

import { inspect, types } from 'node:util'

const { call, bind } = Function.prototype

/**
 * @template {(this: any, ...args: any[]) => any} F
 * @param {F} method
 * @returns {(self: ThisParameterType<F>, ...args: Parameters<F>) => ReturnType<F>}
 */
export const uncurryThis = (method) => bind.call(call, method)

export const ReflectApply = Reflect.apply
export const ReflectConstruct = Reflect.construct
export const ReflectOwnKeys = Reflect.ownKeys

export const UtilInspect = inspect
export const { isNativeError: IsNativeError, isProxy: IsProxy } = types

export const IntrinsicArray = Array
export const ArrayIsArray = Array.isArray
export const ArrayPrototype = Array.prototype
export const ArrayBufferIsView = ArrayBuffer.isView
export const IntrinsicUint8Array = Uint8Array
const TypedArrayPrototype = Object.getPrototypeOf(Uint8Array.prototype)
/** @param {string} key @returns {(array: Uint8Array) => any} */
const typedArrayGetter = (key) => uncurryThis(/** @type {() => any} */ (Object.getOwnPropertyDescriptor(TypedArrayPrototype, key)?.get))
/** @type {(array: Uint8Array) => number} */
export const TypedArrayByteLength = typedArrayGetter('byteLength')
/** @type {(array: Uint8Array) => ArrayBuffer} */
export const TypedArrayBuffer = typedArrayGetter('buffer')

export const ObjectPrototype = Object.prototype
export const ObjectCreate = Object.create
export const ObjectDefineProperty = Object.defineProperty
export const ObjectFreeze = Object.freeze
export const ObjectGetOwnPropertyDescriptor = Object.getOwnPropertyDescriptor
export const ObjectGetPrototypeOf = Object.getPrototypeOf
export const ObjectGetOwnPropertyNames = Object.getOwnPropertyNames
export const ObjectGetOwnPropertySymbols = Object.getOwnPropertySymbols
export const ObjectHasOwn = Object.hasOwn
export const ObjectKeys = Object.keys
export const ObjectSetPrototypeOf = Object.setPrototypeOf
export const ObjectValues = Object.values

export const FunctionToString = uncurryThis(Function.prototype.toString)

export const JSONParse = JSON.parse
export const JSONStringify = JSON.stringify

export const RegExpExec = uncurryThis(RegExp.prototype.exec)

export const StringCharCodeAt = uncurryThis(String.prototype.charCodeAt)
export const StringEndsWith = uncurryThis(String.prototype.endsWith)
export const StringIncludes = uncurryThis(String.prototype.includes)
export const StringIndexOf = uncurryThis(String.prototype.indexOf)
export const StringLastIndexOf = uncurryThis(String.prototype.lastIndexOf)
export const StringSlice = uncurryThis(String.prototype.slice)
export const StringStartsWith = uncurryThis(String.prototype.startsWith)
export const StringToLowerCase = uncurryThis(String.prototype.toLowerCase)
export const SymbolToString = uncurryThis(Symbol.prototype.toString)

export const IntrinsicError = Error
export const IntrinsicMap = Map
export const MapDelete = uncurryThis(Map.prototype.delete)
export const MapGet = uncurryThis(Map.prototype.get)
export const MapSet = uncurryThis(Map.prototype.set)
export const IntrinsicSet = Set
export const SetAdd = uncurryThis(Set.prototype.add)
export const SetDelete = uncurryThis(Set.prototype.delete)
export const SetHas = uncurryThis(Set.prototype.has)
export const IntrinsicWeakMap = WeakMap
export const WeakMapGet = uncurryThis(WeakMap.prototype.get)
export const WeakMapSet = uncurryThis(WeakMap.prototype.set)

export const IntrinsicPromise = Promise
export const PromisePrototype = Promise.prototype
export const SymbolSpecies = Symbol.species
export const PromiseThen = uncurryThis(Promise.prototype.then)

/**
 * A property descriptor that inherits nothing a program could have put on `Object.prototype`.
 * @param {unknown} value
 * @param {boolean} [writable]
 * @returns {PropertyDescriptor} enumerable; configurable where writable
 */
export function dataDescriptor(value, writable = true) {
  const descriptor = ObjectCreate(null)
  descriptor.value = value
  descriptor.enumerable = true
  descriptor.writable = writable
  descriptor.configurable = writable
  return descriptor
}

/** The same, not enumerable. @param {unknown} value @returns {PropertyDescriptor} */
export function hiddenDescriptor(value) {
  const descriptor = dataDescriptor(value)
  descriptor.enumerable = false
  return descriptor
}
