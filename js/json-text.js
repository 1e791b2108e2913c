/**
 * JSON text that came from a program: inspected first, for nobody vouches for it, and parsed once.
 */
import { inspectJson, inspectJsonInBackground } from './native.js'
import { Pieces } from './pieces.js'
import { doInSlices } from './slices.js'

/** From this many bytes on a text is inspected off the host's thread: the inspection takes about 2 ns a byte. */
const BACKGROUND_BYTES = 1 << 18
/** A larger text is parsed in pieces of this many bytes: some milliseconds each. */
const PIECE_BYTES = 1 << 19

/**
 * A lossless text: the bytes of its canonical form, and its value where that was wanted.
 * @typedef {{ bytes: number, value?: unknown }} Read
 */

/**
 * @param {Buffer} payload nobody writes to it any more
 * @param {(bytes: number) => boolean} isWanted asked before the text is parsed and between its pieces; bytes of its canonical form
 * @returns {Read | null | Promise<Read | null>} null where it is not lossless JSON
 */
export function readJson(payload, isWanted) {
  if (payload.byteLength >= BACKGROUND_BYTES) return readLarge(payload, isWanted)
  const bytes = inspectJson(payload)
  if (bytes === null) return null
  return isWanted(bytes) ? { bytes, value: JSON.parse(payload.toString()) } : { bytes }
}

/** Never rejects. @param {Buffer} payload @param {(bytes: number) => boolean} isWanted @returns {Promise<Read | null>} */
async function readLarge(payload, isWanted) {
  const inspection = await inspectJsonInBackground(payload, PIECE_BYTES)
  if (inspection === null) return null
  const { bytes, cuts } = inspection
  const pieces = new Pieces(payload, cuts)
  return new Promise((resolve) => {
    doInSlices((isLate) => {
      try {
        while (isWanted(bytes)) {
          if (pieces.parseNext()) {
            resolve({ bytes, value: pieces.value })
            return true
          }
          if (isLate()) return false
        }
        resolve({ bytes })
      } catch {
        resolve(null) // a text that is longer than a string can be
      }
      return true
    })
  })
}
