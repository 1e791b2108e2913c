import { renderDiagnostic, stripInBackground, stripNow } from './strip.js'

/** Up to this length a source is stripped at once, on the host's thread: in a fraction of a millisecond. */
const MAX_PROMPT_LENGTH = 4096

/**
 * A program as a worker takes it (a map where its positions are not those of the source), or the text of why it is none.
 * @typedef {{ code: string, map: string | null, failure?: undefined } | { failure: string }} Prepared
 */

/**
 * @param {string} source
 * @param {'strip' | 'transform'} typescript
 * @returns {Promise<Prepared>}
 */
export async function prepareProgram(source, typescript) {
  void typescript
  const { code, diagnostic } = source.length <= MAX_PROMPT_LENGTH ? stripNow(source) : await stripInBackground(source)
  return code === undefined ? { failure: renderDiagnostic(/** @type {any} */ (diagnostic)) } : { code, map: null }
}
