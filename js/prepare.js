import { renderDiagnostic, stripInBackground, stripNow } from './strip.js'
import { transformInBackground } from './transform.js'

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
  if (typescript === 'transform') {
    const { code, map, diagnostic } = await transformInBackground(source)
    return diagnostic === undefined ? { code, map } : failure(diagnostic)
  }
  const { code, diagnostic } = source.length <= MAX_PROMPT_LENGTH ? stripNow(source) : await stripInBackground(source)
  return diagnostic === undefined ? { code, map: null } : failure(diagnostic)
}

/** @param {import('./native.d.ts').Diagnostic} diagnostic @returns {Prepared} */
function failure(diagnostic) {
  return { failure: renderDiagnostic(diagnostic) }
}
