/**
 * The JSON text of detached data: plain containers and scalars that nobody else holds.
 */
import { ArrayIsArray, ArrayPrototype, JSONStringify, ObjectGetOwnPropertyNames, ObjectGetPrototypeOf, ObjectPrototype } from './intrinsics.js'
import { scalarText } from './scalars.js'

/** Down to this depth the native writer is used: it recurses, and before Node.js 26 fails at some 5,000 levels. */
const NATIVE_DEPTH = 1000
/** Members that are written between two questions whether it is late. */
const MEMBERS_A_LOOK = 4096

/**
 * The native text. The native writer consults one thing that a program can change, `toJSON` on a prototype.
 * @param {unknown} copy @param {number} depth
 * @returns {string | undefined} nothing where `DetachedText` has to write it
 */
export function nativeText(copy, depth) {
  if (depth > NATIVE_DEPTH || 'toJSON' in ObjectPrototype || 'toJSON' in ArrayPrototype || ObjectGetPrototypeOf(ArrayPrototype) !== ObjectPrototype) return undefined
  try {
    return JSONStringify(copy)
  } catch {
    return undefined // called near the end of the program's stack
  }
}

/** @param {unknown} copy a container that is small, and not deep */
export function containerText(copy) {
  const text = nativeText(copy, 0)
  if (text !== undefined) return text
  const writing = new DetachedText(copy)
  writing.advance(() => false)
  return writing.text
}

/** @param {unknown} member a lossless scalar, or a container that is small, and not deep */
export const textOf = (member) => scalarText(member) ?? containerText(member)

/** @typedef {{ up: Open | undefined, node: any, keys: readonly string[] | undefined, length: number, next: number }} Open */

/** The same text, written iteratively. */
export class DetachedText {
  text
  /** @type {Open | undefined} the innermost container that is not written yet */
  #open

  /** @param {unknown} root */
  constructor(root) {
    this.#open = open(root, undefined)
    this.text = opening(this.#open)
  }

  /**
   * Goes on writing.
   * @param {() => boolean} isLate
   * @returns {boolean} whether `text` is whole; not where it is late
   */
  advance(isLate) {
    let container = this.#open
    for (let count = 1; container !== undefined; count++) {
      if (count % MEMBERS_A_LOOK === 0 && isLate()) break
      container = this.#writeMember(container)
    }
    this.#open = container
    return container === undefined
  }

  /** @param {Open} container @returns {Open | undefined} the innermost container that is not written yet */
  #writeMember(container) {
    const index = container.next
    if (index === container.length) {
      this.text += closing(container)
      return container.up
    }
    container.next = index + 1
    if (index > 0) this.text += ','
    const slot = container.keys === undefined ? index : /** @type {string} */ (container.keys[index])
    if (container.keys !== undefined) this.text += `${JSONStringify(slot)}:`
    const member = container.node[slot]
    const written = scalarText(member)
    if (written !== undefined) {
      this.text += written
      return container
    }
    const inner = open(member, container)
    this.text += opening(inner)
    return inner
  }
}

/** @param {any} node @param {Open | undefined} up @returns {Open} */
function open(node, up) {
  const keys = ArrayIsArray(node) ? undefined : ObjectGetOwnPropertyNames(node)
  return { up, node, keys, length: keys === undefined ? node.length : keys.length, next: 0 }
}

/** @param {{ keys: readonly string[] | undefined }} container */
export const opening = ({ keys }) => keys === undefined ? '[' : '{'
/** @param {{ keys: readonly string[] | undefined }} container */
export const closing = ({ keys }) => keys === undefined ? ']' : '}'
