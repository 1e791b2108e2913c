import { StringDecoder } from 'node:string_decoder'
import { ObjectDefineProperty, dataDescriptor, uncurryThis } from '../intrinsics.js'

const write = uncurryThis(StringDecoder.prototype.write)
const finish = uncurryThis(StringDecoder.prototype.end)

/** @type {ByteText[]} */
const all = []

/** The text of UTF-8 bytes that come in pieces, each of which may end within a character. */
export class ByteText {
  #decoder = new StringDecoder('utf8')
  #emit

  /** @param {(text: string) => void} emit never called with nothing */
  constructor(emit) {
    this.#emit = emit
    ObjectDefineProperty(all, all.length, dataDescriptor(this))
  }

  /** @param {Uint8Array} bytes */
  bytes(bytes) {
    const text = write(this.#decoder, /** @type {Buffer} */ (bytes))
    if (text !== '') this.#emit(text)
  }

  /** What is text already, and begins with a character of its own. @param {string} text */
  text(text) {
    this.end()
    if (text !== '') this.#emit(text)
  }

  /** Nothing follows: a character that is incomplete stays so. */
  end() {
    const text = finish(this.#decoder)
    if (text !== '') this.#emit(text)
  }
}

/** Nothing follows anywhere. */
export function endByteTexts() {
  for (let index = 0; index < all.length; index++) all[index]?.end()
}

/** @param {Uint8Array} bytes all there are */
export const textOf = (bytes) => finish(new StringDecoder('utf8'), /** @type {Buffer} */ (bytes))
