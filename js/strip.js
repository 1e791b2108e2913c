import { eraseTypes, eraseTypesInBackground } from './native.js'

/** @typedef {import('./native.d.ts').Diagnostic} Diagnostic */
/** @typedef {import('./native.d.ts').Erasure} Erasure */
/** @typedef {'body' | 'module'} StripMode */

/** A source that is not taken: the place, the reason and, where there is one, the way out. */
export class ProgramSyntaxError extends SyntaxError {
  /** @param {Diagnostic} diagnostic */
  constructor(diagnostic) {
    super(diagnostic.message)
    this.code = diagnostic.code
    /** 1-based. */
    this.line = diagnostic.line ?? null
    /** 1-based, in UTF-16 code units. */
    this.column = diagnostic.column ?? null
    /** What to write instead. */
    this.hint = diagnostic.hint ?? null
    /** The source line, and on a second line a caret under the place. */
    this.excerpt = diagnostic.excerpt ?? null
  }
}
// Read in a stack or a log it is a syntax error like any other; `instanceof` tells them apart.
Object.defineProperty(ProgramSyntaxError.prototype, 'name', { value: 'SyntaxError', writable: true, configurable: true })

/**
 * The whole text of a diagnostic, for whoever has to mend the program.
 * @param {Diagnostic} diagnostic
 */
export function renderDiagnostic({ message, line, column, excerpt, hint }) {
  const parts = [`SyntaxError: ${message}`]
  if (excerpt !== undefined) parts.push(excerpt.replace(/^/gm, '    '))
  if (line !== undefined) parts.push(`    at program.ts:${line}:${column}`)
  if (hint !== undefined) parts.push(`hint: ${hint}`)
  return parts.join('\n')
}

/**
 * Blanks the types of a TypeScript source. Line, column and every character that stays are those of the source.
 * @param {string} source
 * @param {{ mode?: StripMode }} [options] what the source is: the body of an async function (`'body'`, the default) or a module
 * @returns {string}
 * @throws {ProgramSyntaxError} for what is no TypeScript, or cannot be had by erasing
 */
export function stripTypeScript(source, options) {
  const text = requireString(source)
  const { code, diagnostic } = settle(text, eraseTypes(text, requireMode(options?.mode)))
  if (diagnostic !== undefined) throw new ProgramSyntaxError(diagnostic)
  return code
}

/**
 * As {@link stripTypeScript}, on a thread of its own, and with the diagnostic as data.
 * @param {string} source
 * @param {StripMode} [mode]
 * @returns {Promise<{ code: string, diagnostic?: undefined } | { code?: undefined, diagnostic: Diagnostic }>}
 */
export async function stripInBackground(source, mode = 'body') {
  return settle(source, await eraseTypesInBackground(source, mode))
}

/**
 * As {@link stripTypeScript}, with the diagnostic as data.
 * @param {string} source
 * @param {StripMode} [mode]
 * @returns {{ code: string, diagnostic?: undefined } | { code?: undefined, diagnostic: Diagnostic }}
 */
export function stripNow(source, mode = 'body') {
  return settle(source, eraseTypes(source, mode))
}

/**
 * @param {string} source
 * @param {string | Erasure} erased
 * @returns {{ code: string, diagnostic?: undefined } | { code?: undefined, diagnostic: Diagnostic }}
 */
function settle(source, erased) {
  if (typeof erased === 'string') return { code: erased }
  const { edits, diagnostic } = erased
  if (edits !== undefined) return { code: applyEdits(source, edits) }
  return { diagnostic: /** @type {Diagnostic} */ (diagnostic) }
}

/**
 * @param {string} source
 * @param {Uint32Array} edits three numbers each: start, end, and the character code put at the start
 */
export function applyEdits(source, edits) {
  let text = ''
  let kept = 0
  for (let index = 0; index < edits.length; index += 3) {
    const start = /** @type {number} */ (edits[index])
    const end = /** @type {number} */ (edits[index + 1])
    const put = edits[index + 2]
    text += source.slice(kept, start)
    text += put === SPACE ? ' '.repeat(end - start) : String.fromCharCode(put ?? SPACE) + ' '.repeat(end - start - 1)
    kept = end
  }
  return text + source.slice(kept)
}
const SPACE = 32

/** @param {unknown} source */
export function requireString(source) {
  if (typeof source !== 'string') throw new TypeError('the source must be a string')
  return source
}

/** @param {unknown} mode @returns {StripMode} */
export function requireMode(mode) {
  if (mode === undefined || mode === 'body') return 'body'
  if (mode === 'module') return 'module'
  throw new TypeError("mode must be 'body' or 'module'")
}
