/**
 * The containers of a lossless value: which arrays and objects are lossless in themselves, and their members, each read once.
 */
import { types } from 'node:util'
import { peek } from './describe.js'
import {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototype, FunctionToString, IntrinsicArray, ObjectCreate, ObjectGetOwnPropertyDescriptor, ObjectGetOwnPropertyNames,
  ObjectGetOwnPropertySymbols, ObjectGetPrototypeOf, ObjectKeys, ObjectPrototype, ObjectValues, ReflectOwnKeys, UtilInspect,
} from './intrinsics.js'
import { describeArrayLoss, describeHiddenProperty, describeLoss } from './losses.js'

const { includes: ArrayIncludes, pop: ArrayPop, push: ArrayPush } = ArrayPrototype
const { isAnyArrayBuffer, isBoxedPrimitive, isDate, isMap, isNativeError, isPromise, isProxy, isRegExp, isSet, isWeakMap, isWeakSet } = types

/** Up to this depth an ancestor is sought along the stack; deeper, in a set. */
export const LINEAR_DEPTH = 16
/** Down to this depth a container may be written member by member. */
const SPELLED_DEPTH = 3
/** Up to this length all keys of an array are listed to find one that is no index; V8 takes 0.6 µs for each. */
const LISTED_LENGTH = 100
/** Up to this many properties an object is spread; V8 takes three times as long for a large one as for its properties one by one. */
const SPREAD_LENGTH = 1000
/** V8's message at the end of the stack, which is no fault of the value. */
const STACK_END = 'Maximum call stack size exceeded'

/**
 * A container whose members are being read.
 * @typedef {object} Frame
 * @property {Frame | undefined} up the container around it
 * @property {Frame | undefined} shallow the innermost container around it that is no deeper than `LINEAR_DEPTH`
 * @property {number} depth
 * @property {object} source as the program has it
 * @property {any} copy its members, read once
 * @property {readonly string[] | undefined} keys of an object; an array has none
 * @property {number} next the member to look at next
 * @property {boolean | undefined} isSpelled written member by member; else detached and written natively; nothing before it has
 * turned out to be large
 */

/** Thrown while a value is read, and caught where its writing began. */
export class Lossy {
  /** @param {string} what @param {Frame | undefined} frame the container whose member it is */
  constructor(what, frame) {
    this.what = what
    this.frame = frame
  }
}

/**
 * What a container has, read once.
 * @typedef {object} Members
 * @property {any} copy plain, nobody else holds it
 * @property {readonly string[] | undefined} keys of an object; an array has none
 */

/**
 * Reads the members of a container, or refuses it.
 * @param {object} node
 * @param {Frame | undefined} up the container that it is a member of
 * @returns {Members}
 */
export function readContainer(node, up) {
  try {
    return ArrayIsArray(node) ? readArray(node, up) : readObject(node, up)
  } catch (error) {
    if (error instanceof Lossy || peek(error, 'message') === STACK_END) throw error
    throw new Lossy('throws when it is read', up)
  }
}

/** @param {any[]} source @param {Frame | undefined} up @returns {Members} */
function readArray(source, up) {
  if (!isPlainArray(source)) throw new Lossy(describeLoss(source), up)
  const length = source.length
  const isIndexed = length <= LISTED_LENGTH || isProxy(source) || !canInspect() ? hasOnlyIndices(source, length) : hasNoOtherKeys(source)
  if (!isIndexed) throw new Lossy(describeArrayLoss(source), up)
  const copy = ObjectValues(source)
  if (copy.length !== length) throw new Lossy(describeArrayLoss(source), up)
  return { copy, keys: undefined }
}

/** @param {object} source @param {Frame | undefined} up @returns {Members} */
function readObject(source, up) {
  if (!isPlainObject(source)) throw new Lossy(describeLoss(source), up)
  const names = ObjectGetOwnPropertyNames(source)
  const isLarge = names.length > SPREAD_LENGTH
  const copy = isLarge ? copyOf(source, names) : { ...source }
  const keys = isLarge ? ObjectKeys(source) : ObjectGetOwnPropertyNames(copy)
  if (ObjectGetOwnPropertySymbols(source).length !== 0 || names.length !== keys.length) throw new Lossy(describeHiddenProperty(source), up)
  if (isExotic(source)) throw new Lossy(describeLoss(source), up)
  return { copy, keys }
}

/** @param {any} source @param {readonly string[]} names */
function copyOf(source, names) {
  const copy = ObjectCreate(null)
  for (let index = 0; index < names.length; index++) {
    const name = /** @type {string} */ (names[index])
    copy[name] = source[name]
  }
  return copy
}

/**
 * @param {object} source @param {any} copy @param {readonly string[] | undefined} keys @param {Frame | undefined} up
 * @returns {Frame}
 */
export function frameOf(source, copy, keys, up) {
  return {
    up, shallow: up === undefined || up.depth <= LINEAR_DEPTH ? up : up.shallow, depth: up === undefined ? 0 : up.depth + 1,
    source, copy, keys, next: 0, isSpelled: undefined,
  }
}

/** Is a large container to be written member by member? Where it is near the root and holds containers. @param {Frame} frame */
export function isToBeSpelled({ up, depth, copy, keys }) {
  return (up === undefined || (up.isSpelled === true && depth <= SPELLED_DEPTH)) && holdsContainer(copy, keys)
}

/** An array is judged by its first member. @param {any} copy @param {readonly string[] | undefined} keys */
function holdsContainer(copy, keys) {
  if (keys === undefined) return isContainer(copy[0])
  for (let index = 0; index < keys.length; index++) if (isContainer(copy[/** @type {string} */ (keys[index])])) return true
  return false
}

/** @param {unknown} value */
const isContainer = (value) => typeof value === 'object' && value !== null

/** Indices come first among the keys of an array, then `length`. @param {any[]} array @param {number} length */
function hasOnlyIndices(array, length) {
  const keys = ReflectOwnKeys(array)
  return keys.length === length + 1 && keys[length] === 'length'
}

/** `util.inspect` uses three methods that a program can replace. */
const canInspect = () => ArrayPrototype.includes === ArrayIncludes && ArrayPrototype.push === ArrayPush && ArrayPrototype.pop === ArrayPop

const SHOW_OTHER_KEYS = Object.freeze({ __proto__: null, showHidden: true, maxArrayLength: 0, depth: 0, customInspect: false, breakLength: Infinity, sorted: false, getters: false })

/**
 * Has an array no own key but its indices and `length`? V8 lists the other ones alone for `util.inspect` only, so its text
 * is compared with that of an array that certainly has none: 10 µs, where listing a million indices takes 600 ms.
 * @param {any[]} array
 */
const hasNoOtherKeys = (array) => UtilInspect(array, SHOW_OTHER_KEYS) === UtilInspect(new IntrinsicArray(array.length), SHOW_OTHER_KEYS)

/** An object with an inner state that its prototype no longer tells of. @param {object} node */
const isExotic = (node) => isDate(node) || isRegExp(node) || isMap(node) || isSet(node) || isWeakMap(node) || isWeakSet(node) || isPromise(node) ||
  isBoxedPrimitive(node) || isNativeError(node) || isAnyArrayBuffer(node) || ArrayBufferIsView(node)

/** @param {object} node */
function isPlainArray(node) {
  const prototype = ObjectGetPrototypeOf(node)
  if (prototype === ArrayPrototype) return true
  if (prototype === null || !ArrayIsArray(prototype) || !isMadeBy(prototype, 'Array')) return false
  const base = ObjectGetPrototypeOf(prototype)
  return base !== null && isForeignObjectPrototype(base)
}

/** @param {object} node */
function isPlainObject(node) {
  const prototype = ObjectGetPrototypeOf(node)
  return prototype === ObjectPrototype || prototype === null || isForeignObjectPrototype(prototype)
}

/** `Object.prototype` of another realm (`node:vm`). @param {object} prototype */
const isForeignObjectPrototype = (prototype) => ObjectGetPrototypeOf(prototype) === null && isMadeBy(prototype, 'Object')

/**
 * Is this the prototype that belongs to a realm's native constructor of that name? A script can give an object any
 * `constructor`, but it cannot make a native function print that name and own that prototype.
 * @param {object} prototype
 * @param {string} name
 */
function isMadeBy(prototype, name) {
  const constructor = ObjectGetOwnPropertyDescriptor(prototype, 'constructor')?.value
  return typeof constructor === 'function' && !isProxy(constructor) && ObjectGetOwnPropertyDescriptor(constructor, 'prototype')?.value === prototype &&
    FunctionToString(constructor) === `function ${name}() { [native code] }`
}
