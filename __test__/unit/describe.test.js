import { describe, expect, it } from 'vitest'
import { describe as render, isObject, messageOf, peek } from '../../js/describe.js'

const hostile = [
  Object.create(null), { get message() { throw 1 } }, { toString() { throw 1 } }, { [Symbol.toPrimitive]() { throw 1 } }, { get [Symbol.toStringTag]() { throw 1 } },
  new Proxy({}, { get() { throw 1 }, has() { throw 1 }, ownKeys() { throw 1 }, getPrototypeOf() { throw 1 }, getOwnPropertyDescriptor() { throw 1 } }),
  (() => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy })(),
  (() => { const { proxy, revoke } = Proxy.revocable(() => {}, {}); revoke(); return proxy })(),
  Object.defineProperty(new Error('x'), 'stack', { get() { throw 1 } }), Object.assign(new Error('x'), { message: 5 }), { [Symbol.for('nodejs.util.inspect.custom')]() { throw 1 } },
  { get constructor() { throw 1 } }, Symbol('s'), 1n, null, undefined, NaN, () => 1, class A {},
]

describe('rendering of foreign values', () => {
  it.each(hostile.map((value, index) => [index, value]))('never throws and gives text: %i', (_, value) => {
    expect(typeof render(value)).toBe('string')
    expect(typeof messageOf(value)).toBe('string')
    expect(render(value).length).toBeGreaterThan(0)
  })

  it('is that of the value where it can be', () => {
    expect([render('text'), render(5), render(-0), render(1n), render(null), render(undefined), render(Symbol('s')), render({ a: [1] })]).toEqual(['text', '5', '0', '1', 'null', 'undefined', 'Symbol(s)', '{ a: [ 1 ] }'])
  })

  it('is bounded', () => {
    expect(render(Array(100_000).fill('x'.repeat(100))).length).toBeLessThan(5000)
    expect(render({ a: 'x'.repeat(1_000_000) }).length).toBeLessThan(5000)
  })

  it("takes an error's own message", () => {
    expect([messageOf(new Error('m')), messageOf(new Error('')), messageOf({ message: 'own' }), messageOf('text'), messageOf(null)]).toEqual(['m', '', 'own', 'text', 'null'])
  })

  it('calls no code of the value beyond its message', () => {
    let calls = 0
    const count = () => { calls++; return 'x' }
    render({ toString: count, [Symbol.toPrimitive]: count, toJSON: count, [Symbol.for('nodejs.util.inspect.custom')]: count, get a() { return count() } })
    expect(calls).toBe(0)
  })

  it('peeks', () => {
    expect([peek({ a: 1 }, 'a'), peek(null, 'a'), peek({ get a() { throw 1 } }, 'a'), isObject({}), isObject(() => 1), isObject(null), isObject('x')]).toEqual([1, undefined, undefined, true, true, false, false])
  })
})
