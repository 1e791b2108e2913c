import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { tools, useRuntime } from './backend.js'

/** Expressions of values that cross. */
export const LOSSLESS = [
  'null', 'true', 'false', '""', '"text"', '"\\ud800"', '"a\\udc00b"', '"😀é\\u0000\\u2028"', '0', '-1', '1.5', '5e-324', '1e21', 'Number.MAX_VALUE', '2 ** 53',
  '[]', '{}', '[null]', '[[], {}]', '{ a: { b: [1] } }', 'Object.create(null)', 'Object.assign(Object.create(null), { a: 1 })',
  'JSON.parse(\'{"__proto__":{"a":1},"constructor":1,"toString":2}\')', '{ "": 1, "a b": 2, 10: 3, 2: 4, "\\ud800": 5 }', '((shared) => [shared, shared, { shared }])({ a: 1 })',
  'new Array(500).fill(7)', 'Array.from({ length: 150 }, (_, index) => ({ index }))', 'Object.freeze([Object.freeze({ a: 1 })])', 'Object.seal({ a: [] })',
  '{ get a() { return 5 } }', '[...new Set([1, 2])]', 'Object.fromEntries(new Map([["a", 1]]))', '{ then: 1 }', '{ toJSON: null }', '{ kind: "array", length: 2 }',
  'new Proxy({ a: 1 }, {})', 'new Proxy([1, [2]], {})', 'Object.defineProperty([1], 0, { get: () => 9, enumerable: true })', 'Array(3).fill().map((_, index) => index)', 'Array.of({ length: 1 })',
]

/** Expressions of values that do not, and what is said of them. @type {[string, string | RegExp][]} */
export const LOSSY = [
  ['[undefined]', '$[0] is undefined'],
  ['{ a: undefined }', '$.a is undefined'],
  ['() => 1', '$ is a function'],
  ['class A {}', '$ is a function'],
  ['Symbol("s")', '$ is a symbol'],
  ['5n', '$ is a bigint'],
  ['[NaN]', '$[0] is NaN'],
  ['{ a: Infinity }', '$.a is Infinity'],
  ['-Infinity', '$ is -Infinity'],
  ['-0', '$ is -0'],
  ['[1, -0]', '$[1] is -0'],
  ['[1, , 2]', /^\$ is a sparse array with a hole at \[1\]/],
  ['new Array(3)', /hole at \[0\]/],
  ['new Array(300)', /hole at \[0\]/],
  ['((a) => (delete a[250], a))(new Array(300).fill(1))', /hole at \[250\]/],
  ['Object.assign([1], { extra: 1 })', /extra property "extra"/],
  ['Object.assign(new Array(300).fill(1), { extra: 1 })', /extra property "extra"/],
  ['Object.assign([1], { [Symbol("s")]: 1 })', /extra property Symbol\(s\)/],
  ['Object.assign(new Array(300).fill(1), { [Symbol("s")]: 1 })', /extra property Symbol\(s\)/],
  ['Object.defineProperty([1], "hidden", { value: 1 })', /extra property "hidden"/],
  ['Object.defineProperty(new Array(300).fill(1), "hidden", { value: 1 })', /extra property "hidden"/],
  ['Object.defineProperty(new Array(300).fill(1), "hidden", { get: () => 1 })', /extra property "hidden"/],
  ['Object.defineProperty([1, 2], 1, { value: 1, enumerable: false })', /^\$ is/],
  ['Object.defineProperty(new Array(300).fill(1), 1, { value: 1, enumerable: false })', /^\$ is/],
  ['Object.defineProperty({}, "hidden", { value: 1 })', /non-enumerable property "hidden"/],
  ['Object.defineProperty({ a: 1 }, "hidden", { get: () => 1 })', /non-enumerable property "hidden"/],
  ['{ [Symbol("s")]: 1 }', /symbol property Symbol\(s\)/],
  ['Object.defineProperty({ a: 1 }, Symbol("s"), { value: 1 })', /symbol property Symbol\(s\)/],
  ['new (class A { x = 1 })', '$ is an instance of A'],
  ['Object.create({ a: 1 })', /^\$ is an instance of/],
  ['Object.create(Array.prototype)', /^\$ is/],
  ['Object.setPrototypeOf([1], null)', /^\$ is/],
  ['Object.setPrototypeOf([1], Object.prototype)', /^\$ is/],
  ['Object.setPrototypeOf({ a: 1 }, Array.prototype)', /^\$ is/],
  ['new (class List extends Array {})(1, 2)', /^\$ is an array of a class/],
  ['new (class extends Object { x = 1 })', /^\$ is an instance/],
  ['{ __proto__: { constructor: Object } }', /^\$ is an instance/],
  ['Object.create(Object.create(null, { constructor: { value: Object } }))', /^\$ is an instance/],
  ['Object.create(Object.create(null, { constructor: { value: function Object() {} } }))', /^\$ is an instance/],
  ['Object.create(Object.assign(Object.create(null), { constructor: Object.assign(function Object() {}, { toString: () => "function Object() { [native code] }" }) }))', /^\$ is an instance/],
  ['new Number(1)', '$ is a boxed primitive'],
  ['new String("a")', '$ is a boxed primitive'],
  ['Object(true)', '$ is a boxed primitive'],
  ['Object(1n)', '$ is a boxed primitive'],
  ['Object(Symbol())', '$ is a boxed primitive'],
  ['new Date(0)', '$ is a Date; use toISOString()'],
  ['{ rows: [0, 0, 0, { when: new Date(0) }] }', '$.rows[3].when is a Date; use toISOString()'],
  ['[Promise.resolve()]', '$[0] is a Promise; await it (Promise.all for several)'],
  ['new Map()', '$ is a Map'],
  ['new Set()', '$ is a Set'],
  ['new WeakMap()', '$ is a WeakMap'],
  ['/a/', '$ is a RegExp'],
  ['new Error("x")', '$ is an Error'],
  ['Buffer.from("a")', /^\$ is a typed array or Buffer/],
  ['new Uint8Array(0)', /^\$ is a typed array/],
  ['new DataView(new ArrayBuffer(1))', /^\$ is/],
  ['new ArrayBuffer(1)', '$ is an ArrayBuffer'],
  ['new SharedArrayBuffer(1)', '$ is an ArrayBuffer'],
  ['(function* () {})()', '$ is a generator'],
  ['(async function* () {})()', '$ is an async iterator'],
  ['new Map([[1, 2]]).keys()', '$ is an iterator'],
  ['{ rows: new Set([1]).values() }', '$.rows is an iterator'],
  ['[1].entries()', '$ is an iterator'],
  ['"a".matchAll(/a/g)', '$ is an iterator'],
  ['(function () { return arguments })(1)', /^\$ /],
  ['new URL("http://a")', '$ is an instance of URL; use its href'],
  ['globalThis', /^\$/],
  ['Math', /^\$/],
  ['await import("node:path")', /^\$/],
  ['Object.setPrototypeOf(new Date(0), Object.prototype)', '$ is a Date'],
  ['Object.setPrototypeOf(new Date(0), null)', '$ is a Date'],
  ['Object.setPrototypeOf(new Map([[1, 2]]), Object.prototype)', '$ is a Map'],
  ['Object.setPrototypeOf(new Set([1]), null)', '$ is a Set'],
  ['Object.setPrototypeOf(Promise.resolve(1), Object.prototype)', '$ is a Promise'],
  ['Object.setPrototypeOf(new Error("x"), Object.prototype)', /^\$/],
  ['Object.setPrototypeOf(/a/, Object.prototype)', /^\$/],
  ['Object.setPrototypeOf(Object(5), Object.prototype)', '$ is a boxed primitive'],
  ['Object.setPrototypeOf(new Uint8Array(1), Object.prototype)', /^\$ is a typed array/],
  ['Object.setPrototypeOf(new ArrayBuffer(1), Object.prototype)', /^\$ is an ArrayBuffer/],
  ['Object.setPrototypeOf(() => 1, Object.prototype)', '$ is a function'],
  ['Object.assign(Object.setPrototypeOf(new Map([[1, 2]]), Object.prototype), { a: 1 })', '$ is a Map'],
  ['Object.assign(Object.setPrototypeOf(new Date(0), Object.prototype), { a: 1 })', '$ is a Date'],
  ['new Proxy(new Date(0), {})', /^\$ is a Proxy/],
  ['new Proxy(class {}, {})', /^\$ is a function/],
  ['new Proxy({ a: undefined }, {})', '$.a is undefined'],
  ['new Proxy({ a: 1 }, { ownKeys() { throw new Error("trap") } })', '$ throws when it is read'],
  ['new Proxy([1], { get(target, key) { return key === "length" ? 5 : target[key] } })', /^\$/],
  ['[((p) => (p.revoke(), p.proxy))(Proxy.revocable({}, {}))]', /^\$/],
  ['{ get a() { throw new Error("getter") } }', '$ throws when it is read'],
  ['[{ get a() { throw null } }]', '$[0] throws when it is read'],
  ['Object.defineProperty([1], 0, { get() { throw 1 }, enumerable: true })', '$ throws when it is read'],
  ['((a) => (a.self = a))({})', '$.self refers back'],
  ['((a) => (a.push([a]), a))([])', '$[0][0] refers back'],
  ['((a, b) => (a.b = b, b.a = a))({}, {})', '$.b.a refers back'],
  ['((a) => { let at = a; for (let i = 0; i < 100; i++) at = at[0] = []; at[0] = a; return a })([])', /refers back/],
  ['((a) => { let at = a, mid; for (let i = 0; i < 100; i++) { at = at[0] = []; if (i === 50) mid = at } at[0] = mid; return a })([])', /refers back/],
  ['{ "a b": [undefined] }', '$["a b"][0] is undefined'],
  ['{ "": undefined }', '$[""] is undefined'],
]

/** @param {import('./backend.js').Backend} backend */
export function lossless(backend) {
  describe('lossless JSON', () => {
    const run = useRuntime(backend)

    it('crosses as an argument, as a resolution and as the completion', async () => {
      const source = `
        const same = (a, b) => JSON.stringify(a) === JSON.stringify(b)
        const failures = []
        for (const [text, value] of [${LOSSLESS.map((expression) => `[${JSON.stringify(expression)}, ${expression.startsWith('{') ? `(${expression})` : expression}]`).join()}]) {
          const back = await tools.f(value).catch((error) => error)
          if (!same(back, value)) failures.push(text + ': ' + back)
        }
        return failures`
      expect((await run(source, { bindings: tools({ f: async (x) => x }) }))).toStrictEqual({ value: [], logs: [] })
      for (const expression of LOSSLESS) {
        const { value, error } = await run(`return (${expression})`)
        const expected = (0, eval)(`(${expression})`)
        expect([expression, error, JSON.stringify(value)]).toEqual([expression, undefined, JSON.stringify(expected)])
      }
    })

    it('is demanded of arguments', async () => {
      const source = `
        const messages = []
        ${LOSSY.map(([expression]) => `messages.push(await tools.f((${expression})).then(() => 'crossed', (error) => error.message))`).join('\n')}
        return messages`
      const { value, error } = await run(source, { bindings: tools({ f: async () => null }) })
      expect(error).toBeUndefined()
      for (const [index, [expression, loss]] of LOSSY.entries()) expectLoss(expression, /** @type {any} */ (value)[index], 'binding arguments', loss)
    })

    it('is demanded of resolutions', async () => {
      const values = await Promise.all(LOSSY.map(([expression]) => expression.startsWith('await') ? import('node:path') : (0, eval)(`(${expression})`)))
      const source = `const messages = []; for (let index = 0; index < ${LOSSY.length}; index++) messages.push(await tools.f(index).then(() => 'crossed', (error) => error.message)); return messages`
      const { value, error } = await run(source, { bindings: tools({ f: (index) => ({ then: (/** @type {any} */ resolve) => resolve(isThenable(values[index]) ? [values[index]] : values[index]) }) }) })
      expect(error).toBeUndefined()
      for (const [index, [expression, loss]] of LOSSY.entries()) {
        if (!isThenable(values[index])) expectLoss(expression, /** @type {any} */ (value)[index], 'binding resolution', loss)
      }
    })

    it.each(LOSSY.filter(([expression]) => !/Promise/.test(expression)))('is demanded of the completion: %s', async (expression, loss) => {
      const { value, error } = await run(`const value = (${expression}); return value`)
      expect(value).toBeUndefined()
      expect(error?.kind).toBe('invalid-output')
      expectLoss(expression, error?.message ?? '', 'program completion', loss)
    })

    it('of another realm crosses', async () => {
      const source = 'const { runInNewContext } = await import("node:vm"); const value = runInNewContext("({ a: [1, { b: null }], c: new Array(200).fill(1) })"); await tools.f(value); return value'
      const foreign = runInContext('({ a: [1, { b: null }], c: new Array(200).fill(1) })', createContext())
      /** @type {unknown[]} */
      const seen = []
      const result = await run(source, { bindings: tools({ async f(x) { seen.push(x); return foreign } }) })
      const plain = JSON.parse(JSON.stringify(foreign))
      expect(result).toStrictEqual({ value: plain, logs: [] })
      expect(seen).toStrictEqual([plain])
    })

    it('of another realm must be plain too', async () => {
      const source = `
        const { runInNewContext } = await import("node:vm")
        const messages = []
        for (const text of ['new Date(0)', 'new Map()', 'new (class A {})', 'new (class B extends Array {})', '[,1]', 'Object.assign(new Array(200).fill(1), { x: 1 })', '(() => 1)', 'Object.create({})', 'new Error("x")'])
          messages.push(await tools.f(runInNewContext(text)).then(() => 'crossed', (error) => error.message))
        return messages`
      const { value } = await run(source, { bindings: tools({ f: async () => null }) })
      expect(value).toHaveLength(9)
      for (const message of /** @type {string[]} */ (value)) expect(message).toMatch(/^binding arguments must be lossless JSON: \$ is /)
    })

    it('has each accessor read once, and what was read is what crosses', async () => {
      const source = `
        let reads = 0
        const value = { get a() { return ++reads }, b: Object.defineProperty([0], 0, { get: () => ++reads, enumerable: true }), c: new Proxy({ x: 1 }, { get: () => ++reads }) }
        const back = await tools.f(value)
        return [reads, [back.a, back.b[0], back.c.x].sort()]`
      expect((await run(source, { bindings: tools({ f: async (x) => x }) })).value).toEqual([3, [1, 2, 3]])
    })

    it('takes __proto__ as data', async () => {
      const text = '{"__proto__":{"polluted":true},"a":{"__proto__":null}}'
      /** @type {unknown[]} */
      const seen = []
      const source = `const value = JSON.parse(${JSON.stringify(text)}); const back = await tools.f(value); return [back, Object.keys(back), back.polluted === undefined, ({}).polluted === undefined]`
      const { value } = await run(source, { bindings: tools({ async f(x) { seen.push(x); return x } }) })
      expect(JSON.stringify(value)).toBe(`[${text},["__proto__","a"],true,true]`)
      expect(JSON.stringify(seen[0])).toBe(text)
      expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype)
    })

    it('pays no heed to toJSON', async () => {
      const source = `
        Object.prototype.toJSON = Array.prototype.toJSON = String.prototype.toJSON = () => 'lie'
        const back = await tools.f({ a: [1, "x"] })
        return { a: back.a, b: [back.a[0]] }`
      expect((await run(source, { bindings: tools({ f: async (x) => x }) })).value).toEqual({ a: [1, 'x'], b: [1] })
    })

    it('completes a million levels deep', async () => {
      const { value, error } = await run('let deep = null; for (let depth = 0; depth < 1_000_000; depth++) deep = depth % 2 ? [deep] : { deep }; return deep')
      expect(error).toBeUndefined()
      let depth = 0
      for (let at = /** @type {any} */ (value); at !== null; at = Array.isArray(at) ? at[0] : at.deep) depth++
      expect(depth).toBe(1_000_000)
    })

    it('is refused a million levels deep, with a path that can be read', async () => {
      const { error } = await run('let deep = undefined; for (let depth = 0; depth < 1_000_000; depth++) deep = [deep]; return deep')
      expect(error?.kind).toBe('invalid-output')
      expect(error?.message).toMatch(/^program completion must be lossless JSON: \$(\[0\])+…(\[0\])+ is undefined/)
      expect(error?.message.length).toBeLessThan(500)
    })

    it('is judged where little stack is left', async () => {
      const source = 'let result; const dive = (depth) => { try { dive(depth + 1) } catch { result ??= tools.f({ a: [1, { b: 2 }] }) } }; dive(0); return await result'
      const { value, error } = await run(source, { bindings: tools({ f: async (x) => x }) })
      expect(error === undefined ? value : error.kind).toEqual(error === undefined ? { a: [1, { b: 2 }] } : 'exception')
    })
  })
}

/** @param {unknown} value */
function isThenable(value) {
  try {
    return typeof (/** @type {any} */ (value)?.then) === 'function'
  } catch {
    return false
  }
}

/** @param {string} expression @param {string} message @param {string} what @param {string | RegExp} loss */
function expectLoss(expression, message, what, loss) {
  const prefix = `${what} must be lossless JSON: `
  expect([expression, message.slice(0, prefix.length)]).toEqual([expression, prefix])
  if (typeof loss === 'string') expect([expression, message.slice(prefix.length).startsWith(loss) ? loss : message]).toEqual([expression, loss])
  else expect([expression, message.slice(prefix.length)]).toEqual([expression, expect.stringMatching(loss)])
}
