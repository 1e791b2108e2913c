import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { LosslessText, writeLossless } from '../../js/lossless.js'
import { LOSSLESS, LOSSY } from '../contract/suite/lossless.js'

const evaluate = (/** @type {string} */ expression) => (0, eval)(`(${expression})`)

describe('lossless writer', () => {
  it.each(LOSSLESS)('writes what JSON.stringify does: %s', (expression) => {
    expect(writeLossless(evaluate(expression))?.text).toBe(JSON.stringify(evaluate(expression)))
  })

  it.each(LOSSY.filter(([expression]) => !expression.startsWith('await')))('refuses %s', (expression, loss) => {
    const written = writeLossless(evaluate(expression))
    expect(written?.text).toBeUndefined()
    if (typeof loss === 'string') expect(written?.loss?.startsWith(loss) ? loss : written?.loss).toBe(loss)
    else expect(written?.loss).toMatch(loss)
  })

  it('refuses undefined', () => {
    expect(writeLossless(undefined)?.loss).toBe('$ is undefined; use null or leave it out')
  })

  it.each([99, 100, 101, 150, 5000])('finds what is no element of an array of %i', (length) => {
    const array = () => new Array(length).fill(1)
    expect(writeLossless(array())?.text).toBe(JSON.stringify(array()))
    for (const key of ['extra', '-1', '01', '4294967295', '1.5', 'constructor', '__proto__', Symbol('s'), Symbol.iterator]) {
      for (const enumerable of [true, false]) {
        expect([key, enumerable, writeLossless(Object.defineProperty(array(), key, { value: 1, enumerable }))?.text]).toEqual([key, enumerable, undefined])
        expect([key, enumerable, writeLossless(Object.defineProperty(array(), key, { get: () => 1, enumerable }))?.text]).toEqual([key, enumerable, undefined])
      }
    }
    const holed = array()
    delete holed[length - 1]
    expect(writeLossless(holed)?.loss).toMatch(new RegExp(`hole at \\[${length - 1}\\]`))
    const foreign = runInContext(`new Array(${length}).fill(1)`, createContext())
    expect(writeLossless(foreign)?.text).toBe(JSON.stringify(array()))
    foreign.extra = 1
    expect(writeLossless(foreign)?.text).toBeUndefined()
    expect(writeLossless(Object.defineProperty(array(), 1, { enumerable: false }))?.loss).toBe('$ is an array whose element [1] is not enumerable; use [...value]')
  })

  it('reads each accessor once, in order', () => {
    /** @type {string[]} */
    const reads = []
    const value = { get b() { reads.push('b'); return [Object.defineProperty([], 0, { enumerable: true, get() { reads.push('0'); return 1 } })] }, get a() { reads.push('a'); return null } }
    expect(writeLossless(value)?.text).toBe('{"b":[[1]],"a":null}')
    expect(reads.toSorted()).toEqual(['0', 'a', 'b'])
  })

  it('says of an object that loses a member while it is read that it changes', () => {
    const value = /** @type {any} */ ({ get a() { delete this.b; return 1 }, b: 2 })
    expect(writeLossless(value)?.loss).toBe('$ changes while it is read; use plain data, such as { ...value }')
  })

  it('writes what was read, though the value changes', () => {
    let count = 0
    const shared = { get n() { return ++count } }
    expect(writeLossless([shared, shared])?.text).toBe('[{"n":1},{"n":2}]')
  })

  it('writes shared references as often as they occur', () => {
    const leaf = { a: [1] }
    expect(writeLossless({ x: leaf, y: [leaf, leaf] })?.text).toBe('{"x":{"a":[1]},"y":[{"a":[1]},{"a":[1]}]}')
  })

  it.each([1, 2, 15, 16, 17, 18, 40, 5000])('finds a cycle of %i levels', (levels) => {
    const top = /** @type {any[]} */ ([])
    let at = top
    for (let level = 1; level < levels; level++) at = at[0] = []
    at[0] = top
    expect(writeLossless(top)?.loss).toMatch(/refers back to a value that holds it/)
    at[0] = 1
    expect(writeLossless(top)?.text).toBe(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
    expect(writeLossless([top, top])?.loss).toBeUndefined()
  })

  it('takes two hundred thousand levels', () => {
    let deep = /** @type {any} */ (null)
    for (let level = 0; level < 200_000; level++) deep = level % 2 === 0 ? { d: deep } : [deep]
    const text = writeLossless(deep)?.text
    expect(text?.length).toBe(4 + 100_000 * ('{"d":}'.length + 2))
    expect(text?.startsWith('[{"d":[{"d":')).toBe(true)
  })

  it('gives up where the text passes a length for certain, never where it does not', () => {
    for (const value of ['abc', 5, null, [1, 2, 3], { a: 'x', b: [null, true, { c: 'é' }] }, [[[]]], [[], {}], 'x'.repeat(50), { ['k'.repeat(30)]: 1 }]) {
      const size = JSON.stringify(value).length
      expect(writeLossless(value, size)?.text).toBe(JSON.stringify(value))
      const short = writeLossless(value, size - 1)
      expect(short === undefined || short.text === JSON.stringify(value)).toBe(true)
    }
    expect(writeLossless(Array(1000).fill('xxxxxxxx'), 1000)).toBeUndefined()
  })

  it.each([
    ['records', () => Array.from({ length: 2000 }, (_, id) => ({ id, name: `record ${id}`, tags: ['a', 'b'], nested: { path: [1, [2]] } }))],
    ['an array of scalars', () => Array.from({ length: 20_000 }, (_, index) => index % 2 ? index : `text ${index}`)],
    ['an object of many keys', () => Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key ${index}`, index]))],
    ['what is too deep for the native writer', () => { let deep = /** @type {any} */ ([1]); for (let level = 0; level < 20_000; level++) deep = level % 2 ? [deep, level] : { deep, level }; return [deep, { last: 1 }, deep] }],
  ])('writes the same with pauses: %s', (_, make) => {
    const writing = new LosslessText(make())
    let pauses = 0
    while (!writing.advance(() => true)) pauses += 1
    expect(pauses).toBeGreaterThan(1)
    expect(writing.result?.text).toBe(writeLossless(make())?.text)
  })

  const large = () => Array.from({ length: 2000 }, (_, id) => ({ id, name: `record ${id}`, tags: ['a', ['b']] }))
  const small = (/** @type {number} */ id) => [{ id, at: [id, { deep: [null] }] }, 'text', id, [], {}][id % 5]

  it.each([0, 1, 31, 32, 33, 64, 70])('writes what JSON.stringify does where member %i is large', (place) => {
    const members = (/** @type {unknown} */ inner) => Array.from({ length: 70 }, (_, id) => small(id)).toSpliced(place, 0, /** @type {any} */ (inner))
    for (const inner of [large(), { rows: large(), after: 1 }, ['x'.repeat(50_000), large(), 1], members(members(large())), { scalars: Array.from({ length: 20_000 }, (_, id) => id) }]) {
      for (const value of [members(inner), Object.fromEntries(Object.entries(members(inner))), { a: { b: { c: { d: { e: members(inner) } } } } }, [[members(inner)], members(inner)]]) {
        expect(writeLossless(value)?.text === JSON.stringify(value)).toBe(true)
      }
    }
  })

  it.each([0, 1, 3, 4, 6, 20])('reads each accessor once, %i levels above what is large', (levels) => {
    let reads = 0
    let value = /** @type {any} */ ({ get before() { return { read: ++reads } }, rows: large(), get after() { return [[++reads]] } })
    for (let level = 0; level < levels; level++) value = { value, get beside() { return [{ read: ++reads }] } }
    const { before, after, ...rest } = JSON.parse(`${writeLossless(value)?.text}`, (_, member) => member.value ?? member)
    expect(rest.rows).toEqual(large())
    expect([before, after]).toEqual([{ read: levels + 1 }, [[levels + 2]]])
    expect(reads).toBe(levels + 2)
  })

  it.each([8000, 12_000, 15_000, 30_000])('takes an object of %i members where its text is as long as it may be', (count) => {
    for (const member of [1, '', 'text', null, true, [], {}, [1], { n: 1 }]) {
      for (const value of [{ first: [1], ...Object.fromEntries(Array.from({ length: count }, (_, id) => [`k${id}`, member])) }, [[1], ...Array.from({ length: count }, () => member)]]) {
        for (const around of [value, { value }, [value, value]]) {
          const text = JSON.stringify(around)
          expect([count, member, writeLossless(around, text.length)?.text === text]).toEqual([count, member, true])
        }
      }
    }
  })

  it('names the place of a loss behind what is large', () => {
    const rows = large()
    expect(writeLossless({ a: 1, rows, lost: [undefined] })?.loss).toBe('$.lost[0] is undefined; use null or leave it out')
    expect(writeLossless([rows, { rows, at: [{ when: new Date(0) }] }])?.loss).toBe('$[1].at[0].when is a Date; use toISOString()')
    expect(writeLossless([{ a: { b: { c: { d: { e: [...rows, () => 1] } } } } }])?.loss).toBe('$[0].a.b.c.d.e[2000] is a function; call it, or leave it out')
    const cycle = /** @type {any} */ ({ rows, down: { rows: [...rows] } })
    cycle.down.rows.push({ cycle })
    expect(writeLossless(cycle)?.loss).toBe('$.down.rows[2000].cycle refers back to a value that holds it; leave the cycle out')
  })

  it('writes large values where elements of arrays have setters and toJSON', () => {
    const value = () => ({ rows: large(), more: [[1, [2]], large()] })
    const expected = JSON.stringify(value())
    const setter = { set() { throw new Error('set') }, configurable: true }
    for (const [prototype, key, descriptor] of /** @type {const} */ ([[Array.prototype, 20, setter], [Object.prototype, 31, setter], [Array.prototype, 'toJSON', { value: () => 'lie', configurable: true }]])) {
      const made = value()
      Object.defineProperty(prototype, key, descriptor)
      let text
      try {
        text = writeLossless(made)?.text
      } finally {
        delete (/** @type {any} */ (prototype)[key])
      }
      expect(text === expected).toBe(true)
    }
  })

  it('finds the same loss after pauses', () => {
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, at: [/** @type {unknown} */ (id)] }))
    rows[4999]?.at.push(new Date(0))
    const writing = new LosslessText(rows)
    while (!writing.advance(() => true));
    expect(writing.result?.loss).toBe('$[4999].at[1] is a Date; use toISOString()')
  })

  it.each([999, 1000, 1001, 5000])('takes an object of %i properties as any other', (count) => {
    const make = (/** @type {PropertyDescriptorMap} */ last) => Object.defineProperties(Object.fromEntries([['__proto__', 1], ...Array.from({ length: count - 2 }, (_, index) => [index % 2 ? `key ${index}` : `${9999 - index}`, index])]), last)
    const ordinary = make({ ordinary: { value: { a: [1] }, enumerable: true } })
    expect(Object.keys(ordinary)).toHaveLength(count)
    expect(writeLossless(ordinary)?.text).toBe(JSON.stringify(ordinary))
    let reads = 0
    expect(writeLossless(make({ read: { get: () => ++reads, enumerable: true } }))?.text).toMatch(/"read":1}$/)
    expect(writeLossless(make({ hidden: { value: 1, enumerable: false } }))?.loss).toMatch(/hidden/)
    expect(writeLossless(Object.assign(make({}), { [Symbol('s')]: 1 }))?.loss).toMatch(/symbol/)
    expect(writeLossless(make({ lost: { value: undefined, enumerable: true } }))?.loss).toBe('$.lost is undefined; use null or leave it out')
    expect(writeLossless(Object.setPrototypeOf(Object.assign(new Date(0), ordinary), Object.prototype))?.loss).toMatch(/Date/)
  })

  it('pays no heed to toJSON, on the value or on prototypes', () => {
    const poisoned = () => 'lie'
    expect(writeLossless({ a: 1, toJSON: poisoned })?.loss).toMatch(/\$\.toJSON is a function/)
    Object.defineProperty(Object.prototype, 'toJSON', { value: poisoned, configurable: true })
    try {
      expect(writeLossless({ a: [1, { b: 'x' }] })?.text).toBe('{"a":[1,{"b":"x"}]}')
    } finally {
      delete (/** @type {any} */ (Object.prototype).toJSON)
    }
    Object.defineProperty(Array.prototype, 'toJSON', { value: poisoned, configurable: true })
    try {
      expect(writeLossless({ a: [1] })?.text).toBe('{"a":[1]}')
    } finally {
      delete (/** @type {any} */ (Array.prototype).toJSON)
    }
  })

  it('shortens long paths and names', () => {
    let deep = /** @type {any} */ ({ last: undefined })
    for (let level = 0; level < 100; level++) deep = { [`level${level}`]: deep }
    const { loss } = writeLossless(deep) ?? {}
    expect(loss).toMatch(/^\$\.level99\.level98[^…]*…[^…]*\.level0\.last is undefined/)
    expect(writeLossless({ ['n'.repeat(500)]: undefined })?.loss?.length).toBeLessThan(150)
  })

  it.each([['a-b', '$["a-b"]'], ['a', '$.a'], ['0', '$["0"]'], ['$', '$.$'], ['', '$[""]'], ['"', '$["\\""]'], ['ä', '$["ä"]']])('writes the path of %j', (key, path) => {
    expect(writeLossless({ [key]: undefined })?.loss).toBe(`${path} is undefined; use null or leave it out`)
  })
})
