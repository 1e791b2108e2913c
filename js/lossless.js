/**
 * Lossless JSON: one walk decides whether a value is lossless and detaches it, then its text is written. Every slot is read
 * once, and what was read is what is written. Used on both sides of the port; iterative, so any depth works.
 */
import { inspect, types } from 'node:util'
import {
  ArrayBufferIsView, ArrayIsArray, ArrayPrototype, FunctionToString, IntrinsicSet, JSONStringify, ObjectGetOwnPropertyDescriptor,
  ObjectGetOwnPropertyNames, ObjectGetOwnPropertySymbols, ObjectGetPrototypeOf, ObjectPrototype, ObjectValues, ReflectOwnKeys,
  SetAdd, SetDelete, SetHas,
} from './intrinsics.js'
import { describeArrayLoss, describeHiddenProperty, describeLoss, describePath } from './losses.js'

const { includes: ArrayIncludes, pop: ArrayPop, push: ArrayPush } = ArrayPrototype
const { isAnyArrayBuffer, isBoxedPrimitive, isDate, isMap, isNativeError, isPromise, isProxy, isRegExp, isSet, isWeakMap, isWeakSet } = types

/** Up to this depth an ancestor is sought along the stack; deeper, in a set. */
const LINEAR_DEPTH = 16
/** Down to this depth the native writer is used: it recurses, and before Node.js 26 fails at some 5,000 levels. */
const NATIVE_DEPTH = 1000
/** Down to this depth a container may be written member by member. */
const SPELLED_DEPTH = 3
/** Up to this length all keys of an array are listed to find one that is no index; V8 takes 0.6 µs for each. */
const LISTED_LENGTH = 100

/**
 * A container that is being written.
 * @typedef {object} Frame
 * @property {Frame | undefined} up the container around it
 * @property {Frame | undefined} shallow the innermost container around it that is no deeper than `LINEAR_DEPTH`
 * @property {number} depth
 * @property {object} source as the program has it
 * @property {any} copy its members, read once
 * @property {readonly string[] | undefined} keys of an object; an array has none
 * @property {number} length members in all
 * @property {number} next the member to look at next
 * @property {boolean} isSpelled written member by member; else detached and written natively
 */

/** Where and what: the message follows `… must be lossless JSON: `. @typedef {{ text: undefined, loss: string }} Loss */
/** @typedef {{ text: string, loss: undefined }} Written */

/** Thrown inside the walk alone. */
class Lossy {
  /** @param {string} what @param {Frame | undefined} frame the container whose member it is */
  constructor(what, frame) {
    this.what = what
    this.frame = frame
  }
}

/**
 * The JSON text of a value, or why it has none.
 * @param {unknown} value
 * @param {number} [maxLength] where the text would be longer (UTF-16 units), the walk may give up
 * @returns {Written | Loss | undefined} nothing where it gave up
 */
export function writeLossless(value, maxLength = Infinity) {
  const only = scalar(value)
  if (only !== undefined) return only.length > maxLength ? undefined : { text: only, loss: undefined }
  try {
    const text = write(value, maxLength)
    return text === undefined ? undefined : { text, loss: undefined }
  } catch (error) {
    if (error instanceof Lossy) return { text: undefined, loss: `${describePath(error.frame)} ${error.what}` }
    if (error instanceof RangeError) return { text: undefined, loss: '$ is too large: its text passes the longest string there can be' }
    throw error
  }
}

/**
 * @param {unknown} value
 * @returns {string | undefined} the JSON text, or nothing for what is no lossless scalar
 */
function scalar(value) {
  switch (typeof value) {
    case 'string': return JSONStringify(value)
    case 'number': return isLosslessNumber(value) ? `${value}` : undefined
    case 'boolean': return value ? 'true' : 'false'
    default: return value === null ? 'null' : undefined
  }
}

/** @param {number} value */
const isLosslessNumber = (value) => value - value === 0 && (value !== 0 || 1 / value > 0)

/**
 * The text of a container; nothing where it passes `maxLength` for certain.
 *
 * Near the root, containers of containers are written member by member; below, a container is detached whole and handed to
 * the native writer. So what is detached is small and dies young, and what is large is written natively.
 * @param {unknown} root @param {number} maxLength
 */
function write(root, maxLength) {
  const ancestors = new Ancestors()
  let frame = open(root, undefined)
  let text = frame.isSpelled ? opening(frame) : ''
  let deepest = 0
  let length = 0 // what the text has at least
  for (;;) {
    const index = frame.next
    if (index === frame.length) {
      ancestors.left(frame)
      const { up } = frame
      if (frame.isSpelled) text += frame.keys === undefined ? ']' : '}'
      else if (up === undefined || up.isSpelled) {
        text += stringify(frame.copy, deepest - frame.depth)
        deepest = 0
      }
      if (up === undefined) return text
      frame = up
      continue
    }
    frame.next = index + 1
    let slot
    if (frame.keys === undefined) {
      slot = index
      if (frame.isSpelled && index > 0) text += ','
    } else {
      slot = /** @type {string} */ (frame.keys[index])
      length += slot.length + 3
      if (frame.isSpelled) text += index > 0 ? `,${JSONStringify(slot)}:` : `${JSONStringify(slot)}:`
    }
    const child = frame.copy[slot]
    length += 2
    if (length > maxLength) return undefined
    if (typeof child === 'string' ? (length += child.length) > 0 : typeof child === 'number' ? isLosslessNumber(child) : typeof child === 'boolean' || child === null) {
      if (frame.isSpelled) text += scalar(child)
      continue
    }
    if (typeof child === 'object' && ancestors.has(child, frame)) throw new Lossy('refers back to a value that holds it; leave the cycle out', frame)
    const inner = open(child, frame)
    ancestors.entered(inner)
    if (inner.isSpelled) text += opening(inner)
    else if (!frame.isSpelled) frame.copy[slot] = inner.copy
    if (inner.depth > deepest) deepest = inner.depth
    frame = inner
  }
}

/** @param {Frame} frame */
const opening = (frame) => frame.keys === undefined ? '[' : '{'

/** The containers that are open: a member that is one of them is a cycle. */
class Ancestors {
  /** @type {Set<object> | undefined} those deeper than `LINEAR_DEPTH` */
  #deep

  /** @param {Frame} frame */
  entered(frame) {
    if (frame.depth <= LINEAR_DEPTH) return
    this.#deep ??= new IntrinsicSet()
    SetAdd(this.#deep, frame.source)
  }

  /** @param {Frame} frame */
  left(frame) {
    if (frame.depth > LINEAR_DEPTH && this.#deep !== undefined) SetDelete(this.#deep, frame.source)
  }

  /** @param {object} node @param {Frame} frame the innermost open container */
  has(node, frame) {
    if (this.#deep !== undefined && SetHas(this.#deep, node)) return true
    /** @type {Frame | undefined} */
    let ancestor = frame.depth > LINEAR_DEPTH ? frame.shallow : frame
    for (; ancestor !== undefined; ancestor = ancestor.up) if (ancestor.source === node) return true
    return false
  }
}

/**
 * Begins a container, or refuses what is none.
 * @param {unknown} node
 * @param {Frame | undefined} up
 * @returns {Frame}
 */
function open(node, up) {
  if (typeof node !== 'object' || node === null) throw new Lossy(describeLoss(node), up)
  try {
    return ArrayIsArray(node) ? openArray(node, up) : openObject(node, up)
  } catch (error) {
    if (error instanceof Lossy) throw error
    throw new Lossy('throws when it is read', up)
  }
}

/** @param {any[]} source @param {Frame | undefined} up @returns {Frame} */
function openArray(source, up) {
  if (!isPlainArray(source)) throw new Lossy(describeLoss(source), up)
  const length = source.length
  const isIndexed = length <= LISTED_LENGTH || isProxy(source) || !canInspect() ? hasOnlyIndices(source, length) : hasNoOtherKeys(source)
  if (!isIndexed) throw new Lossy(describeArrayLoss(source), up)
  const copy = ObjectValues(source)
  if (copy.length !== length) throw new Lossy(describeArrayLoss(source), up)
  return frameOf(source, copy, undefined, length, up)
}

/** @param {object} source @param {Frame | undefined} up @returns {Frame} */
function openObject(source, up) {
  if (!isPlainObject(source)) throw new Lossy(describeLoss(source), up)
  const copy = { ...source }
  const keys = ObjectGetOwnPropertyNames(copy)
  if (ObjectGetOwnPropertySymbols(source).length !== 0 || ObjectGetOwnPropertyNames(source).length !== keys.length) throw new Lossy(describeHiddenProperty(source), up)
  if (isExotic(source)) throw new Lossy(describeLoss(source), up)
  return frameOf(source, copy, keys, keys.length, up)
}

/**
 * @param {object} source @param {any} copy @param {readonly string[] | undefined} keys @param {number} length @param {Frame | undefined} up
 * @returns {Frame}
 */
function frameOf(source, copy, keys, length, up) {
  if (up === undefined) return { up, shallow: undefined, depth: 0, source, copy, keys, length, next: 0, isSpelled: holdsContainer(copy, keys) }
  const isSpelled = up.isSpelled && up.depth < SPELLED_DEPTH && (up.keys !== undefined || up.length <= LISTED_LENGTH) && holdsContainer(copy, keys)
  return { up, shallow: up.depth > LINEAR_DEPTH ? up.shallow : up, depth: up.depth + 1, source, copy, keys, length, next: 0, isSpelled }
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
const hasNoOtherKeys = (array) => inspect(array, SHOW_OTHER_KEYS) === inspect(new Array(array.length), SHOW_OTHER_KEYS)

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

/**
 * The text of detached data. The native writer consults one thing that a program can change, `toJSON` on a prototype.
 * @param {unknown} copy @param {number} depth
 */
function stringify(copy, depth) {
  if (depth > NATIVE_DEPTH || 'toJSON' in ObjectPrototype || 'toJSON' in ArrayPrototype || ObjectGetPrototypeOf(ArrayPrototype) !== ObjectPrototype) return stringifyDeep(copy)
  try {
    return JSONStringify(copy)
  } catch {
    return stringifyDeep(copy) // called near the end of the program's stack
  }
}

/** @typedef {{ up: Writing | undefined, node: any, keys: readonly string[] | undefined, length: number, next: number }} Writing */

/** The same text, written iteratively. @param {unknown} root */
function stringifyDeep(root) {
  /** @type {Writing | undefined} */
  let frame = writing(root, undefined)
  let text = frame.keys === undefined ? '[' : '{'
  while (frame !== undefined) {
    const index = frame.next
    if (index === frame.length) {
      text += frame.keys === undefined ? ']' : '}'
      frame = frame.up
      continue
    }
    frame.next = index + 1
    if (index > 0) text += ','
    const slot = frame.keys === undefined ? index : /** @type {string} */ (frame.keys[index])
    if (frame.keys !== undefined) text += `${JSONStringify(slot)}:`
    const child = frame.node[slot]
    const written = scalar(child)
    if (written !== undefined) text += written
    else {
      frame = writing(child, frame)
      text += frame.keys === undefined ? '[' : '{'
    }
  }
  return text
}

/** @param {any} node @param {Writing | undefined} up @returns {Writing} */
function writing(node, up) {
  const keys = ArrayIsArray(node) ? undefined : ObjectGetOwnPropertyNames(node)
  return { up, node, keys, length: keys === undefined ? node.length : keys.length, next: 0 }
}
