/**
 * Hints about members and their promises that were taken for what a call answers.
 */
import { RegExpExec, StringSlice } from '../intrinsics.js'
import { IDENTIFIER, access, context, hasMember } from './hint-context.js'
import { IntrinsicRegExp, afterCall, escapeRegExp, isDeclared } from './source.js'

const CALL_RESULT = /^([A-Za-z_]\w*)\.([\w$]+)\(\.\.\.\)(?:\.([\w$]+))?$/

/** `tools.list(...).map`: the call's promise was not awaited. @param {string} callee */
export function callResultHint(callee) {
  const parts = RegExpExec(CALL_RESULT, callee)
  if (parts === null) return undefined
  const global = /** @type {string} */ (parts[1])
  const name = /** @type {string} */ (parts[2])
  if (!hasMember(global, name) || isDeclared(context.source, global)) return undefined
  const call = `${access(global, name)}(…)`
  return parts[3] === undefined ? `${call} returns a promise: write await ${call}` : `${call} returns a promise: write (await ${call}).${parts[3]}`
}

/** `tools.list.map`: the member was not called. @param {string} global @param {string} path from the member on */
export function uncalledHint(global, path) {
  const parts = RegExpExec(/^([\w$]+)\.([\w$]+)$/, path)
  if (parts === null || !hasMember(global, /** @type {string} */ (parts[1])) || isDeclared(context.source, global)) return undefined
  const member = access(global, /** @type {string} */ (parts[1]))
  return `${member} is a function that was not called: write (await ${member}(…)).${parts[2]}`
}

/** `await tools.list`, wherever it is outside of comments and strings. */
export function awaitedMemberHint() {
  for (let index = 0; index < context.namespaces.length; index++) {
    const { global } = /** @type {import('../protocol.js').StartNamespace} */ (context.namespaces[index])
    const pattern = `^[^/*'"\`\\n]*\\bawait\\s+${escapeRegExp(global)}\\.([\\w$]+)[ \\t]*(?=[;,)}\\]]|\\r?\\n(?!\\s*[.(?[\`])|(?![^]))`
    const name = RegExpExec(new IntrinsicRegExp(pattern, 'm'), context.source)?.[1]
    if (name !== undefined && hasMember(global, name) && !isDeclared(context.source, global)) return `${global}.${name} was awaited and not called: write await ${global}.${name}(…)`
  }
  return undefined
}

/**
 * `rows.map` or `rows is not iterable`, where the program has `const rows = tools.list(…)` without `await`.
 * @param {string} variable
 */
export function promiseHint(variable) {
  const result = callResultHint(variable)
  if (result !== undefined) return result
  if (RegExpExec(IDENTIFIER, variable) === null) return undefined
  const namespace = promiseOrigin(variable)
  if (namespace === undefined) return undefined
  return `${variable} is a promise, since ${namespace} was not awaited: write const ${variable} = await ${namespace}`
}

/** The call that a constant holds the promise of, where it is declared once. @param {string} variable @returns {string | undefined} */
function promiseOrigin(variable) {
  const name = escapeRegExp(variable)
  const declaration = new IntrinsicRegExp(`\\bconst\\s+${name}\\s*(?::[^=;\\n]{1,200})?=\\s*([A-Za-z_]\\w*)\\.([\\w$]+)\\(`)
  const found = RegExpExec(declaration, context.source)
  if (found === null) return undefined
  const global = /** @type {string} */ (found[1])
  const member = /** @type {string} */ (found[2])
  const rest = StringSlice(context.source, found.index + found[0].length)
  const isOnlyOne = !isDeclared(StringSlice(context.source, 0, found.index), variable) && !isDeclared(rest, variable)
  const isWhole = RegExpExec(/^(?:[ \t]*(?:;|\/\/|\r?\n(?!\s*[.?[(`])|$)|\s+as\s)/, afterCall(rest) ?? 'x') !== null
  if (!isOnlyOne || !isWhole || isDeclared(context.source, global) || !hasMember(global, member)) return undefined
  return `${global}.${member}(…)`
}

/**
 * `rows.length`, where the program has `const { rows } = tools.list(…)` without `await`.
 * @param {string} variable
 */
export function takenApartHint(variable) {
  const name = escapeRegExp(variable)
  const pattern = new IntrinsicRegExp(`\\bconst\\s*\\{[^{}()=]*(?<![\\w$.])${name}(?![\\w$])[^{}()=]*\\}\\s*=\\s*([A-Za-z_]\\w*)\\.([\\w$]+)\\(`)
  const found = RegExpExec(pattern, context.source)
  if (found === null) return undefined
  const global = /** @type {string} */ (found[1])
  const member = /** @type {string} */ (found[2])
  const rest = StringSlice(context.source, found.index + found[0].length)
  const isOnlyOne = !isDeclared(StringSlice(context.source, 0, found.index), variable) && !isDeclared(rest, variable)
  if (!isOnlyOne || isDeclared(context.source, global) || !hasMember(global, member)) return undefined
  return `${variable} was taken from a promise, since ${global}.${member}(…) was not awaited`
}
