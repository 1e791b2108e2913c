/**
 * The scalars of a lossless value: which strings, numbers, booleans and nulls are lossless, and their text.
 */
import { JSONStringify } from './intrinsics.js'

/** @param {number} value */
export const isLosslessNumber = (value) => value - value === 0 && (value !== 0 || 1 / value > 0)

/**
 * @param {unknown} value
 * @returns {string | undefined} the JSON text, or nothing for what is no lossless scalar
 */
export function scalarText(value) {
  switch (typeof value) {
    case 'string': return JSONStringify(value)
    case 'number': return isLosslessNumber(value) ? `${value}` : undefined
    case 'boolean': return value ? 'true' : 'false'
    default: return value === null ? 'null' : undefined
  }
}
