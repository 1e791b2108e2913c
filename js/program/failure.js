/**
 * The text that a model reads of what went wrong in its program.
 */
import { StringIncludes, StringLastIndexOf, StringSlice, StringStartsWith } from '../intrinsics.js'
import { describe, isObject, peek } from '../describe.js'

/** UTF-16 units of a failure's text; what is over is cut from its middle. */
const MAX_LENGTH = 16384
/** How many causes and members of an AggregateError are told. */
const MAX_RELATED = 4

/**
 * @param {unknown} thrown
 * @returns {string}
 */
export function describeFailure(thrown) {
  let text = describeOne(thrown)
  let cause = isObject(thrown) ? peek(thrown, 'cause') : undefined
  for (let count = 0; count < MAX_RELATED && cause !== undefined; count++) {
    text += `\nCaused by: ${describeOne(cause)}`
    cause = isObject(cause) ? peek(cause, 'cause') : undefined
  }
  return cutMiddle(text)
}

/** @param {unknown} thrown */
function describeOne(thrown) {
  if (!isObject(thrown)) return describe(thrown)
  const name = peek(thrown, 'name')
  const message = peek(thrown, 'message')
  if (typeof message !== 'string' || typeof name !== 'string') return describe(thrown)
  const head = name === '' || StringStartsWith(message, `${name}: `) ? message : message === '' ? name : `${name}: ${message}`
  return head + framesOf(peek(thrown, 'stack'))
}

/** The frames of a stack, which V8 fixed before the message may have changed. @param {unknown} stack */
function framesOf(stack) {
  if (typeof stack !== 'string' || !StringIncludes(stack, '\n    at ')) return ''
  let start = stack.length
  for (let at = StringLastIndexOf(stack, '\n'); at >= 0 && StringStartsWith(stack, '\n    at ', at); at = at === 0 ? -1 : StringLastIndexOf(stack, '\n', at - 1)) start = at
  return StringSlice(stack, start)
}

/** @param {string} text */
function cutMiddle(text) {
  if (text.length <= MAX_LENGTH) return text
  const half = MAX_LENGTH / 2
  return `${StringSlice(text, 0, half)}\n… ${text.length - MAX_LENGTH} characters left out …\n${StringSlice(text, text.length - half)}`
}
