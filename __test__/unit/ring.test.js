import { describe, expect, it } from 'vitest'
import { Outbox, encodeUtf8 } from '../../js/program/outbox.js'
import { RingReader } from '../../js/ring-reader.js'
import { AWAKE, FRAME_HEADER_BYTES, HEAD, LOG, MAX_PARCEL_BYTES, MAX_PAYLOAD_BYTES, PARCEL, PARCEL_BYTES, RING_BYTES, SKIP, TAIL, frameBytes, returnRingMemory, takeRingMemory } from '../../js/ring.js'

/**
 * Both ends of one ring, and what the worker's end posted.
 * @param {{ failures?: number }} [options] how often posting fails before it succeeds
 */
function createRing({ failures = 0 } = {}) {
  const memory = takeRingMemory()
  /** @type {{ message: any, transfer: readonly any[] | undefined }[]} */
  const posted = []
  const outbox = new Outbox(memory, (message, transfer) => {
    if (failures-- > 0) throw new RangeError('Maximum call stack size exceeded')
    posted.push({ message, transfer })
  })
  const reader = new RingReader(memory)
  /** @type {{ kind: number, first: number, second: number, text: string }[]} */
  const read = []
  /** @param {number} [until] @param {number} [end] */
  const drain = (until, end) => reader.drain(({ kind, first, second, payload }) => {
    read.push({ kind, first, second, text: payload.toString() })
    return true
  }, until, end)
  return { memory, posted, outbox, reader, read, drain }
}

describe('ring', () => {
  it('hands frames over in order, with kind and operands', () => {
    const { outbox, read, drain } = createRing()
    outbox.send(1, '"a"')
    outbox.send(2, '', 7, 8)
    outbox.send(3, 'é😀', 2 ** 32 - 1, 2 ** 31)
    expect(drain()).toBe('empty')
    expect(read).toEqual([{ kind: 1, first: 0, second: 0, text: '"a"' }, { kind: 2, first: 7, second: 8, text: '' }, { kind: 3, first: 2 ** 32 - 1, second: 2 ** 31, text: 'é😀' }])
  })

  it('tells the bytes of a payload', () => {
    const { outbox } = createRing()
    expect(outbox.send(LOG, 'é😀x')).toBe(7)
    expect(outbox.sendBytes(LOG, encodeUtf8('é'.repeat(100_000)))).toBe(200_000)
  })

  it('wakes a host later where there is no stack left to post with', async () => {
    const { outbox, reader, posted, drain, read } = createRing({ failures: 2 })
    outbox.send(LOG, '"a"')
    expect(posted).toEqual([])
    await new Promise((resolve) => setImmediate(resolve))
    expect(posted).toEqual([{ message: 0, transfer: undefined }])
    expect(drain()).toBe('empty')
    expect(read).toHaveLength(1)
    expect(reader.sleep()).toBe(true)
    outbox.send(LOG, '"b"')
    expect(posted).toHaveLength(2)
  })

  it('keeps frames whole around its end, many times over', () => {
    const { outbox, read, drain, reader } = createRing()
    const sent = []
    let bytes = 0
    for (let index = 0; bytes < 5 * RING_BYTES; index++) {
      const text = String(index).padEnd((index * 7919) % 20_000, 'é')
      sent.push(text)
      bytes += Buffer.byteLength(text)
      outbox.send(LOG, text, index)
      expect(drain()).toBe('empty')
    }
    expect(read.map(({ text }) => text)).toEqual(sent)
    expect(read.map(({ first }) => first)).toEqual(sent.map((_, index) => index))
    expect(Atomics.load(reader.control, TAIL)).toBe(Atomics.load(reader.control, HEAD))
  })

  it('skips what is left at its end', () => {
    const { outbox, read, drain, reader } = createRing()
    const text = 'x'.repeat(20_000)
    for (let index = 0; index < 10; index++) {
      outbox.send(LOG, text)
      drain()
    }
    const before = Atomics.load(reader.control, TAIL)
    expect(RING_BYTES - before).toBeLessThan(frameBytes(3 * 21_000))
    outbox.send(LOG, 'y'.repeat(21_000))
    expect(Atomics.load(reader.control, TAIL)).toBeGreaterThan(RING_BYTES)
    expect(reader.words[before / 4 + 1]).toBe(SKIP)
    drain()
    expect(read.at(-1)?.text).toBe('y'.repeat(21_000))
  })

  it('counts past 2^32 bytes', () => {
    const { outbox, read, drain, reader } = createRing()
    const start = 2 ** 32 - 64 | 0
    Atomics.store(reader.control, TAIL, start)
    Atomics.store(reader.control, HEAD, start)
    for (let index = 0; index < 20; index++) outbox.send(LOG, `entry ${index}`)
    expect(drain()).toBe('empty')
    expect(read.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, index) => `entry ${index}`))
    expect(Atomics.load(reader.control, HEAD)).toBeGreaterThan(0)
  })

  it('wakes the host once until it sleeps again', () => {
    const { outbox, posted, drain, reader } = createRing()
    outbox.send(LOG, 'a')
    outbox.send(LOG, 'b')
    expect(posted).toHaveLength(1)
    drain()
    outbox.send(LOG, 'c')
    expect(posted).toHaveLength(1)
    expect(reader.sleep()).toBe(false)
    drain()
    expect(reader.sleep()).toBe(true)
    expect(Atomics.load(reader.control, AWAKE)).toBe(0)
    outbox.send(LOG, 'd')
    expect(posted).toHaveLength(2)
  })

  it('announces a large payload as a parcel, posted before its frame', () => {
    const { outbox, posted, read, drain, reader } = createRing()
    const text = 'é'.repeat(MAX_PAYLOAD_BYTES)
    outbox.send(LOG, text, 5, 6)
    expect(drain()).toBe('empty')
    expect(read).toEqual([{ kind: LOG | PARCEL, first: 5, second: 6, text: '' }])
    expect(new TextDecoder().decode(posted[0]?.message)).toBe(text)
    expect(posted[0]?.transfer).toEqual([posted[0]?.message.buffer])
    expect(Atomics.load(reader.control, PARCEL_BYTES)).toBe(2 * MAX_PAYLOAD_BYTES)
    reader.parcelTaken(2 * MAX_PAYLOAD_BYTES)
    expect(Atomics.load(reader.control, PARCEL_BYTES)).toBe(0)
  })

  it('takes one parcel over the limit where there is no other', () => {
    const { outbox, posted } = createRing()
    outbox.sendBytes(LOG, new Uint8Array(MAX_PARCEL_BYTES + 1))
    expect(posted).not.toHaveLength(0)
  })

  it('stops where the handler does, and goes on from there', () => {
    const { outbox, reader, read, drain } = createRing()
    for (const text of ['a', 'b', 'c']) outbox.send(LOG, text)
    /** @type {string[]} */
    const seen = []
    expect(reader.drain(({ payload }) => seen.push(payload.toString()) < 2)).toBe('stopped')
    expect(seen).toEqual(['a', 'b'])
    expect(drain()).toBe('empty')
    expect(read.map(({ text }) => text)).toEqual(['c'])
  })

  it('leaves the rest for later where the time has come', () => {
    const { outbox, read, drain } = createRing()
    for (let index = 0; index < 1000; index++) outbox.send(LOG, 'x')
    expect(drain(-Infinity)).toBe('later')
    expect(read.length).toBeGreaterThan(0)
    expect(read.length).toBeLessThan(1000)
    expect(drain()).toBe('empty')
    expect(read).toHaveLength(1000)
  })

  it('reads up to an end, whatever is written meanwhile', () => {
    const { outbox, reader } = createRing()
    outbox.send(LOG, 'a')
    const end = Atomics.load(reader.control, TAIL)
    let count = 0
    expect(reader.drain(() => {
      outbox.send(LOG, 'more')
      return ++count < 100
    }, Infinity, end)).toBe('stopped')
    expect(count).toBe(1)
  })

  it('copies payloads', () => {
    const { outbox, reader } = createRing()
    outbox.send(LOG, 'abc')
    /** @type {Buffer | undefined} */
    let payload
    reader.drain((frame) => {
      payload = frame.payload
      return true
    })
    reader.bytes.fill(0)
    expect(payload?.toString()).toBe('abc')
  })

  /** @type {[string, (ring: ReturnType<typeof createRing>) => void][]} */
  const forgeries = [
    ['a length over what was written', ({ reader }) => { reader.words[0] = 1000 }],
    ['a length that wraps around', ({ reader }) => { reader.words[0] = 2 ** 32 - 1 }],
    ['a length near 2^31', ({ reader }) => { reader.words[0] = 2 ** 31 - 8 }],
    ['a tail before the head', ({ reader }) => { Atomics.store(reader.control, TAIL, -64) }],
    ['a tail that is far ahead, over a frame past the end', ({ reader }) => { Atomics.store(reader.control, TAIL, 2 ** 31 - 16); reader.words[0] = RING_BYTES }],
    ['a head that is no frame\'s', ({ reader }) => { Atomics.store(reader.control, HEAD, 4) }],
    ['a skip past the tail', ({ reader }) => { reader.words[1] = SKIP }],
  ]
  it.each(forgeries)('calls %s broken', (_, forge) => {
    const ring = createRing()
    ring.outbox.send(LOG, 'abc')
    forge(ring)
    expect(ring.drain()).toBe('broken')
    expect(ring.read).toEqual([])
  })

  it('gives used memory back empty', () => {
    const { memory, outbox } = createRing()
    outbox.send(LOG, 'secret')
    returnRingMemory(memory)
    const again = takeRingMemory()
    expect(again).toBe(memory)
    expect(Buffer.from(again).equals(Buffer.alloc(again.byteLength))).toBe(true)
  })

  it('sizes frames in whole headers', () => {
    expect([0, 1, 16, 17].map(frameBytes)).toEqual([1, 2, 2, 3].map((count) => count * FRAME_HEADER_BYTES))
  })
})
