/**
 * Why a program that ended well gave nothing back. What is said of its source is certain: V8 itself is asked whether a part
 * of it is an expression, by compiling it as one.
 */
import { Script } from 'node:vm'
import { RegExpExec, StringCharCodeAt, StringSlice } from '../intrinsics.js'
import { escapeRegExp, IntrinsicRegExp } from './source.js'

/** Sources of more UTF-16 units are not looked into. */
const MAX_LENGTH = 1 << 16
/** How many places are tried as the beginning of the last statement. */
const MAX_TRIES = 24
const NOTE = 'note: the program returned nothing and logged nothing'

/**
 * @param {string} code JavaScript, the body of an async function
 * @returns {string} one log entry
 */
export function completionNote(code) {
  const why = code.length > MAX_LENGTH ? undefined : explain(trimEnd(code))
  return why === undefined ? NOTE : `${NOTE}: ${why}`
}

/** @param {string} code */
function explain(code) {
  if (code === '') return undefined
  const start = isExpression(withoutSemicolon(code)) ? 0 : startOfLastStatement(code)
  const last = start === undefined ? undefined : StringSlice(code, start)
  if (last !== undefined) {
    const told = explainFunction(code, last) ?? explainAssignment(last) ?? explainExpression(last)
    if (told !== undefined) return told
  }
  return RegExpExec(/\breturn\b/, code) === null ? 'it has no return' : undefined
}

/** @param {string} code */
const isBody = (code) => compiles(`(async function(){"use strict";${code}\n})`)
/** @param {string} text */
const isExpression = (text) => compiles(`(async function(){"use strict";return (${text}\n)})`)

/** @param {string} text */
function compiles(text) {
  try {
    void new Script(text)
    return true
  } catch {
    return false
  }
}

const FIRST_WORD = /^(?:async\s+function\b|function\b|(?:const|let|var)\s|[\w$'"`])/
/** Words that go on with the statement before them, or that are no expression's beginning. */
const NO_BEGINNING = /^(?:in|of|instanceof|else|catch|finally|while|as|case|default|return|throw|break|continue)\b/

/**
 * The last statement's place: what stands before it is a whole body by itself. Only what cannot go on with the line before
 * is taken for a beginning, so an operator or a bracket is none.
 * @param {string} code
 */
function startOfLastStatement(code) {
  let tries = 0
  for (let at = code.length - 1; at >= 0 && tries < MAX_TRIES; at--) {
    if (at > 0 && !endsStatement(StringCharCodeAt(code, at - 1))) continue
    let start = at
    while (start < code.length && isSpace(StringCharCodeAt(code, start))) start += 1
    const rest = StringSlice(code, start)
    if (RegExpExec(FIRST_WORD, rest) === null || RegExpExec(NO_BEGINNING, rest) !== null) continue
    tries += 1
    if (isBody(StringSlice(code, 0, start)) && isBody(rest)) return start
  }
  return undefined
}

const FUNCTION = /^(?:async\s+)?function\s*\*?\s*([\w$]+)/
const FUNCTION_VARIABLE = /^(?:const|let|var)\s+([\w$]+)\s*=\s*((?:async\s*)?(?:function\b|\([^()]*\)\s*=>|[\w$]+\s*=>)[\s\S]*)$/

/**
 * A function that nothing else in the program names.
 * @param {string} code @param {string} last
 */
function explainFunction(code, last) {
  const declared = RegExpExec(FUNCTION, last)
  const assigned = declared === null ? RegExpExec(FUNCTION_VARIABLE, last) : null
  const name = declared?.[1] ?? assigned?.[1]
  const text = declared === null ? withoutSemicolon(assigned?.[2] ?? '') : last
  if (name === undefined || !isExpression(text)) return undefined
  const mention = new IntrinsicRegExp(`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`)
  const first = RegExpExec(mention, code)
  const isNamedAgain = first !== null && RegExpExec(mention, StringSlice(code, first.index + name.length)) !== null
  return isNamedAgain ? undefined : `${name} was never called; end with return await ${name}()`
}

const ASSIGNMENT = /^(?:(?:const|let|var)\s+)?([\w$]+)\s*=(?![=>])/

/** @param {string} last */
function explainAssignment(last) {
  const name = RegExpExec(ASSIGNMENT, last)?.[1]
  return name === undefined ? undefined : `it ends with an assignment to ${name}; end with return ${name}`
}

/** @param {string} last */
function explainExpression(last) {
  const text = withoutSemicolon(last)
  if (RegExpExec(/^(?:class|function|async\s+function)\b/, text) !== null || !isExpression(text)) return undefined
  const line = RegExpExec(/^[^\n]{1,60}$/, text)
  return line === null ? 'its last expression is not returned; write return before it' : `its last expression is not returned; write return ${text}`
}

/** @param {string} text */
function withoutSemicolon(text) {
  const end = trimEnd(text)
  return end[end.length - 1] === ';' ? trimEnd(StringSlice(end, 0, end.length - 1)) : end
}

/** @param {string} text */
function trimEnd(text) {
  let end = text.length
  while (end > 0 && isSpace(StringCharCodeAt(text, end - 1))) end -= 1
  return StringSlice(text, 0, end)
}

/** @param {number} unit */
const isSpace = (unit) => unit === 32 || (unit >= 9 && unit <= 13)
/** A line's end, `;` or `}`. @param {number} unit */
const endsStatement = (unit) => unit === 10 || unit === 13 || unit === 0x3b || unit === 0x7d
