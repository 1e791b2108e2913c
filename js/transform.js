/** TypeScript with enums, namespaces and parameter properties to JavaScript. */
import { transformTypes, transformTypesInBackground } from './native.js'
import { ProgramSyntaxError, applyEdits, requireMode, requireString } from './strip.js'

/** @typedef {import('./native.d.ts').Diagnostic} Diagnostic */
/** @typedef {import('./native.d.ts').Transformation} Transformation */
/** @typedef {import('./strip.js').StripMode} StripMode */

/**
 * @typedef {object} Prepared
 * @property {string} code the JavaScript
 * @property {string | null} map a source map from the code to the source, as JSON; `null` where every position was kept
 * @property {undefined} [diagnostic]
 */

/** @typedef {Prepared | { code?: undefined, map?: undefined, diagnostic: Diagnostic }} Preparation */

/**
 * Blanks the types of a TypeScript source as {@link stripTypeScript} does, and writes enums, namespaces and parameter
 * properties as JavaScript. Every line keeps its number.
 *
 * @param {string} source
 * @param {{ mode?: StripMode }} [options] what the source is: the body of an async function (`'body'`, the default) or
 *   a module
 * @returns {{ code: string, map: string | null }}
 * @throws {ProgramSyntaxError} for what is no TypeScript, or cannot be had so
 */
export function transformTypeScript(source, options) {
  const text = requireString(source)
  const { diagnostic, code, map } = settle(text, transformTypes(text, requireMode(options?.mode)))
  if (diagnostic !== undefined) throw new ProgramSyntaxError(diagnostic)
  return { code, map }
}

/**
 * As {@link transformTypeScript}, on a thread of its own, and with the diagnostic as data.
 *
 * @param {string} source
 * @param {StripMode} [mode]
 * @returns {Promise<Preparation>}
 */
export async function transformInBackground(source, mode = 'body') {
  return settle(source, await transformTypesInBackground(source, mode))
}

/**
 * @param {string} source
 * @param {Transformation} transformation
 * @returns {Preparation}
 */
function settle(source, { edits, rewrites, text, map, diagnostic }) {
  if (rewrites !== undefined) return { code: rewrite(source, rewrites, text ?? ''), map: map ?? null }
  if (edits !== undefined) return { code: applyEdits(source, edits), map: null }
  return { diagnostic: /** @type {Diagnostic} */ (diagnostic) }
}

/**
 * @param {string} source
 * @param {Uint32Array} rewrites three numbers each: start, end, and how much of the text takes the place of that part
 * @param {string} text
 */
function rewrite(source, rewrites, text) {
  let code = ''
  let kept = 0
  let used = 0
  for (let index = 0; index < rewrites.length; index += 3) {
    const start = /** @type {number} */ (rewrites[index])
    const end = /** @type {number} */ (rewrites[index + 1])
    const length = /** @type {number} */ (rewrites[index + 2])
    code += source.slice(kept, start) + text.slice(used, used + length)
    kept = end
    used += length
  }
  return code + source.slice(kept)
}
