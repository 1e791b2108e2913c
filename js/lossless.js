/**
 * Lossless JSON: one walk decides whether a value is lossless and detaches it, then its text is written. Every slot is read
 * once, and what was read is what is written. Used on both sides of the port; iterative, so any depth works.
 */
import { LINEAR_DEPTH, Lossy, openContainer } from './containers.js'
import { peek } from './describe.js'
import { DetachedText, closing, nativeText, opening } from './detached-text.js'
import { IntrinsicSet, JSONStringify, SetAdd, SetDelete, SetHas } from './intrinsics.js'
import { describePath } from './losses.js'
import { isLosslessNumber, scalarText } from './scalars.js'

/** UTF-16 units that are written between two questions whether it is late. */
const UNITS_A_LOOK = 1 << 14
/** V8's message where a string would pass the longest there can be. */
const TEXT_TOO_LONG = 'Invalid string length'

/** @typedef {import('./containers.js').Frame} Frame */
/** Where and what: the message follows `… must be lossless JSON: `. @typedef {{ text: undefined, loss: string }} Loss */
/** @typedef {{ text: string, loss: undefined }} Written */

const never = () => false

/**
 * The JSON text of a value, or why it has none.
 * @param {unknown} value
 * @param {number} [maxLength] where the text would be longer (UTF-16 units), the walk may give up
 * @returns {Written | Loss | undefined} nothing where it gave up
 */
export function writeLossless(value, maxLength) {
  const writing = new LosslessText(value, maxLength)
  writing.advance(never)
  return writing.result
}

/**
 * The same with pauses: a member that has not been read when one begins is read as it is after it.
 *
 * Near the root, containers of containers are written member by member; below, a container is detached whole and handed to
 * the native writer. So what is detached is small and dies young, and what is large is written natively.
 */
export class LosslessText {
  /** Once the walk is over; nothing where it gave up. @type {Written | Loss | undefined} */
  result
  #root
  #maxLength
  #ancestors = new Ancestors()
  /** The innermost container that is open. @type {Frame | undefined} */
  #frame
  #text = ''
  /** UTF-16 units that the text has at least, what is detached and not written yet included. */
  #length = 0
  /** Depth of the deepest container since the outermost one that is being detached. */
  #deepest = 0
  /** @type {DetachedText | undefined} */
  #detached

  /** @param {unknown} value @param {number} [maxLength] */
  constructor(value, maxLength = Infinity) {
    this.#root = value
    this.#maxLength = maxLength
  }

  /**
   * Walks on.
   * @param {() => boolean} isLate asked now and then; where it is, a pause begins
   * @returns {boolean} whether the walk is over
   */
  advance(isLate) {
    try {
      return this.#frame === undefined ? this.#begin(isLate) : this.#walk(this.#frame, isLate)
    } catch (error) {
      this.result = { text: undefined, loss: lossOf(error) }
      return true
    }
  }

  /** @param {() => boolean} isLate */
  #begin(isLate) {
    const text = scalarText(this.#root)
    if (text === undefined) {
      const frame = openContainer(this.#root, undefined)
      if (frame.isSpelled) this.#text = opening(frame)
      return this.#walk(frame, isLate)
    }
    if (text.length <= this.#maxLength) this.result = { text, loss: undefined }
    return true
  }

  /** @param {Frame} frame the innermost container that is open @param {() => boolean} isLate */
  #walk(frame, isLate) {
    const ancestors = this.#ancestors
    let text = this.#text
    let length = this.#length
    let nextLook = lesser(length + UNITS_A_LOOK, this.#maxLength)
    for (;;) {
      const index = frame.next
      if (index === frame.length) {
        const closed = this.#close(frame, isLate)
        if (closed === undefined) return this.#pause(frame, text, length)
        text += closed
        if (frame.up === undefined) {
          this.result = { text, loss: undefined }
          return true
        }
        frame = frame.up
        continue
      }
      if (length > nextLook) {
        if (length > this.#maxLength) return true
        if (isLate()) return this.#pause(frame, text, length)
        nextLook = lesser(length + UNITS_A_LOOK, this.#maxLength)
      }
      frame.next = index + 1
      let slot
      if (frame.keys === undefined) {
        slot = index
        if (frame.isSpelled && index > 0) text += ','
      } else {
        slot = /** @type {string} */ (frame.keys[index])
        length += slot.length + 3
        if (frame.isSpelled) text += index > 0 ? `,${JSONStringify(slot)}:` : `${JSONStringify(slot)}:`
      }
      const child = frame.copy[slot]
      length += 2
      if (typeof child === 'string' ? (length += child.length) > 0 : typeof child === 'number' ? isLosslessNumber(child) : typeof child === 'boolean' || child === null) {
        if (frame.isSpelled) text += scalarText(child)
        continue
      }
      if (typeof child === 'object' && ancestors.has(child, frame)) throw new Lossy('refers back to a value that holds it; leave the cycle out', frame)
      const inner = openContainer(child, frame)
      ancestors.entered(inner)
      if (inner.isSpelled) text += opening(inner)
      else if (!frame.isSpelled) frame.copy[slot] = inner.copy
      if (inner.depth > this.#deepest) this.#deepest = inner.depth
      frame = inner
    }
  }

  /** @param {Frame} frame @param {string} text @param {number} length */
  #pause(frame, text, length) {
    this.#frame = frame
    this.#text = text
    this.#length = length
    return false
  }

  /**
   * @param {Frame} frame whose members have been read @param {() => boolean} isLate
   * @returns {string | undefined} what of the text is due with it; nothing where it is late
   */
  #close(frame, isLate) {
    const { up, isSpelled } = frame
    const text = isSpelled ? closing(frame) : up === undefined || up.isSpelled ? this.#writeDetached(frame, isLate) : ''
    if (text !== undefined) this.#ancestors.left(frame)
    return text
  }

  /** @param {Frame} frame @param {() => boolean} isLate @returns {string | undefined} nothing where it is late */
  #writeDetached({ copy, depth }, isLate) {
    if (this.#detached === undefined) {
      const text = nativeText(copy, this.#deepest - depth)
      this.#deepest = 0
      if (text !== undefined) return text
      this.#detached = new DetachedText(copy)
    }
    if (!this.#detached.advance(isLate)) return undefined
    const { text } = this.#detached
    this.#detached = undefined
    return text
  }
}

/** @param {unknown} error that ended a walk @returns {string} */
function lossOf(error) {
  if (error instanceof Lossy) return `${describePath(error.frame)} ${error.what}`
  if (peek(error, 'message') === TEXT_TOO_LONG) return '$ is too large: its text passes the longest string there can be'
  throw error
}

/** @param {number} first @param {number} second */
const lesser = (first, second) => first < second ? first : second

/** The containers that are open: a member that is one of them is a cycle. */
class Ancestors {
  /** @type {Set<object> | undefined} those deeper than `LINEAR_DEPTH` */
  #deep

  /** @param {Frame} frame */
  entered(frame) {
    if (frame.depth <= LINEAR_DEPTH) return
    this.#deep ??= new IntrinsicSet()
    SetAdd(this.#deep, frame.source)
  }

  /** @param {Frame} frame */
  left(frame) {
    if (frame.depth > LINEAR_DEPTH && this.#deep !== undefined) SetDelete(this.#deep, frame.source)
  }

  /** @param {object} node @param {Frame} frame the innermost open container */
  has(node, frame) {
    if (this.#deep !== undefined && SetHas(this.#deep, node)) return true
    /** @type {Frame | undefined} */
    let ancestor = frame.depth > LINEAR_DEPTH ? frame.shallow : frame
    for (; ancestor !== undefined; ancestor = ancestor.up) if (ancestor.source === node) return true
    return false
  }
}
