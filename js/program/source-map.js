/**
 * Positions of a transformed program in its source.
 *
 * Runs beside the program, and must work whatever that has done to the globals: the intrinsics are taken when this
 * module loads, no iterator, no prototype and no index of an ordinary array is relied on.
 */

const { call, bind } = Function.prototype

/** @type {(method: Function) => Function} `uncurryThis(method)(self, ...args)` is `self.method(...args)` */
const uncurryThis = method => bind.call(call, method)

const jsonParse = JSON.parse
const IntArray = Int32Array
const charCodeAt = /** @type {(text: string, at: number) => number} */ (uncurryThis(String.prototype.charCodeAt))
const createObject = Object.create

const COMMA = 44
const SEMICOLON = 59
/** Numbers of a segment, as they are kept: generated line and column, original line and column, all from 0. */
const FIELDS = 4

/**
 * @typedef {object} Position
 * @property {number} line from 1
 * @property {number} column from 1, in UTF-16 code units
 */

/**
 * @typedef {object} SourceMap
 * @property {(line: number, column: number) => Position | undefined} originalPosition where a position of the
 *   generated code, as V8 gives it, comes from; `undefined` where nothing of the source stands behind it
 */

/**
 * @typedef {object} Segments
 * @property {Int32Array} fields
 * @property {number} count
 */

/**
 * Reads a map when it is first asked for a position.
 *
 * @param {string} text a source map of version 3, as JSON, with one source
 * @returns {SourceMap}
 */
export function createSourceMap(text) {
  /** @type {Segments | undefined} */
  let segments
  const map = createObject(null)
  /** @param {number} line @param {number} column */
  map.originalPosition = (line, column) => {
    segments ??= decode(mappingsOf(text))
    return find(segments, line - 1, column - 1)
  }
  return map
}

/** @param {string} text @returns {string} */
function mappingsOf(text) {
  try {
    const { mappings } = jsonParse(text)
    return typeof mappings === 'string' ? mappings : ''
  } catch {
    return ''
  }
}

/** @param {string} mappings @returns {Segments} */
function decode(mappings) {
  const fields = new IntArray(countSegments(mappings) * FIELDS)
  let count = 0
  let generatedLine = 0
  let generatedColumn = 0
  let originalLine = 0
  let originalColumn = 0
  let at = 0
  while (at < mappings.length) {
    const code = charCodeAt(mappings, at)
    if (code === SEMICOLON) {
      generatedLine++
      generatedColumn = 0
      at++
    } else if (code === COMMA) {
      at++
    } else {
      let read = 0
      for (; at < mappings.length && !isSeparator(charCodeAt(mappings, at)); read++) {
        const value = readNumber(mappings, at)
        at = numberEnd
        if (read === 0) generatedColumn += value
        else if (read === 2) originalLine += value
        else if (read === 3) originalColumn += value
      }
      if (read >= FIELDS) {
        const start = count * FIELDS
        fields[start] = generatedLine
        fields[start + 1] = generatedColumn
        fields[start + 2] = originalLine
        fields[start + 3] = originalColumn
        count++
      }
    }
  }
  // The accessors of typed arrays, `length` too, are the program's to change.
  return { fields, count }
}

/** @param {number} code */
function isSeparator(code) {
  return code === COMMA || code === SEMICOLON
}

/** @param {string} mappings */
function countSegments(mappings) {
  let count = 1
  for (let at = 0; at < mappings.length; at++) {
    if (isSeparator(charCodeAt(mappings, at))) count++
  }
  return count
}

/** Where the number ended that was read last. */
let numberEnd = 0

/**
 * @param {string} mappings
 * @param {number} start of a number in base 64, least significant digit first, its sign in the lowest bit
 */
function readNumber(mappings, start) {
  let value = 0
  let shift = 0
  let at = start
  for (;;) {
    const digit = digitOf(charCodeAt(mappings, at))
    at++
    value |= (digit & 31) << shift
    shift += 5
    if ((digit & 32) === 0 || at >= mappings.length) break
  }
  numberEnd = at
  return (value & 1) === 1 ? -(value >>> 1) : value >>> 1
}

/** @param {number} code of a digit of base 64 */
function digitOf(code) {
  if (code >= 65 && code <= 90) return code - 65
  if (code >= 97 && code <= 122) return code - 71
  if (code >= 48 && code <= 57) return code + 4
  return code === 43 ? 62 : 63
}

/**
 * The last segment of the line that begins at or before the column.
 *
 * @param {Segments} segments
 * @param {number} line from 0
 * @param {number} column from 0
 * @returns {Position | undefined}
 */
function find(segments, line, column) {
  let low = 0
  let high = segments.count
  while (low < high) {
    const middle = (low + high) >>> 1
    const generatedLine = field(segments, middle, 0)
    const isAfter = generatedLine > line || (generatedLine === line && field(segments, middle, 1) > column)
    if (isAfter) high = middle
    else low = middle + 1
  }
  const found = low - 1
  if (found < 0 || field(segments, found, 0) !== line) return undefined
  return { line: field(segments, found, 2) + 1, column: field(segments, found, 3) + 1 }
}

/** @param {Segments} segments @param {number} segment @param {number} offset */
function field({ fields }, segment, offset) {
  return /** @type {number} */ (fields[segment * FIELDS + offset])
}
