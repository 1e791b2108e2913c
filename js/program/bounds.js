/**
 * Bounds of what is shown of values and texts that may be of any size.
 */
import {
  ArrayIsArray, IsProxy, ObjectCreate, ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ObjectGetPrototypeOf, ObjectKeys, ObjectPrototype,
  StringCharCodeAt, StringSlice, UtilInspect, dataDescriptor,
} from '../intrinsics.js'

/** Members of a container that are shown. */
const MAX_MEMBERS = 20
/** How deep containers are shown in one another. */
const MAX_DEPTH = 3
/** UTF-16 units of a rendered value. */
const MAX_VALUE_LENGTH = 2000

/** Every option that `util.inspect.defaultOptions` could set. */
const INSPECT_OPTIONS = Object.freeze({
  __proto__: null, showHidden: false, depth: MAX_DEPTH, colors: false, customInspect: false, showProxy: false, maxArrayLength: MAX_MEMBERS,
  maxStringLength: 500, breakLength: Infinity, compact: true, sorted: false, getters: false, numericSeparator: false,
})

/**
 * A value as `util.inspect` shows it, on one line where that can be, of bounded length and made in bounded time.
 * @param {unknown} value
 */
export function inspectBriefly(value) {
  try {
    return shorten(UtilInspect(prune(value, 0), INSPECT_OPTIONS), MAX_VALUE_LENGTH)
  } catch {
    return 'a value that cannot be rendered'
  }
}

/** @param {string} text @param {number} max */
export const shorten = (text, max) => text.length > max ? `${StringSlice(text, 0, max)}…` : text

/**
 * The value, or a copy of plain containers with their first members only: `inspect` looks at all properties of an object.
 * @param {unknown} value @param {number} depth
 * @returns {unknown}
 */
function prune(value, depth) {
  if (typeof value !== 'object' || value === null || IsProxy(value) || depth > MAX_DEPTH) return value
  if (ArrayIsArray(value)) return pruneArray(value, depth)
  const prototype = ObjectGetPrototypeOf(value)
  if (prototype !== ObjectPrototype && prototype !== null) return value
  return pruneObject(value, ObjectKeys(value), depth)
}

/** @param {unknown[]} array @param {number} depth */
function pruneArray(array, depth) {
  /** @type {unknown[]} */
  const copy = []
  const length = array.length < MAX_MEMBERS ? array.length : MAX_MEMBERS
  for (let index = 0; index < length; index++) copyMember(array, index, copy, depth)
  // A hole for each further one, which inspect counts.
  copy.length = array.length
  return copy
}

/**
 * The first of an object's own enumerable properties.
 * @param {object} object
 * @param {readonly string[]} keys those that count
 * @param {number} [depth]
 */
export function pruneObject(object, keys, depth = 0) {
  const copy = ObjectCreate(ObjectPrototype)
  for (let index = 0; index < keys.length && index < MAX_MEMBERS; index++) copyMember(object, /** @type {string} */ (keys[index]), copy, depth)
  if (keys.length > MAX_MEMBERS) ObjectDefineProperty(copy, '…', dataDescriptor(`${keys.length - MAX_MEMBERS} more`))
  return copy
}

/** @param {object} from @param {PropertyKey} key @param {object} to @param {number} depth */
function copyMember(from, key, to, depth) {
  const descriptor = ObjectGetOwnPropertyDescriptor(from, key)
  if (descriptor === undefined) return
  if ('value' in descriptor) ObjectDefineProperty(to, key, dataDescriptor(prune(descriptor.value, depth + 1)))
  else ObjectDefineProperty(to, key, descriptor)
}

/** UTF-8 bytes of what says that something was left out. */
const NOTICE_BYTES = 64

/**
 * A text of at most `max` UTF-8 bytes: what is over is left out in its middle, between code points.
 * @param {string} text
 * @param {number} max
 */
export function cutMiddle(text, max) {
  if (text.length * 3 <= max || (text.length <= max && isWithin(text, max))) return text
  const half = (max - NOTICE_BYTES) >> 1
  let start = 0
  for (let bytes = 0; ; start++) {
    bytes += bytesAt(text, start)
    if (bytes > half) break
  }
  if (isLowSurrogate(StringCharCodeAt(text, start))) start -= 1
  let end = text.length
  for (let bytes = 0; ; end--) {
    bytes += bytesAt(text, end - 1)
    if (bytes > half) break
  }
  if (isLowSurrogate(StringCharCodeAt(text, end))) end += 1
  return `${StringSlice(text, 0, start)}\n… ${end - start} characters left out …\n${StringSlice(text, end)}`
}

/** @param {string} text @param {number} max */
function isWithin(text, max) {
  let bytes = 0
  for (let at = 0; at < text.length; at++) {
    bytes += bytesAt(text, at)
    if (bytes > max) return false
  }
  return true
}

/** At most the UTF-8 bytes of a UTF-16 unit; a pair of surrogates counts for 6 instead of 4. @param {string} text @param {number} at */
function bytesAt(text, at) {
  const unit = StringCharCodeAt(text, at)
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}

/** @param {number} unit */
const isLowSurrogate = (unit) => unit >= 0xdc00 && unit < 0xe000
