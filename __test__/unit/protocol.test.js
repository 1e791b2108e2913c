import { describe, expect, it } from 'vitest'
import { LOSSY, decodeTokens, encodeTokens, parseFailure, rebuildForged } from '../../js/protocol.js'

describe('tokens', () => {
  const values = [null, true, '', 'x', 0, 1.5, [], {}, [[]], [1, [2, { a: [] }], 3], { a: { b: [null, { c: {} }] }, d: 'x' }, JSON.parse('{"__proto__":[1],"constructor":{}}'), [[[[[1]]]]], { '': 1 }]
  it.each(values.map((value) => [JSON.stringify(value), value]))('carry %s there and back', (text, value) => {
    const tokens = encodeTokens(value)
    expect(tokens.every((token) => token === null || typeof token !== 'object' || 'kind' in token)).toBe(true)
    expect(JSON.stringify(decodeTokens(tokens))).toBe(text)
  })

  it('are in pre-order', () => {
    expect(encodeTokens({ a: [1, 'x'], b: null })).toEqual([{ kind: 'object', keys: ['a', 'b'] }, { kind: 'array', length: 2 }, 1, 'x', null])
  })

  it('carry two hundred thousand levels', () => {
    let deep = /** @type {any} */ ('core')
    for (let level = 0; level < 200_000; level++) deep = level % 2 === 0 ? [deep] : { d: deep }
    let at = /** @type {any} */ (decodeTokens(encodeTokens(deep)))
    let levels = 0
    for (; typeof at === 'object'; at = Array.isArray(at) ? at[0] : at.d) levels++
    expect([levels, at]).toEqual([200_000, 'core'])
  })

  it('rebuild nothing that they were given', () => {
    const inner = { kind: 'array', length: 0 }
    const value = /** @type {any} */ (decodeTokens([{ kind: 'object', keys: ['a'] }, inner]))
    expect(value.a).not.toBe(inner)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  it.each([
    [[]], [[1, 2]], [[-0]], [[NaN]], [[undefined]], [[[]]], [[{}]], [[{ kind: 'array' }]], [[{ kind: 'array', length: 1 }]], [[{ kind: 'array', length: 0 }, 1]], [[{ kind: 'array', length: 2 ** 31 }]], [[{ kind: 'array', length: -1 }]],
    [[{ kind: 'object', keys: ['a'] }]], [[{ kind: 'object', keys: ['a', 'a'] }, 1, 2]], [[{ kind: 'object', keys: [1] }, 1]], [[{ kind: 'object', keys: null }]], [[, 1]], [[{ kind: 'object', keys: Object.assign([, 'a']) }, 1, 2]],
  ])('that are no lossless JSON are known: %j', (tokens) => {
    expect(decodeTokens(tokens)).toBe(LOSSY)
  })

  it.each([undefined, null, 5, 'x', {}, new Map(), { length: 1, 0: 1 }, new Uint8Array(1)])('are an array: %j', (tokens) => {
    expect(decodeTokens(tokens)).toBe(LOSSY)
  })
})

describe('a forged message', () => {
  it('is rebuilt', () => {
    expect(rebuildForged({ type: 'log', text: 'x', more: 1 })).toEqual({ type: 'log', text: 'x' })
    expect(rebuildForged({ type: 'call', id: 1, global: 'g', name: 'n', args: ['x'] })).toEqual({ type: 'call', id: 1, global: 'g', name: 'n', args: 'x' })
    expect(rebuildForged({ type: 'done' })).toEqual({ type: 'done', value: undefined })
    expect(rebuildForged({ type: 'done', value: [1] })).toEqual({ type: 'done', value: 1 })
    expect(rebuildForged({ type: 'done', value: -0 })).toEqual({ type: 'done', value: LOSSY })
    expect(rebuildForged({ type: 'done', value: [1], error: { kind: 'exception', message: 'm', stack: 'x' } })).toEqual({ type: 'done', error: { kind: 'exception', message: 'm' } })
    expect(rebuildForged({ type: 'output-limit' })).toEqual({ type: 'output-limit' })
  })

  it.each([null, undefined, 5, 'x', [], {}, { type: 'log' }, { type: 'call', id: '1', global: 'g', name: 'n' }, { type: 'done', error: { kind: 'timeout', message: '' } }, { type: 'done', error: 5 }, { type: 'done', error: { kind: 'toString', message: '' } }])('is dropped as junk: %j', (message) => {
    expect(rebuildForged(message)).toBeUndefined()
  })

  it('of a failure frame is read', () => {
    expect(parseFailure('{"kind":"exception","message":"m","x":1}')).toEqual({ kind: 'exception', message: 'm' })
    for (const text of ['', 'null', '5', '{}', '{"kind":"abort","message":"m"}', '{"kind":"exception","message":5}', '{"kind":']) expect(parseFailure(text)).toBeUndefined()
  })
})
