/**
 * Lossless JSON: one walk decides whether a value is lossless and detaches it, then its text is written. Every slot is read
 * once, and what was read is what is written. Used on both sides of the port; iterative, so any depth works.
 */
import { Batch } from './batch.js'
import { LINEAR_DEPTH, Lossy, frameOf, isToBeSpelled, readContainer } from './containers.js'
import { peek } from './describe.js'
import { DetachedText, closing, containerText, nativeText, opening, textOf } from './detached-text.js'
import { IntrinsicSet, JSONStringify, SetAdd, SetDelete, SetHas } from './intrinsics.js'
import { describeLoss, describePath } from './losses.js'
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
 * A container is detached whole, by recursion, and handed to the native writer. Where it turns out to be large or deep, the
 * recursion leaves a frame for each container that is open, and the walk goes on from there. Large containers near the root are
 * written member by member, so that what is detached is small and dies young.
 */
export class LosslessText {
  /** Once the walk is over; nothing where it gave up. @type {Written | Loss | undefined} */
  result
  #root
  #maxLength
  /** The containers that are open and deeper than `LINEAR_DEPTH`. @type {Set<object> | undefined} */
  #deep
  /** The innermost container that is open, between two steps. @type {Frame | undefined} */
  #frame
  #text = ''
  /** UTF-16 units that the text has at least, what is detached and not written yet included. */
  #length = 0
  /** Where `#length` passes this, a recursion ends. */
  #limit
  /** Where `#length` passes this, it is asked whether it is late. */
  #nextLook = UNITS_A_LOOK
  /** Depth of the deepest container since the outermost one that is being detached, where it is deeper than `LINEAR_DEPTH`. */
  #deepest = 0
  /** @type {DetachedText | undefined} */
  #detached

  /** @param {unknown} value @param {number} [maxLength] */
  constructor(value, maxLength = Infinity) {
    this.#root = value
    this.#maxLength = maxLength
    this.#limit = lesser(UNITS_A_LOOK, maxLength)
  }

  /**
   * Walks on.
   * @param {() => boolean} isLate asked now and then; where it is, a pause begins
   * @returns {boolean} whether the walk is over
   */
  advance(isLate) {
    try {
      return this.#frame === undefined ? this.#begin(isLate) : this.#walk(isLate)
    } catch (error) {
      this.result = { text: undefined, loss: lossOf(error) }
      return true
    }
  }

  /** @param {() => boolean} isLate */
  #begin(isLate) {
    let text = scalarText(this.#root)
    if (text === undefined) {
      const copy = this.#detach(this.#root, undefined)
      if (copy === undefined) return this.#look(isLate) ?? this.#walk(isLate)
      text = containerText(copy)
    } else if (text.length > this.#maxLength) return true
    this.result = { text, loss: undefined }
    return true
  }

  /** @param {() => boolean} isLate */
  #walk(isLate) {
    for (;;) {
      const frame = /** @type {Frame} */ (this.#frame)
      this.#limit = lesser(this.#length + UNITS_A_LOOK, this.#maxLength)
      if (this.#read(frame)) {
        if (!this.#close(frame, isLate)) return false
        if (frame.up === undefined) return true
        this.#frame = frame.up
      } else {
        const isOver = this.#look(isLate)
        if (isOver !== undefined) return isOver
      }
    }
  }

  /**
   * Where a recursion has ended before its container.
   * @param {() => boolean} isLate
   * @returns {boolean | undefined} nothing where the walk is to go on; else whether it is over
   */
  #look(isLate) {
    this.#spell(/** @type {Frame} */ (this.#frame))
    if (this.#length > this.#maxLength) return true
    if (this.#length <= this.#nextLook) return undefined
    this.#nextLook = this.#length + UNITS_A_LOOK
    return isLate() ? false : undefined
  }

  /** Goes on with the members of an open container. @param {Frame} frame @returns {boolean} whether all have been read */
  #read(frame) {
    return frame.isSpelled ? this.#writeMembers(frame) : this.#detach(frame.source, frame.up, frame) !== undefined
  }

  /**
   * Reads what is no lossless scalar. One function, for V8 takes several times as long to optimize several that call each other.
   * @param {any} node @param {Frame | undefined} up the container that it is a member of
   * @param {Frame} [frame] its own, where it is open already
   * @returns {any} a copy; nothing where the recursion has ended before it was read whole: then `#frame` is open
   */
  #detach(node, up, frame) {
    const { copy, keys } = frame ?? this.#open(node, up)
    if (frame === undefined && up !== undefined && up.depth >= LINEAR_DEPTH) return this.#suspend(this.#enter(frameOf(node, copy, keys, up)))
    let length = this.#length
    const count = (keys ?? copy).length
    for (let index = frame === undefined ? 0 : frame.next; index < count; index++) {
      if (length > this.#limit) return this.#suspend(frame ?? frameOf(node, copy, keys, up), index, length)
      const slot = keys === undefined ? index : /** @type {string} */ (keys[index])
      const member = copy[slot]
      length += typeof slot === 'string' ? slot.length + 5 : 2
      if (typeof member === 'string') length += member.length
      else if (typeof member === 'number' ? !isLosslessNumber(member) : typeof member !== 'boolean' && member !== null) {
        frame ??= frameOf(node, copy, keys, up)
        frame.next = index + 1
        this.#length = length
        const inner = this.#detach(member, frame)
        if (inner === undefined) return undefined
        copy[slot] = inner
        length = this.#length
      }
    }
    this.#length = length
    return copy
  }

  /** @param {unknown} node that is no lossless scalar @param {Frame | undefined} up @returns {import('./containers.js').Members} */
  #open(node, up) {
    if (typeof node !== 'object' || node === null) throw new Lossy(describeLoss(node), up)
    if (up !== undefined && this.#isOpen(node, up)) throw new Lossy('refers back to a value that holds it; leave the cycle out', up)
    return readContainer(node, up)
  }

  /** Is a member one of the containers that hold it? @param {object} node @param {Frame} up the innermost of them */
  #isOpen(node, up) {
    if (this.#deep !== undefined && SetHas(this.#deep, node)) return true
    /** @type {Frame | undefined} */
    let ancestor = up.depth > LINEAR_DEPTH ? up.shallow : up
    for (; ancestor !== undefined; ancestor = ancestor.up) if (ancestor.source === node) return true
    return false
  }

  /**
   * Ends a recursion.
   * @param {Frame} frame the innermost container that is open @param {number} [next] of its members @param {number} [length]
   */
  #suspend(frame, next = frame.next, length = this.#length) {
    frame.next = next
    this.#frame = frame
    this.#length = length
    return undefined
  }

  /** @param {Frame} frame of a container that is too deep for recursion */
  #enter(frame) {
    this.#deep ??= new IntrinsicSet()
    SetAdd(this.#deep, frame.source)
    if (frame.depth > this.#deepest) this.#deepest = frame.depth
    return frame
  }

  /** Decides how containers that turned out to be large are written. @param {Frame} frame the innermost one that is open */
  #spell(frame) {
    if (frame.isSpelled !== undefined) return
    if (frame.up !== undefined) this.#spell(frame.up)
    frame.isSpelled = isToBeSpelled(frame)
    if (!frame.isSpelled) return
    this.#text += opening(frame)
    const last = frame.next - 1
    for (let index = 0; index < last; index++) this.#text += leading(frame, index) + textOf(memberOf(frame, index))
    if (last >= 0) this.#text += frame === this.#frame ? leading(frame, last) + textOf(memberOf(frame, last)) : leading(frame, last)
  }

  /** @param {Frame} frame that is written member by member @returns {boolean} whether all have been written */
  #writeMembers(frame) {
    return frame.keys === undefined ? this.#writeItems(frame, frame.copy) : this.#writeProperties(frame, frame.keys)
  }

  /** @param {Frame} frame @param {unknown[]} items */
  #writeItems(frame, items) {
    const batch = new Batch(frame.next === 0)
    while (frame.next < items.length && this.#length <= this.#nextLook) {
      const item = items[frame.next]
      frame.next += 1
      const copy = this.#small(item, frame)
      if (copy === undefined) {
        this.#text += batch.end()
        if (frame.next > 1) this.#text += ','
        return false
      }
      this.#text += batch.add(copy)
    }
    this.#text += batch.end()
    return frame.next === items.length
  }

  /** @param {Frame} frame @param {readonly string[]} keys */
  #writeProperties(frame, keys) {
    while (frame.next < keys.length && this.#length <= this.#nextLook) {
      const index = frame.next
      frame.next = index + 1
      const lead = leading(frame, index)
      this.#text += lead
      this.#length += lead.length - 1 // its comma is counted with the member
      const copy = this.#small(memberOf(frame, index), frame)
      if (copy === undefined) return false
      this.#text += textOf(copy)
    }
    return frame.next === keys.length
  }

  /**
   * Reads a member of a container that is written member by member.
   * @param {unknown} member @param {Frame} frame @returns {unknown} a lossless scalar, or a copy; nothing where it is large
   */
  #small(member, frame) {
    this.#length += 2
    if (typeof member === 'string') this.#length += member.length
    else if (typeof member === 'number' ? !isLosslessNumber(member) : typeof member !== 'boolean' && member !== null) {
      this.#limit = lesser(this.#length + UNITS_A_LOOK, this.#maxLength)
      return this.#detach(member, frame)
    }
    return member
  }

  /**
   * @param {Frame} frame whose members have been read @param {() => boolean} isLate
   * @returns {boolean} whether it is written or in its place; not where it is late
   */
  #close(frame, isLate) {
    const { up, isSpelled, copy } = frame
    if (isSpelled) this.#text += closing(frame)
    else if (up === undefined || up.isSpelled) {
      if (!this.#writeDetached(frame, isLate)) return false
    } else up.copy[slotOf(up, up.next - 1)] = copy
    if (this.#deep !== undefined) SetDelete(this.#deep, frame.source)
    if (up === undefined) this.result = { text: this.#text, loss: undefined }
    return true
  }

  /** @param {Frame} frame @param {() => boolean} isLate @returns {boolean} not where it is late */
  #writeDetached({ copy, depth }, isLate) {
    if (this.#detached === undefined) {
      const text = nativeText(copy, this.#deepest - depth)
      this.#deepest = 0
      if (text !== undefined) {
        this.#text += text
        return true
      }
      this.#detached = new DetachedText(copy)
    }
    if (!this.#detached.advance(isLate)) return false
    this.#text += this.#detached.text
    this.#detached = undefined
    return true
  }
}

/** @param {Frame} frame @param {number} index */
const slotOf = ({ keys }, index) => keys === undefined ? index : /** @type {string} */ (keys[index])

/** @param {Frame} frame @param {number} index @returns {unknown} */
const memberOf = (frame, index) => frame.copy[slotOf(frame, index)]

/** What stands before a member. @param {Frame} frame @param {number} index */
const leading = ({ keys }, index) => `${index === 0 ? '' : ','}${keys === undefined ? '' : `${JSONStringify(/** @type {string} */ (keys[index]))}:`}`

/** @param {unknown} error that ended a walk @returns {string} */
function lossOf(error) {
  if (error instanceof Lossy) return `${describePath(error.frame)} ${error.what}`
  if (peek(error, 'message') === TEXT_TOO_LONG) return '$ is too large: its text passes the longest string there can be'
  throw error
}

/** @param {number} first @param {number} second */
const lesser = (first, second) => first < second ? first : second
