/**
 * Text of values that nobody vouches for: what a binding threw, an abort's reason, an error event. Whatever it is, a string
 * comes back and nothing is thrown. Everything that shows a foreign value goes through here.
 */
import { IsProxy, ObjectGetPrototypeOf, StringSlice, SymbolToString, UtilInspect } from './intrinsics.js'

/** UTF-16 units of a rendered value. */
const MAX_LENGTH = 4096
const UNRENDERABLE = 'a value that cannot be rendered'

const INSPECT_OPTIONS = Object.freeze({ __proto__: null, depth: 2, maxArrayLength: 20, maxStringLength: 1000, breakLength: Infinity, customInspect: false, getters: false })

/**
 * A property of a foreign value.
 * @param {any} value
 * @param {PropertyKey} key
 * @returns {unknown} undefined where there is none or reading it throws
 */
export function peek(value, key) {
  try {
    return value[key]
  } catch {
    return undefined
  }
}

/**
 * The message of something thrown: an error's own, a string as it stands, anything else rendered.
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
  if (isObject(thrown)) {
    const message = peek(thrown, 'message')
    if (typeof message === 'string') return message
  }
  return describe(thrown)
}

/**
 * `String(value)`, or another rendering where that throws or says nothing.
 * @param {unknown} value
 * @returns {string} at most 4,096 units, except for a string, which stands as it is
 */
export function describe(value) {
  if (typeof value === 'string') return value
  if (typeof value === 'symbol') return SymbolToString(value)
  try {
    if (!isObject(value)) return `${value}`
    return shorten(UtilInspect(value, INSPECT_OPTIONS))
  } catch {
    return UNRENDERABLE
  }
}

/** @param {unknown} value @returns {value is object} */
export const isObject = (value) => (typeof value === 'object' && value !== null) || typeof value === 'function'

/** @param {string} text */
const shorten = (text) => text.length > MAX_LENGTH ? `${StringSlice(text, 0, MAX_LENGTH)}…` : text

/** Prototypes of a value that are looked at. */
const MAX_PROTOTYPES = 100

/** Is `ancestor` among the prototypes of an object that is no proxy? @param {object} object @param {object} ancestor */
export function inherits(object, ancestor) {
  let prototype = ObjectGetPrototypeOf(object)
  for (let steps = 0; prototype !== null && steps < MAX_PROTOTYPES && !IsProxy(prototype); steps++) {
    if (prototype === ancestor) return true
    prototype = ObjectGetPrototypeOf(prototype)
  }
  return false
}
