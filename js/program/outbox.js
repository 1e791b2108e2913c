import { ObjectDefineProperty, PromiseThen, TypedArrayBuffer, TypedArrayByteLength, hiddenDescriptor, uncurryThis } from '../intrinsics.js'
import {
  AWAKE, FRAME_HEADER_BYTES, HEAD, MAX_PARCEL_BYTES, MAX_PAYLOAD_BYTES, PARCEL, PARCEL_BYTES, RING_BYTES, SKIP, TAIL, WAIT_MS, controlOf,
  frameBytes, inMemory, offsetOf, wordsOf,
} from '../ring.js'
import { settled } from './answer.js'

const { load, store, exchange, wait, add } = Atomics
const encoder = new TextEncoder()
const encode = uncurryThis(TextEncoder.prototype.encode)
/** @param {string} text well-formed UTF-16 @returns {Uint8Array} */
export const encodeUtf8 = (text) => encode(encoder, text)
/** What `write` calls in every Node.js once it has looked at its arguments, which takes longer than writing a line of text. */
const write = uncurryThis(/** @type {Buffer['write']} */ ((/** @type {any} */ (Buffer.prototype)).utf8Write ?? Buffer.prototype.write))

/** @param {SharedArrayBuffer} memory @returns {Buffer} what a program replaces on prototypes is not consulted where it is written to */
function ownBuffer(memory) {
  const buffer = Buffer.from(memory)
  ObjectDefineProperty(buffer, 'length', hiddenDescriptor(buffer.length))
  ObjectDefineProperty(buffer, 'byteLength', hiddenDescriptor(buffer.byteLength))
  return buffer
}

/** UTF-8 takes at most three bytes for a UTF-16 unit. */
export const MAX_BYTES_A_UNIT = 3

/**
 * The worker's end of the ring. A program may run into the end of its stack anywhere in here: between two steps of what must
 * be done whole nothing is called that takes stack of its own.
 */
export class Outbox {
  #control
  #words
  #bytes
  #post
  /** Bytes of the last payload in the ring. */
  #written = 0

  /**
   * @param {SharedArrayBuffer} memory
   * @param {(message: unknown, transfer?: readonly any[]) => void} post to the host's private port
   */
  constructor(memory, post) {
    this.#control = controlOf(memory)
    this.#words = wordsOf(memory)
    this.#bytes = ownBuffer(memory)
    this.#post = post
  }

  /**
   * Sends a frame; waits while there is no room.
   * @param {number} kind
   * @param {string} text well-formed UTF-16
   * @param {number} [first]
   * @param {number} [second]
   * @returns {number} the payload's bytes
   */
  send(kind, text, first = 0, second = 0) {
    if (text.length * MAX_BYTES_A_UNIT <= MAX_PAYLOAD_BYTES) return this.#write(kind, text, first, second)
    return this.sendBytes(kind, encodeUtf8(text), first, second)
  }

  /**
   * Sends a payload that is encoded already; its buffer leaves this thread.
   * @returns {number} the payload's bytes
   * @param {number} kind @param {Uint8Array} bytes @param {number} [first] @param {number} [second]
   */
  sendBytes(kind, bytes, first = 0, second = 0) {
    const size = TypedArrayByteLength(bytes)
    this.#awaitParcels(size)
    const tail = this.#prepare(kind | PARCEL, '', first, second)
    // Before the frame that announces it: a host that reads the frame finds the parcel.
    this.#post(bytes, [TypedArrayBuffer(bytes)])
    add(this.#control, PARCEL_BYTES, size)
    store(this.#control, TAIL, tail)
    this.#wake()
    return size
  }

  /** @param {number} kind @param {string} text @param {number} first @param {number} second */
  #write(kind, text, first, second) {
    const tail = this.#prepare(kind, text, first, second)
    store(this.#control, TAIL, tail)
    this.#wake()
    return this.#written
  }

  /**
   * Writes a frame that is not the host's yet.
   * @param {number} kind @param {string} text @param {number} first @param {number} second
   * @returns {number} the tail with which it becomes the host's
   */
  #prepare(kind, text, first, second) {
    const room = frameBytes(text.length * MAX_BYTES_A_UNIT)
    const tail = this.#makeRoom(room)
    const offset = offsetOf(tail)
    const length = text === '' ? 0 : write(this.#bytes, text, inMemory(offset) + FRAME_HEADER_BYTES, text.length * MAX_BYTES_A_UNIT)
    const word = offset >> 2
    this.#words[word] = length
    this.#words[word + 1] = kind
    this.#words[word + 2] = first
    this.#words[word + 3] = second
    this.#written = length
    return (tail + frameBytes(length)) | 0
  }

  /**
   * Waits until `room` bytes are free in one piece.
   * @param {number} room
   * @returns {number} where they begin, counted from the start
   */
  #makeRoom(room) {
    let tail = load(this.#control, TAIL)
    const left = RING_BYTES - offsetOf(tail)
    const needed = left >= room ? room : left + room
    for (;;) {
      const head = load(this.#control, HEAD)
      if (RING_BYTES - ((tail - head) | 0) >= needed) break
      wait(this.#control, HEAD, head, WAIT_MS)
    }
    if (left < room) {
      const word = offsetOf(tail) >> 2
      this.#words[word] = 0
      this.#words[word + 1] = SKIP
      tail = (tail + left) | 0
      store(this.#control, TAIL, tail)
    }
    return tail
  }

  /** Tells a host that sleeps. */
  #wake = () => {
    if (exchange(this.#control, AWAKE, 1) !== 0) return
    try {
      this.#post(0)
    } catch {
      store(this.#control, AWAKE, 0)
      PromiseThen(settled, this.#wake)
    }
  }

  /** @param {number} size of the parcel to come: one alone may be larger than the limit */
  #awaitParcels(size) {
    for (;;) {
      const held = load(this.#control, PARCEL_BYTES)
      if (held === 0 || held + size <= MAX_PARCEL_BYTES) return
      wait(this.#control, PARCEL_BYTES, held, WAIT_MS)
    }
  }
}
