/**
 * The ring: shared memory through which a worker's frames reach the host, in the order in which they were written.
 *
 * The worker writes a frame, moves `TAIL`, and wakes the host with a message on the port unless it is awake. The host copies
 * frames out, moves `HEAD`, and notifies a worker that waits for room: so a program that emits faster than the host reads is
 * held inside its worker, and what it emitted before it is killed is still there to be read.
 *
 * A frame is a header of `FRAME_HEADER_BYTES` (32-bit little-endian words: payload bytes, kind, two operands) and a UTF-8
 * payload, padded to whole headers. A frame is never broken in two: where the end of the memory is too near, a `SKIP` frame fills it.
 *
 * The reader trusts nothing: the memory is the program's too, as far as it gets hold of it.
 */

/** Words of the control block at the beginning of the memory. */
export const TAIL = 0 // bytes written, modulo 2^32; the worker's
export const HEAD = 1 // bytes read, modulo 2^32; the host's
export const AWAKE = 2 // 1 from the worker's wake message until the host has read everything
export const PORT_HANDLED = 3 // messages of the program itself that the host has handled
export const PARCEL_BYTES = 4 // bytes in parcels that the host has not taken yet
export const STARTED_PROCESS = 5 // 1 once the program has started a process
export const NESTED_BUSY_MS = 6 // time in which only workers of the program were busy
const CONTROL_WORDS = 8

const CONTROL_BYTES = CONTROL_WORDS * 4
export const FRAME_HEADER_BYTES = 16
/** Capacity in bytes, a power of two. */
export const RING_BYTES = 1 << 18
/** A payload of more bytes travels as a parcel: a transferred buffer on the port, announced by a frame that has none. */
export const MAX_PAYLOAD_BYTES = RING_BYTES >> 2
/** A worker waits while parcels of more than this are under way. */
export const MAX_PARCEL_BYTES = 1 << 26
/** Messages of the program's own that may be under way; the worker waits before it posts another one. */
export const MAX_PORT_MESSAGES = 1000
/** How long a waiting worker sleeps before it looks again by itself, in milliseconds. */
export const WAIT_MS = 100

/** Kinds of frames. Operands in brackets. */
export const SKIP = 0
/** JSON text of a string: one log entry. */
export const LOG = 1
/** [call id, index of the member in the start message] JSON text of the argument. */
export const CALL = 2
/** JSON text of the completion value. */
export const DONE = 3
/** No payload: the program ended without a value. */
export const DONE_EMPTY = 4
/** JSON text of `{ kind, message }`. */
export const FAILED = 5
/** V8's code cache of the program side, from a worker that was asked for it. */
export const CODE_CACHE = 6
/** Added to a kind whose payload is a parcel. */
export const PARCEL = 0x100

/**
 * Memories of workers that are gone. Shared buffers are no part of V8's account of garbage: without reuse a host collects
 * none for hundreds of runs.
 * @type {SharedArrayBuffer[]}
 */
const spare = []
const MAX_SPARE = 8

export const takeRingMemory = () => spare.pop() ?? new SharedArrayBuffer(CONTROL_BYTES + RING_BYTES)

/** @param {SharedArrayBuffer} memory whose worker has exited; nothing of what it wrote is kept */
export function returnRingMemory(memory) {
  if (spare.length >= MAX_SPARE) return
  new Float64Array(memory).fill(0) // shared memory is written element by element
  spare.push(memory)
}

/** @param {SharedArrayBuffer} memory */
export const controlOf = (memory) => new Int32Array(memory, 0, CONTROL_WORDS)

/** @param {SharedArrayBuffer} memory */
export const wordsOf = (memory) => new Uint32Array(memory, CONTROL_BYTES, RING_BYTES / 4)

/** @param {number} byte offset in the ring of a byte that was counted from the start @returns {number} */
export const offsetOf = (byte) => byte & (RING_BYTES - 1)

/** Byte offset in the memory of a ring offset. @param {number} offset */
export const inMemory = (offset) => CONTROL_BYTES + offset

/** @param {number} bytes @returns {number} bytes a frame takes in the ring */
export const frameBytes = (bytes) => (bytes + 2 * FRAME_HEADER_BYTES - 1) & -FRAME_HEADER_BYTES
