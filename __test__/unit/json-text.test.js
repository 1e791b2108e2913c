import { deepStrictEqual } from 'node:assert'
import { describe, expect, it } from 'vitest'
import { readJson } from '../../js/json-text.js'
import { inspectJsonInBackground } from '../../js/native.js'
import { Pieces } from '../../js/pieces.js'

/** @param {string} text @param {number} pieceBytes */
async function parseInPieces(text, pieceBytes) {
  const payload = Buffer.from(text)
  const inspection = await inspectJsonInBackground(payload, pieceBytes)
  const pieces = new Pieces(payload, inspection?.cuts ?? [])
  let count = 1
  while (!pieces.parseNext()) count += 1
  return { count, value: pieces.value }
}

/** Numbers from 0 to below 1, the same in every run. @param {number} seed */
function randomFrom(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const KEYS = ['a', '', '7', '__proto__', 'toString', 'é"\\', '😀', 'constructor', 'length', '[{,]', 'rows']
const SCALARS = [0, -1.5, 1e21, true, false, null, '', 'plain', ',"\\[]{}', '漢é😀\u0001', '\ud800']

/** @param {() => number} random @param {number} depth @returns {any} */
function randomValue(random, depth) {
  const kind = depth === 0 ? 0 : Math.floor(random() * 5)
  const size = Math.floor(random() * 6)
  if (kind < 2) return SCALARS[Math.floor(random() * SCALARS.length)]
  if (kind < 4) return Array.from({ length: size }, () => randomValue(random, depth - 1))
  // `JSON.parse` makes `__proto__` a property.
  const entries = KEYS.toSorted(() => random() - 0.5).slice(0, size).map((key) => `${JSON.stringify(key)}:${JSON.stringify(randomValue(random, depth - 1))}`)
  return JSON.parse(`{${entries.join()}}`)
}

describe('text that is parsed in pieces', () => {
  it.each([1, 5, 20, 100])('has the value that JSON.parse gives it: pieces of %i bytes', async (pieceBytes) => {
    let most = 0
    for (let seed = 1; seed <= 300; seed++) {
      const text = JSON.stringify(randomValue(randomFrom(seed), 6))
      const { count, value } = await parseInPieces(text, pieceBytes)
      most = Math.max(most, count)
      deepStrictEqual(value, JSON.parse(text))
      expect(JSON.stringify(value)).toBe(text)
    }
    expect(most).toBeGreaterThan(3)
  })

  it('is text with spaces too', async () => {
    const text = ' { "a" : [ 1 , { "b" : [ 2 , 3 ] , "c" : 4 } , 5 ] , "d" : "," } '
    const { count, value } = await parseInPieces(text, 1)
    expect(count).toBe(6)
    expect(value).toEqual({ a: [1, { b: [2, 3], c: 4 }, 5], d: ',' })
  })

  it('makes properties of names that objects inherit', async () => {
    const { value } = await parseInPieces('{"a":1,"__proto__":{"x":1},"toString":2,"b":{"__proto__":[1,2],"z":0}}', 1)
    expect(Object.entries(/** @type {object} */ (value))).toEqual([['a', 1], ['__proto__', { x: 1 }], ['toString', 2], ['b', JSON.parse('{"__proto__":[1,2],"z":0}')]])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })
})

describe('a large text', () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => ({ index, name: `row ${index}`, tags: ['a', 'b'], price: index / 4 }))
  const payload = Buffer.from(JSON.stringify({ rows, total: rows.length }))

  it('is read in turns of the event loop', async () => {
    let turns = 0
    let immediate = setImmediate(function count() {
      turns += 1
      immediate = setImmediate(count)
    })
    let turnsWhenInspected
    const read = await readJson(payload, () => {
      turnsWhenInspected ??= turns
      return true
    })
    clearImmediate(immediate)
    expect(read?.bytes).toBe(payload.byteLength)
    expect(JSON.stringify(read?.value) === payload.toString()).toBe(true)
    expect(turns - /** @type {any} */ (turnsWhenInspected)).toBeGreaterThan(0)
  })

  it('is read no further where nobody wants it', async () => {
    let asked = 0
    expect(await readJson(payload, () => ++asked < 3)).toEqual({ bytes: payload.byteLength })
    expect(asked).toBe(3)
  })

  it('is refused where it is not lossless', async () => {
    expect(await readJson(Buffer.from(`[${'1,'.repeat(1 << 18)}-0]`), () => true)).toBe(null)
  })
})
