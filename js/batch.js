import { nativeText, textOf } from './detached-text.js'
import { StringSlice } from './intrinsics.js'

/** Room for members: own elements, so that no setter on a prototype is met. @returns {unknown[]} */
const newMembers = () => [null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null]
const SIZE = newMembers().length

/**
 * Members of an array, detached and small, that are written together: a call of the native writer for each takes longer than
 * what it writes.
 */
export class Batch {
  #members = newMembers()
  #count = 0
  #isFirst

  /** @param {boolean} isFirst does the array begin with it? */
  constructor(isFirst) {
    this.#isFirst = isFirst
  }

  /** @param {unknown} member a lossless scalar, or a container @returns {string} what is due now of the array's text */
  add(member) {
    this.#members[this.#count] = member
    this.#count += 1
    if (this.#count < SIZE) return ''
    const text = nativeText(this.#members, 0)
    if (text === undefined) return this.end()
    const lead = this.#isFirst ? '' : ','
    this.#count = 0
    this.#isFirst = false
    return lead + StringSlice(text, 1, -1)
  }

  /** @returns {string} the text of the members that are left */
  end() {
    let text = ''
    for (let index = 0; index < this.#count; index++) {
      if (!this.#isFirst) text += ','
      text += textOf(this.#members[index])
      this.#isFirst = false
    }
    this.#count = 0
    return text
  }
}
