/**
 * Questions to a source that expressions answer, conservatively: a wrong answer only keeps a hint back.
 */
import { RegExpExec, StringCharCodeAt, StringSlice } from '../intrinsics.js'
import { positionAt } from './excerpt.js'

export const IntrinsicRegExp = RegExp

/** Longer sources are not searched. */
const MAX_LENGTH = 1 << 18

/** @param {string} source @param {string} pattern */
export const sourceHas = (source, pattern) => source.length <= MAX_LENGTH && RegExpExec(new IntrinsicRegExp(pattern), source) !== null

/** @param {string} name an identifier */
export function escapeRegExp(name) {
  let escaped = ''
  for (let index = 0; index < name.length; index++) escaped += (StringCharCodeAt(name, index) === 0x24 ? '\\' : '') + StringSlice(name, index, index + 1)
  return escaped
}

/**
 * May a source declare or assign a name: a variable, a parameter, a part of a pattern?
 * @param {string} source @param {string} name an identifier
 */
export function isDeclared(source, name) {
  if (source.length > MAX_LENGTH) return true
  const word = `(?<![\\w$.])${escapeRegExp(name)}(?![\\w$])`
  return sourceHas(source, `\\b(?:const|let|var|class|function\\s*\\*?)\\s+${word}`) || // a declaration
    sourceHas(source, `${word}\\s*(?:=(?!=)|=>|:|\\+\\+|--)`) || // an assignment, a lone parameter, one with a type
    sourceHas(source, `(?:[({[,]|\\.\\.\\.)\\s*${word}(?:\\s*[,)}\\]=;]|[ \\t]*\\n)`) // among parameters, in a pattern; or an argument
}

/**
 * What follows a call.
 * @param {string} text from after the opening parenthesis on
 * @returns {string | undefined} nothing where the closing one is not found with certainty
 */
export function afterCall(text) {
  let depth = 1
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '(': case '[': case '{': depth += 1; break
      case ')': case ']': case '}': depth -= 1; break
      case '/': return undefined // a comment, an expression or a division
      case '`': return undefined
      case '"': case "'": {
        const end = endOfString(text, at)
        if (end === -1) return undefined
        at = end
        break
      }
      default:
    }
    if (depth === 0) return StringSlice(text, at + 1)
  }
  return undefined
}

/** @param {string} text @param {number} start of a string in quotes @returns {number} its last quote, or -1 */
function endOfString(text, start) {
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === text[start]) return at
  }
  return -1
}

/**
 * The place of the one call of a member in a source that does nothing else with the namespace than to call members of it.
 * @param {string} source @param {string} global @param {string} name of the member, an identifier
 * @returns {{ line: number, column: number } | undefined} of the member's name, from 1
 */
export function placeOfOnlyCall(source, global, name) {
  if (sourceHas(source, `(?<![\\w$.])${global}(?![\\w$]|\\s*\\.\\s*[\\w$]+\\s*\\()`)) return undefined
  const call = new IntrinsicRegExp(`(?<![\\w$.])${global}\\s*\\.\\s*(?=${escapeRegExp(name)}\\s*\\()`)
  const found = RegExpExec(call, source)
  if (found === null || source.length > MAX_LENGTH) return undefined
  const at = found.index + found[0].length
  return RegExpExec(call, StringSlice(source, at)) === null ? positionAt(source, at) : undefined
}
