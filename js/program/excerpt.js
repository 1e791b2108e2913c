/**
 * The line of a source that a position is in, with a caret below.
 */
import { StringCharCodeAt, StringSlice } from '../intrinsics.js'

/** UTF-16 units of a line that are shown. */
const MAX_LENGTH = 160
/** Of a longer line, how many units before the position are shown. */
const MAX_LEAD = 80
const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** @param {number} unit */
const endsLine = (unit) => unit === LINE_FEED || unit === CARRIAGE_RETURN || unit === 0x2028 || unit === 0x2029

/**
 * @param {string} source
 * @param {number} line from 1, as V8 counts
 * @returns {number | undefined} the offset of its first character
 */
export function startOfLine(source, line) {
  if (line < 1) return undefined
  let start = 0
  for (let count = 1; count < line; count++) {
    let end = endOfLine(source, start)
    if (end === source.length) return undefined
    if (StringCharCodeAt(source, end) === CARRIAGE_RETURN && StringCharCodeAt(source, end + 1) === LINE_FEED) end += 1
    start = end + 1
  }
  return start
}

/** @param {string} source @param {number} at an offset in the line @returns {number} */
function endOfLine(source, at) {
  while (at < source.length && !endsLine(StringCharCodeAt(source, at))) at += 1
  return at
}

/**
 * @param {string} source
 * @param {number} line from 1, as V8 counts
 * @returns {string | undefined} without its end
 */
export function lineOf(source, line) {
  const start = startOfLine(source, line)
  return start === undefined ? undefined : StringSlice(source, start, endOfLine(source, start))
}

/**
 * @param {string} source @param {number} offset
 * @returns {{ line: number, column: number }} from 1
 */
export function positionAt(source, offset) {
  let line = 1
  let start = 0
  for (let at = 0; at < offset; at++) {
    const unit = StringCharCodeAt(source, at)
    if (!endsLine(unit) || (unit === CARRIAGE_RETURN && StringCharCodeAt(source, at + 1) === LINE_FEED)) continue
    line += 1
    start = at + 1
  }
  return { line, column: offset - start + 1 }
}

/**
 * @param {string} source
 * @param {number} line from 1
 * @param {number} column from 1, in UTF-16 units
 * @returns {string | undefined} two lines of text; nothing where the source has no such place
 */
export function excerptOf(source, line, column) {
  const text = lineOf(source, line)
  const at = column - 1
  if (text === undefined || at < 0 || at > text.length) return undefined
  let start = 0
  while (start < at && isBlank(StringCharCodeAt(text, start))) start += 1
  if (at - start > MAX_LEAD && text.length - start > MAX_LENGTH) start = at - MAX_LEAD
  const shown = StringSlice(text, start, start + MAX_LENGTH)
  let lead = ''
  // Tabs are kept, so that the caret stands right however wide they are shown.
  for (let index = start; index < at; index++) lead += StringCharCodeAt(text, index) === TAB ? '\t' : ' '
  const isCutAtStart = start > 0 && !isBlank(StringCharCodeAt(text, start - 1))
  return `${isCutAtStart ? '…' : ''}${shown}${start + MAX_LENGTH < text.length ? '…' : ''}\n${isCutAtStart ? ' ' : ''}${lead}^`
}

/** @param {number} unit */
const isBlank = (unit) => unit === 32 || unit === TAB
