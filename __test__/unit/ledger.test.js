import { describe, expect, it } from 'vitest'
import { Ledger } from '../../js/ledger.js'

const bytes = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value))
const TEXTS = ['', 'abc', 'é', '😀', '€', '"\\', '\n\t\b\f\r', '\u0001', '\u2028', '\ud800', '\udc00', 'a\ud800b', '😀😀', 'é😀€x"\n\ud83d']

describe('ledger', () => {
  it.each(TEXTS.map((text) => [JSON.stringify(text), text]))('counts the bytes of the JSON of the logs: %s', (_, text) => {
    const ledger = new Ledger(10_000)
    for (let count = 0; count < 3; count++) expect(ledger.admitLog(text)).toBe(text)
    expect(ledger.bytes).toBe(bytes(ledger.logs))
  })

  it.each(TEXTS.map((text) => [JSON.stringify(text), text]))('admits at the cap and cuts one byte over it: %s', (_, text) => {
    const size = bytes(['first', text])
    const exact = new Ledger(size)
    exact.admitLog('first')
    expect([exact.admitLog(text), exact.isCut, exact.bytes]).toEqual([text, false, size])
    const over = new Ledger(size - 1)
    over.admitLog('first')
    const admitted = over.admitLog(text)
    expect(over.isCut).toBe(true)
    expect(text.startsWith(admitted ?? '')).toBe(true)
    expect(admitted).not.toBe(text)
    expect(over.bytes).toBe(bytes(over.logs))
    expect(over.bytes).toBeLessThanOrEqual(size - 1)
  })

  it('cuts between code points, as late as possible, at every cap', () => {
    const text = 'é😀€\n\ud800x"'
    for (let cap = 4; cap <= bytes([text]); cap++) {
      const ledger = new Ledger(cap)
      const admitted = ledger.admitLog(text) ?? ''
      const next = admitted + String.fromCodePoint(text.codePointAt(admitted.length) ?? 0x20)
      expect(bytes([admitted])).toBeLessThanOrEqual(Math.max(cap, bytes([''])))
      if (admitted !== text) expect(bytes([next])).toBeGreaterThan(cap)
      expect(text.startsWith(next) || admitted === text).toBe(true)
    }
  })

  it('admits nothing after a cut', () => {
    const ledger = new Ledger(10)
    ledger.admitLog('a long text')
    expect(ledger.admitLog('')).toBeUndefined()
    expect(ledger.logs).toHaveLength(1)
    const withRoom = new Ledger(12)
    expect(withRoom.admitLog('abc\ud800')).toBe('abc')
    expect(withRoom.admitLog('')).toBeUndefined()
    expect(withRoom.logs).toEqual(['abc'])
  })

  it('has room for a value up to the cap', () => {
    const ledger = new Ledger(20)
    ledger.admitLog('abc')
    expect([ledger.hasRoomFor(13), ledger.hasRoomFor(14)]).toEqual([true, false])
  })

  it('keeps reserved bytes free of later logs', () => {
    const ledger = new Ledger(20)
    ledger.reserve(10)
    expect(ledger.admitLog('abcdefgh')).toBe('abcdef')
    expect(ledger.bytes + 10).toBe(20)
  })

  it('lets the logs give way to the message of the limit', () => {
    for (let cap = 4; cap < 120; cap++) {
      const ledger = new Ledger(cap)
      for (const text of ['é😀', '', 'abc', 'x'.repeat(40), '"']) ledger.admitLog(text)
      const { kind, message } = ledger.limit()
      expect(kind).toBe('output-limit')
      expect(`outer output exceeded ${cap} bytes`.startsWith(message)).toBe(true)
      expect(bytes(ledger.logs) + bytes(message)).toBeLessThanOrEqual(cap)
      expect(ledger.bytes).toBe(bytes(ledger.logs))
      if (bytes(`outer output exceeded ${cap} bytes`) + 2 <= cap) expect(message).toBe(`outer output exceeded ${cap} bytes`)
    }
  })
})
