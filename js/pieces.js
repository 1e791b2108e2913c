/**
 * Parses a large JSON text piece by piece, so that the event loop can turn between them.
 *
 * A piece reaches from one cut to the next. What is open at its begin and at its end is opened and closed around it, which
 * makes it a text of its own; its members are then moved to the containers that the pieces before it have left open.
 */

/** @typedef {import('./native.js').JsonCut} Cut */
/** @typedef {Cut['path'][number]} Level empty for an array */

export class Pieces {
  /** The value of what was parsed. @type {unknown} */
  value
  #payload
  #cuts
  #next = 0

  /** @param {Buffer} payload of lossless JSON @param {readonly Cut[]} cuts */
  constructor(payload, cuts) {
    this.#payload = payload
    this.#cuts = cuts
  }

  /** @returns {boolean} whether that was the last one */
  parseNext() {
    const begin = this.#cuts[this.#next - 1]
    const end = this.#cuts[this.#next]
    this.#next += 1
    const text = this.#payload.toString('utf8', begin && begin.at + 1, end?.at)
    const piece = JSON.parse(this.#opening(begin?.path ?? []) + text + closing(end?.path ?? []))
    if (begin === undefined) this.value = piece
    else this.#append(piece, begin.path)
    return end === undefined
  }

  /** @param {Cut['path']} path @returns {string} as far as the place in the innermost container */
  #opening(path) {
    const last = path.length - 1
    return path.map((level, at) => level.length === 0 ? '[' : at === last ? '{' : `{${this.#keyText(level)}:`).join('')
  }

  /**
   * Moves the members of a piece, and of what it repeats of `path`, to those that are there.
   * @param {any} piece @param {Cut['path']} path
   */
  #append(piece, path) {
    /** @type {any} */
    let target = this.value
    for (const level of path.slice(0, -1)) {
      const [first, last] = level.length === 0 ? [0, target.length - 1] : [this.#keyOf(level), this.#keyOf(level)]
      const [innerTarget, innerPiece] = [target[last], piece[first]]
      moveMembers(piece, target, first)
      target = innerTarget
      piece = innerPiece
    }
    moveMembers(piece, target)
  }

  /** @param {Level} level of an object @returns {string} */
  #keyOf(level) {
    return JSON.parse(this.#keyText(level))
  }

  /** @param {Level} level of an object */
  #keyText([start, end]) {
    return this.#payload.toString('utf8', start, end)
  }
}

/** @param {any} from @param {any} to @param {unknown} [repeated] the member of `from` that `to` has as well: its first one in an array */
function moveMembers(from, to, repeated) {
  if (Array.isArray(from)) {
    for (let index = repeated === undefined ? 0 : 1; index < from.length; index++) to.push(from[index])
    return
  }
  for (const key of Object.keys(from)) {
    if (key === repeated) continue
    // What it inherits may be a setter, as `__proto__` is, or frozen.
    if (key in to) Object.defineProperty(to, key, { value: from[key], writable: true, enumerable: true, configurable: true })
    else to[key] = from[key]
  }
}

/** @param {Cut['path']} path */
const closing = (path) => path.map((level) => level.length === 0 ? ']' : '}').toReversed().join('')
