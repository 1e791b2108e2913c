/** @import { CodeJsonValue } from '../../index.js' */

/** Controls that JSON text may hold and a terminal may act upon. */
const UPPER_CONTROLS = /[\x7f-\x9f]/g

/** @param {string} unit */
const escapeUnit = unit => `\\u00${unit.charCodeAt(0).toString(16)}`

/**
 * @param {CodeJsonValue | object} value lossless JSON
 * @returns {string} JSON text without line feeds
 */
export function toJsonLine(value) {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return writeDeep(value)
    throw error
  }
}

/**
 * @param {CodeJsonValue} value
 * @returns {string} indented JSON text; of a value too deep to be read that way, one line
 */
export function toJsonPage(value) {
  try {
    return JSON.stringify(value, null, 2).replace(UPPER_CONTROLS, escapeUnit)
  } catch (error) {
    if (error instanceof RangeError) return toJsonLine(value)
    throw error
  }
}

/**
 * `JSON.stringify` without recursion: before Node 26 it overflows the stack at a few thousand levels.
 * @param {unknown} root
 */
function writeDeep(root) {
  /** @type {string[]} */
  const parts = []
  /** Values to write, and text to copy; the last is the next. @type {({ value: unknown } | { text: string })[]} */
  const pending = [{ value: root }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if ('text' in next) parts.push(next.text)
    else if (Array.isArray(next.value)) open('[', ']', next.value.map(value => ({ key: '', value })))
    else if (typeof next.value === 'object' && next.value !== null) open('{', '}', membersOf(next.value))
    else parts.push(JSON.stringify(next.value))
  }
  return parts.join('')

  /**
   * @param {string} start
   * @param {string} end
   * @param {{ key: string, value: unknown }[]} members
   */
  function open(start, end, members) {
    parts.push(start)
    pending.push({ text: end })
    for (let index = members.length - 1; index >= 0; index -= 1) {
      const { key, value } = /** @type {{ key: string, value: unknown }} */ (members[index])
      pending.push({ value }, { text: index === 0 ? key : `,${key}` })
    }
  }
}

/** @param {object} object */
function membersOf(object) {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({ key: `${JSON.stringify(key)}:`, value }))
}
