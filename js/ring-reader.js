import { AWAKE, FRAME_HEADER_BYTES, HEAD, MAX_PAYLOAD_BYTES, PARCEL_BYTES, RING_BYTES, SKIP, TAIL, controlOf, frameBytes, inMemory, offsetOf, wordsOf } from './ring.js'

/**
 * A frame, copied out of the ring.
 * @typedef {object} Frame
 * @property {number} kind
 * @property {number} first first operand
 * @property {number} second second operand
 * @property {Buffer} payload
 */

/** How many frames are read between two looks at the clock. */
const FRAMES_A_LOOK = 64
/** After so many bytes a worker that waits for room is told of it, so that both sides work at once. */
const BYTES_A_NOTICE = RING_BYTES >> 3

/** The host's end of a ring. */
export class RingReader {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.control = controlOf(memory)
    this.words = wordsOf(memory)
    this.bytes = Buffer.from(memory)
  }

  /**
   * Hands frames over until there are none, `until` (`performance.now()`) has come, or `handle` answers false.
   * @param {(frame: Frame) => boolean} handle
   * @param {number} [until]
   * @param {number} [end] a `tail` at which to stop, since a worker may write as fast as it is read
   * @returns {'empty' | 'stopped' | 'later' | 'broken'} broken: what is there is no frame
   */
  drain(handle, until = Infinity, end = undefined) {
    try {
      return this.#drain(handle, until, end)
    } finally {
      Atomics.notify(this.control, HEAD)
    }
  }

  /** @param {(frame: Frame) => boolean} handle @param {number} until @param {number | undefined} end */
  #drain(handle, until, end) {
    let told = Atomics.load(this.control, HEAD)
    for (let count = 1; ; count++) {
      const head = Atomics.load(this.control, HEAD)
      const available = (Atomics.load(this.control, TAIL) - head) | 0
      if (available === 0) return 'empty'
      if (end !== undefined && ((end - head) | 0) <= 0) return 'stopped'
      if (count % FRAMES_A_LOOK === 0) {
        if (performance.now() > until) return 'later'
        Atomics.notify(this.control, HEAD)
      } else if (((head - told) | 0) > BYTES_A_NOTICE) {
        Atomics.notify(this.control, HEAD)
        told = head
      }
      const offset = offsetOf(head)
      const word = offset >> 2
      const length = Number(this.words[word])
      const kind = Number(this.words[word + 1])
      const size = kind === SKIP ? RING_BYTES - offset : frameBytes(length)
      if (available < 0 || length > MAX_PAYLOAD_BYTES || offset % FRAME_HEADER_BYTES !== 0 || size > available || offset + size > RING_BYTES) return 'broken'
      if (kind !== SKIP) {
        const frame = { kind, first: Number(this.words[word + 2]), second: Number(this.words[word + 3]), payload: this.#copy(offset, length) }
        // Before it is handled, which may come back here.
        Atomics.store(this.control, HEAD, (head + size) | 0)
        if (!handle(frame)) return 'stopped'
      } else Atomics.store(this.control, HEAD, (head + size) | 0)
    }
  }

  /** Where the next frame will begin, counted in bytes from the start, modulo 2^32. */
  get tail() {
    return Atomics.load(this.control, TAIL)
  }

  /** The host is about to sleep: the next frame is to wake it. Answers false where one came meanwhile. */
  sleep() {
    Atomics.store(this.control, AWAKE, 0)
    return Atomics.load(this.control, TAIL) === Atomics.load(this.control, HEAD)
  }

  /** @param {number} bytes of a parcel that was taken */
  parcelTaken(bytes) {
    Atomics.sub(this.control, PARCEL_BYTES, bytes)
    Atomics.notify(this.control, PARCEL_BYTES)
  }

  /**
   * Copied before anything looks at it: the program may write to the memory at any time.
   * @param {number} offset @param {number} length
   */
  #copy(offset, length) {
    const start = inMemory(offset) + FRAME_HEADER_BYTES
    const payload = Buffer.allocUnsafe(length)
    this.bytes.copy(payload, 0, start, start + length)
    return payload
  }
}
