/**
 * A hint about a line that was meant to begin a statement and goes on with the one before it: JavaScript ends a statement at a
 * line break only where the next line could not go on.
 */
import { RegExpExec, StringCharCodeAt } from '../intrinsics.js'
import { lineOf } from './excerpt.js'
import { context } from './hint-context.js'
import { framesOf } from './stack.js'

const FIRST = /^([ \t]*)([([`])/
/** What an expression ends with, types erased. A `}` may end a block as well, but not that of a declared object. */
const END_OF_EXPRESSION = /^([ \t]*)(?:.*[\w$)\]"'`]|(?:const|let|var)\b(?:(?!=>|\bfunction\b|\bclass\b).)*=[ \t]*\{(?:(?!=>|\bfunction\b).)*\})[ \t]*$/
/** Words after which an expression begins or a line break ends, heads of statements, and comments. */
const NO_END = /(?:^|[^\w$.])(?:else|do|return|break|continue|throw|yield|async|case|of|in|new|typeof|void|delete|await|instanceof|try|finally)[ \t]*$|^[ \t]*(?:\}[ \t]*)?(?:else[ \t]+)?(?:if|for|while|with|switch|catch|function|async|class|get|set|static)\b|\/\/|\/\*|\*\//
const BACKTICK = 0x60
const BLANK = /^\s*$/

/** @param {object} error @returns {string | undefined} */
export function semicolonHint(error) {
  const { code } = context
  const line = framesOf(error)?.line ?? 0
  if (code === undefined || line < 2) return undefined
  const first = RegExpExec(FIRST, lineOf(code, line) ?? '')
  if (first === null) return undefined
  let above = line - 1
  while (above > 1 && RegExpExec(BLANK, lineOf(code, above) ?? '') !== null) above -= 1
  const before = lineOf(code, above) ?? ''
  const end = RegExpExec(END_OF_EXPRESSION, before)
  if (end === null || RegExpExec(NO_END, before) !== null || isInTemplate(code, line)) return undefined
  // Further to the right, it is meant to go on.
  if (/** @type {string} */ (first[1]).length > /** @type {string} */ (end[1]).length) return undefined
  return `line ${above} goes on in line ${line}: put a semicolon before its ${first[2] === '`' ? 'backtick' : `\`${first[2]}\``}`
}

/** May the line begin in a template literal? @param {string} code @param {number} line */
function isInTemplate(code, line) {
  let isInside = false
  for (let above = 1; above < line; above++) {
    const text = lineOf(code, above) ?? ''
    for (let at = 0; at < text.length; at++) if (StringCharCodeAt(text, at) === BACKTICK) isInside = !isInside
  }
  return isInside
}
