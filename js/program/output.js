import { JSONStringify, StringCharCodeAt, StringSlice, TypedArrayByteLength } from '../intrinsics.js'
import { writeLossless } from '../lossless.js'
import { DONE, DONE_EMPTY, FAILED, LOG } from '../ring.js'
import { endByteTexts } from './byte-text.js'
import { MAX_BYTES_A_UNIT, encodeUtf8 } from './outbox.js'

/** JSON's brackets around the log entries. */
const BRACKETS = 2
const QUOTES = 2

/**
 * What a program gives back, held to the cap before it crosses: log entries, then one end. The host keeps the same ledger
 * and has the last word; this one keeps what is over the cap from ever leaving the worker.
 */
export class Output {
  #outbox
  #left
  #entries = 0
  #ended = false

  /** @param {import('./outbox.js').Outbox} outbox @param {number} maxBytes */
  constructor(outbox, maxBytes) {
    this.#outbox = outbox
    this.#left = maxBytes - BRACKETS
  }

  /** Was nothing logged so far? */
  get isEmpty() {
    return this.#entries === 0
  }

  /** @param {string} text one entry */
  log(text) {
    if (this.#ended) return
    const comma = this.#entries > 0 ? 1 : 0
    if (!this.#admit(LOG, JSONStringify(text), comma)) {
      const prefix = StringSlice(text, 0, fittingPrefix(text, this.#left - comma))
      if (prefix !== '') this.#outbox.send(LOG, JSONStringify(prefix))
      this.fail('output-limit', '')
    }
    this.#entries += 1
  }

  /** Logs what is no output of the program itself, if there is room for it. @param {string} text */
  note(text) {
    if (text.length * MAX_BYTES_A_UNIT + QUOTES <= this.#left) this.log(text)
  }

  /** @param {unknown} value the completion */
  done(value) {
    endByteTexts()
    if (this.#ended) return
    if (value === undefined) {
      this.#end(DONE_EMPTY, '')
      return
    }
    const written = writeLossless(value, this.#left)
    if (written?.loss !== undefined) this.fail('invalid-output', `program completion must be lossless JSON: ${written.loss}`)
    else if (written === undefined || !this.#admit(DONE, written.text)) this.fail('output-limit', '')
    this.#ended = true
  }

  /** @param {'exception' | 'invalid-output' | 'output-limit'} kind @param {string} message */
  fail(kind, message) {
    if (kind === 'exception') endByteTexts()
    if (this.#ended) return
    const fits = TypedArrayByteLength(encodeUtf8(JSONStringify(message))) <= this.#left
    this.#end(FAILED, JSONStringify(fits ? { __proto__: null, kind, message } : { __proto__: null, kind: 'output-limit', message: '' }))
  }

  /** @param {number} kind @param {string} text */
  #end(kind, text) {
    this.#outbox.send(kind, text)
    this.#ended = true
  }

  /**
   * Sends a JSON text if it fits.
   * @param {number} kind @param {string} text @param {number} [comma] bytes beside it
   */
  #admit(kind, text, comma = 0) {
    const left = this.#left - comma
    if (text.length > left) return false
    if (text.length * MAX_BYTES_A_UNIT <= left) {
      this.#left = left - this.#outbox.send(kind, text)
      return true
    }
    const bytes = encodeUtf8(text)
    if (TypedArrayByteLength(bytes) > left) return false
    this.#left = left - this.#outbox.sendBytes(kind, bytes)
    return true
  }
}

/**
 * Length of the longest prefix that ends between code points and whose JSON string takes at most `max` bytes.
 * @param {string} text @param {number} max
 */
function fittingPrefix(text, max) {
  let left = max - QUOTES
  let end = 0
  while (end < text.length) {
    const isPair = isHighSurrogate(StringCharCodeAt(text, end)) && isLowSurrogate(StringCharCodeAt(text, end + 1))
    left -= isPair ? 4 : jsonBytesOf(StringCharCodeAt(text, end))
    if (left < 0) break
    end += isPair ? 2 : 1
  }
  return end
}

/** @param {number} unit */
const isHighSurrogate = (unit) => unit >= 0xd800 && unit < 0xdc00
/** @param {number} unit */
const isLowSurrogate = (unit) => unit >= 0xdc00 && unit < 0xe000

/** Bytes that `JSON.stringify` gives a UTF-16 unit that is no half of a pair. @param {number} unit */
function jsonBytesOf(unit) {
  if (unit === 0x22 || unit === 0x5c || (unit >= 8 && unit <= 13 && unit !== 11)) return 2
  if (unit < 0x20 || (unit >= 0xd800 && unit < 0xe000)) return 6
  return unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3
}
