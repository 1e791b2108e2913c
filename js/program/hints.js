/**
 * What a model can do about an error, in one line, said only where it is certain: it rests on V8's own message, on the run's
 * bindings, and on the source around the place.
 */
import { IntrinsicError, IsNativeError, RegExpExec, StringIncludes, StringStartsWith } from '../intrinsics.js'
import { isObject, peek } from '../describe.js'
import { access, context, textBefore } from './hint-context.js'
import { destructuredHint, missingMember, referenceHint } from './name-hints.js'
import { awaitedMemberHint, callResultHint, promiseHint, takenApartHint, uncalledHint } from './promise-hints.js'
import { semicolonHint } from './semicolon-hint.js'
import { framesOf } from './stack.js'

/**
 * @param {unknown} thrown
 * @returns {string} each hint after a line break, such as `\nhint: await it`; or nothing
 */
export function hintsFor(thrown) {
  try {
    const hint = isObject(thrown) ? hintOf(thrown) : undefined
    return hint === undefined ? '' : `\nhint: ${hint}`
  } catch {
    return '' // near the end of the stack, or of what a foreign value does
  }
}

/** @param {object} error @returns {string | undefined} */
function hintOf(error) {
  const message = peek(error, 'message')
  if (typeof message !== 'string' || message.length > 4096) return undefined
  const origin = context.calls.originOf(error)
  if (origin !== undefined) return callHint(origin, message) ?? textHint(message)
  if (!IsNativeError(error)) return undefined
  return engineHint(error, message) ?? textHint(message)
}

/** @param {string} message */
const textHint = (message) => StringIncludes(message, '[object Promise]') ? 'a promise was put into a text; await it first' : undefined

/** On an error that V8 or Node.js made. @param {object} error @param {string} message @returns {string | undefined} */
function engineHint(error, message) {
  switch (peek(error, 'name')) {
    case 'ReferenceError': return semicolonHint(error) ?? referenceHint(message)
    case 'TypeError': return semicolonHint(error) ?? typeHint(error, message) ?? awaitedMemberHint()
    case 'SyntaxError': return jsonHint(message) ?? importHint(error)
    default: return moduleHint(error)
  }
}

/** @param {import('./calls.js').Origin} origin @param {string} message */
function callHint({ member: { global, name }, argumentCount }, message) {
  const call = `${access(global, name)}(…)`
  if (argumentCount === 0) return `${call} was called without an argument; it takes one, such as ${access(global, name)}({})`
  if (StringStartsWith(message, 'binding arguments must be lossless JSON: $ is undefined')) return `${call} was called with undefined; it takes one argument, such as ${access(global, name)}({})`
  if (argumentCount > 1) return `${call} takes one argument and was called with ${argumentCount}; only the first one counts: put all into one object`
  return undefined
}

const NOT_A_FUNCTION = /^([\s\S]+) is not a function$/
const NOT_A_FUNCTION_OR_ITERABLE = /^([\s\S]+) is not a function or its return value is not (?:async )?iterable$/
const NOT_ITERABLE = /^([\w$.]+)(\(\.\.\.\))? is not (?:async )?iterable\b/
const UNREADABLE = /^Cannot read propert(?:y|ies) of undefined \(reading '([\s\S]*)'\)$/
const MEMBER = /^([A-Za-z_]\w*)\.([\s\S]+)$/
/** @param {object} error @param {string} message */
function typeHint(error, message) {
  const callee = RegExpExec(NOT_A_FUNCTION, message)?.[1]
  if (callee !== undefined) return calleeHint(callee)
  const caller = RegExpExec(NOT_A_FUNCTION_OR_ITERABLE, message)?.[1]
  if (caller !== undefined) return callResultHint(`${caller}(...)`) ?? calleeHint(caller)
  const iterable = RegExpExec(NOT_ITERABLE, message)
  if (iterable !== null) return promiseHint(/** @type {string} */ (iterable[1]) + (iterable[2] ?? ''))
  if (RegExpExec(UNREADABLE, message) !== null) return unreadableHint(error)
  return undefined
}

/** @param {string} callee what V8 calls that which is no function */
function calleeHint(callee) {
  const parts = RegExpExec(MEMBER, callee)
  if (parts === null) return destructuredHint(callee) ?? promiseHint(callee)
  const global = /** @type {string} */ (parts[1])
  const name = /** @type {string} */ (parts[2])
  return uncalledHint(global, name) ?? missingMember(global, name) ?? callResultHint(callee) ?? promiseHint(global)
}

/** `tools.files.read`: a namespace has members and no groups. @param {object} error */
function unreadableHint(error) {
  const before = textBefore(error)
  const path = RegExpExec(/(?:^|[^\w$.])([A-Za-z_]\w*)\.([\w$]+\.[\w$]+)\.$/, before)
  if (path !== null) return uncalledHint(/** @type {string} */ (path[1]), /** @type {string} */ (path[2]))
  const chain = RegExpExec(/(?:^|[^\w$.])([A-Za-z_]\w*)\.([\w$]+)\.$/, before)
  if (chain !== null) {
    const missing = missingMember(/** @type {string} */ (chain[1]), /** @type {string} */ (chain[2]))
    if (missing !== undefined) return missing
  }
  const variable = RegExpExec(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)\.[\w$]+\.$/, before)?.[1]
  if (variable !== undefined) return promiseHint(variable)
  const taken = RegExpExec(/(?:^|[^\w$.])([A-Za-z_$][\w$]*)\.$/, before)?.[1]
  return taken === undefined ? undefined : takenApartHint(taken)
}

/** @param {string} message */
function jsonHint(message) {
  if (StringStartsWith(message, '"[object Object]" is not valid JSON')) return 'JSON.parse was given an object, which needs no parsing; what a binding answers is parsed already'
  if (StringStartsWith(message, '"[object Promise]" is not valid JSON')) return 'JSON.parse was given a promise; await it first'
  if (StringStartsWith(message, '"undefined" is not valid JSON')) return 'JSON.parse was given undefined'
  return undefined
}

/** V8 does not tell where a module is wrong, but an error of the program itself has frames. @param {object} error */
const importHint = (error) => IntrinsicError.stackTraceLimit > 0 && !framesOf(error)?.text && StringIncludes(context.source, 'import')
  ? 'it is in a module that import() was to load; the program itself is taken'
  : undefined

/** @param {object} error */
function moduleHint(error) {
  return peek(error, 'code') === 'ERR_MODULE_NOT_FOUND' ? 'import() looks from the host\'s working directory, for packages that are installed there and for files' : undefined
}

/**
 * What is to be said of a rejection because nothing handled it.
 * @param {unknown} reason
 * @returns {string} after a line break
 */
export function unhandledHint(reason) {
  const origin = context.calls.originOf(reason)
  const what = origin === undefined ? 'the promise that was rejected' : `${access(origin.member.global, origin.member.name)}(…)`
  return `\nhint: nothing awaited ${what}, so nothing could catch its error`
}
