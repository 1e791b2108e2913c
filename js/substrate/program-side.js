/**
 * The text of what runs beside a program in its worker, and V8's code cache of it: a worker that has the cache compiles next
 * to nothing. The cache is made by a worker that runs a program of ours, never by one that ran somebody else's. Until there
 * is one, the host compiles beside a worker's boot what V8 compiles before it runs anything.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'

const filename = fileURLToPath(new URL('../program.cjs', import.meta.url))
/** @type {string | undefined} */
let source
/** @type {Uint8Array | undefined} */
let codeCache

/** What `worker-entry.cjs` makes the program side from. */
export function programSide() {
  return { filename, source: sourceText(), codeCache }
}

/** A cache for a worker that boots without one: of the program side's functions it has those that V8 does not put off. @returns {Uint8Array} */
export function compileAhead() {
  return new Script(sourceText(), { filename }).createCachedData()
}

const sourceText = () => source ??= readFileSync(filename, 'latin1') // it is ASCII

/** @param {Uint8Array} cache of the text above */
export function keepCodeCache(cache) {
  codeCache = cache
}
