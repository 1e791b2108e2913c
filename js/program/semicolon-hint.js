/**
 * A hint about a line that was meant to begin a statement and goes on with the one before it: JavaScript ends a statement at a
 * line break only where the next line could not go on.
 */
import { RegExpExec, StringCharCodeAt } from '../intrinsics.js'
import { lineOf, startOfLine } from './excerpt.js'
import { context } from './hint-context.js'
import { framesOf } from './stack.js'

const FIRST = /^([ \t]*)([([`])/
/** What an expression ends with, types erased. A `}` may end a block as well, but not that of a declared object. */
const END_OF_EXPRESSION = /^([ \t]*)(?:.*[\w$)\]"'`]|(?:const|let|var)\b(?:(?!=>|\bfunction\b|\bclass\b).)*=[ \t]*\{(?:(?!=>|\bfunction\b).)*\})[ \t]*$/
/** Words after which an expression begins or a line break ends, heads of statements, and comments. */
const NO_END = /(?:^|[^\w$.])(?:else|do|return|break|continue|throw|yield|async|case|of|in|new|typeof|void|delete|await|instanceof|try|finally)[ \t]*$|^[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|for|while|with|switch|catch|function|async|class|get|set|static)\b|\/\/|\/\*|\*\//
const BACKTICK = 0x60
const BLANK = /^\s*$/
/** UTF-16 units of a line that is looked at: the patterns go over it more than once. */
const MAX_LENGTH = 1000
/** So many lines above are looked at for one that is not blank. */
const MAX_BLANK = 8

/** @param {object} error @returns {string | undefined} */
export function semicolonHint(error) {
  const { code } = context
  const line = framesOf(error)?.line ?? 0
  if (code === undefined || line < 2) return undefined
  const first = RegExpExec(FIRST, lineOf(code, line) ?? '')
  if (first === null) return undefined
  let above = line - 1
  while (above > 1 && line - above < MAX_BLANK && RegExpExec(BLANK, lineOf(code, above) ?? '') !== null) above -= 1
  const before = lineOf(code, above) ?? ''
  if (before.length > MAX_LENGTH) return undefined
  const end = RegExpExec(END_OF_EXPRESSION, before)
  if (end === null || RegExpExec(NO_END, before) !== null || isInTemplate(code, line)) return undefined
  // Further to the right, it is meant to go on.
  if (/** @type {string} */ (first[1]).length > /** @type {string} */ (end[1]).length) return undefined
  return `line ${above} goes on in line ${line}: put a semicolon before its ${first[2] === '`' ? 'backtick' : `\`${first[2]}\``}, or in a list a comma`
}

/** May the line begin in a template literal? @param {string} code @param {number} line */
function isInTemplate(code, line) {
  const end = startOfLine(code, line) ?? 0
  let isInside = false
  for (let at = 0; at < end; at++) if (StringCharCodeAt(code, at) === BACKTICK) isInside = !isInside
  return isInside
}
