/**
 * The text of what runs beside a program in its worker, and V8's code cache of it: a worker that has the cache compiles next
 * to nothing. The cache is made by a worker that runs a program of ours, never by one that ran somebody else's.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const filename = fileURLToPath(new URL('../program.cjs', import.meta.url))
/** @type {string | undefined} */
let source
/** @type {Uint8Array | undefined} */
let codeCache

/** What `worker-entry.cjs` makes the program side from. */
export function programSide() {
  source ??= readFileSync(filename, 'latin1') // it is ASCII
  return { filename, source, codeCache }
}

/** @param {Uint8Array} cache of the text above */
export function keepCodeCache(cache) {
  codeCache = cache
}
