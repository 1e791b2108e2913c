import { jsonFittingPrefix, jsonStringBytes } from './native.js'

/** JSON's brackets around the log entries. */
const BRACKETS = 2

/**
 * The output ledger of a run: the UTF-8 bytes of the JSON of its logs, and of its completion value or failure message, stay
 * within a cap, exactly.
 */
export class Ledger {
  /** @type {string[]} */
  logs = []
  /** Bytes of the JSON of `logs`. */
  bytes = BRACKETS
  isCut = false
  /** Bytes of the completion value's JSON. */
  #reserved = 0

  /** @param {number} maxBytes */
  constructor(maxBytes) {
    this.maxBytes = maxBytes
  }

  /**
   * @param {string} text one entry
   * @param {number} size bytes of its JSON string
   * @returns {string | undefined} what was admitted: all, or the longest prefix that fits where `isCut` is set
   */
  admitLog(text, size = jsonStringBytes(text)) {
    if (this.isCut) return undefined
    const left = this.maxBytes - this.#reserved - this.bytes - this.#comma()
    if (size <= left) {
      this.#push(text, size)
      return text
    }
    this.isCut = true
    const prefix = text.slice(0, jsonFittingPrefix(text, Math.max(0, left)))
    if (prefix === '') return undefined
    this.#push(prefix, jsonStringBytes(prefix))
    return prefix
  }

  /** Takes the bytes of a completion value. What is logged after it must not pass the cap with it. @param {number} size */
  reserve(size) {
    this.#reserved = size
  }

  /** @param {number} size bytes of the JSON of a completion value or failure message */
  hasRoomFor(size) {
    return this.bytes + size <= this.maxBytes
  }

  /**
   * The failure of a run whose output passed the cap. The logs give way until its message fits.
   * @returns {import('../index.d.ts').CodeRunFailure}
   */
  limit() {
    const message = `outer output exceeded ${this.maxBytes} bytes`
    this.isCut = true
    this.#shrinkTo(this.maxBytes - jsonStringBytes(message))
    return { kind: 'output-limit', message: message.slice(0, jsonFittingPrefix(message, Math.max(0, this.maxBytes - this.bytes))) }
  }

  /** Keeps the longest prefix of the logs that takes at most `max` bytes. @param {number} max */
  #shrinkTo(max) {
    while (this.bytes > max) {
      const text = this.logs.pop()
      if (text === undefined) return
      this.bytes -= jsonStringBytes(text) + this.#comma()
      const left = Math.max(0, max - this.bytes - this.#comma())
      const prefix = text.slice(0, jsonFittingPrefix(text, left))
      if (prefix !== '') this.#push(prefix, jsonStringBytes(prefix))
    }
  }

  /** @param {string} text @param {number} size */
  #push(text, size) {
    this.bytes += size + this.#comma()
    this.logs.push(text)
  }

  #comma() {
    return this.logs.length > 0 ? 1 : 0
  }
}
