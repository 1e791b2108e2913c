import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { deferred, tools, toolsWithErrors, useRuntime } from './backend.js'

const CAUGHT = 'const error = await tools.f({}).then(() => "resolved", (e) => e);'

/** @param {import('./backend.js').Backend} backend */
export function calls(backend) {
  describe('a call', () => {
    const run = useRuntime(backend)

    it('returns a promise', async () => {
      expect((await run('const p = tools.f({}); await p; return p instanceof Promise && typeof p.finally', { bindings: tools({ f: async () => 1 }) })).value).toBe('function')
    })

    it('that fails rejects with an Error that has the host\'s message', async () => {
      const source = `${CAUGHT} return [error instanceof Error, error.name, error.message, Object.keys(error)]`
      expect((await run(source, { bindings: tools({ async f() { throw new RangeError('out of reach') } }) })).value).toEqual([true, 'Error', 'out of reach', []])
    })

    it('that fails rejects with the namespace\'s error class', async () => {
      const source = `${CAUGHT}
        const { name, tool } = Object.getOwnPropertyDescriptors(error)
        return [error instanceof ToolError, error instanceof Error, name, tool, error.message, Object.keys(error), error.constructor === ToolError, ToolError.name, error.stack.split('\\n')[0]]`
      const own = (/** @type {string} */ value) => ({ value, enumerable: true, writable: true, configurable: true })
      expect((await run(source, { bindings: toolsWithErrors({ async f() { throw new Error('no') } }) })).value)
        .toEqual([true, true, own('ToolError'), own('f'), 'no', ['name', 'tool'], true, 'ToolError', 'ToolError: no'])
    })

    it('with a lossy argument rejects in the worker, with the same class, and never reaches the host', async () => {
      let count = 0
      const source = 'const error = await tools.f({ a: [1, undefined] }).catch((e) => e); return [error instanceof ToolError, error.tool, error.message]'
      const { value } = await run(source, { bindings: toolsWithErrors({ async f() { count++; return null } }) })
      expect(value).toEqual([true, 'f', 'binding arguments must be lossless JSON: $.a[1] is undefined; use null or leave it out'])
      expect(count).toBe(0)
    })

    it('without an argument rejects: undefined is not lossless', async () => {
      const { value } = await run('return await tools.f().then(() => "called", (e) => e.message)', { bindings: tools({ async f() { return null } }) })
      expect(value).toBe('binding arguments must be lossless JSON: $ is undefined; use null or leave it out')
    })

    it('with a lossy resolution rejects from the host', async () => {
      const source = `${CAUGHT} return [error instanceof ToolError, error.message]`
      const { value } = await run(source, { bindings: toolsWithErrors({ async f() { return { rows: [{}, { when: new Date(0) }] } } }) })
      expect(value).toEqual([true, 'binding resolution must be lossless JSON: $.rows[1].when is a Date; use toISOString()'])
    })

    /** @type {[string, () => any, unknown][]} */
    const throwers = [
      ['null', () => { throw null }, 'null'],
      ['undefined', () => { throw undefined }, 'undefined'],
      ['a symbol', () => { throw Symbol('s') }, 'Symbol(s)'],
      ['a string', () => { throw 'text' }, 'text'],
      ['a bigint', () => { throw 5n }, '5'],
      ['an object without a prototype', () => { throw Object.create(null) }, expect.any(String)],
      ['an object whose message throws', () => { throw { get message() { throw new Error('getter') } } }, expect.any(String)],
      ['an error whose message is no string', () => { throw Object.assign(new Error(), { message: 5 }) }, expect.any(String)],
      ['a Proxy that throws', () => { throw new Proxy({}, { get() { throw new Error('trap') }, has() { throw new Error('trap') }, getPrototypeOf() { throw new Error('trap') }, ownKeys() { throw new Error('trap') } }) }, expect.any(String)],
      ['a revoked Proxy', () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); throw proxy }, expect.any(String)],
      ['an object whose toString throws', () => { throw { toString() { throw new Error('toString') }, [Symbol.toPrimitive]() { throw new Error('toPrimitive') } } }, expect.any(String)],
      ['a function', () => { throw function thrown() {} }, expect.any(String)],
      ['an error of another realm', () => runInContext('throw new Error("elsewhere")', createContext()), 'elsewhere'],
    ]
    for (const [what, thrower, message] of throwers) {
      it(`rejects where the host rejects with ${what}`, async () => {
        const { value } = await run(`${CAUGHT} return [error instanceof Error, error.message]`, { bindings: tools({ f: async () => thrower() }) })
        expect(value).toEqual([true, message])
      })

      it(`rejects where the host throws ${what} at once`, async () => {
        const { value } = await run(`${CAUGHT} return [error instanceof Error, error.message]`, { bindings: tools({ f: thrower }) })
        expect(value).toEqual([true, message])
      })
    }

    /** @type {[string, () => any, unknown][]} */
    const returns = [
      ['no promise', () => ({ a: 1 }), { a: 1 }],
      ['nothing', () => undefined, 'binding resolution must be lossless JSON: $ is undefined; use null or leave it out'],
      ['a function', () => () => 1, expect.stringContaining('binding resolution must be lossless JSON: $ is a function')],
      ['a thenable', () => ({ then: (/** @type {any} */ resolve) => resolve(7) }), 7],
      ['a thenable that resolves twice', () => ({ then(/** @type {any} */ resolve) { resolve(1); resolve(2) } }), 1],
      ['a thenable that resolves and throws', () => ({ then(/** @type {any} */ resolve) { resolve(1); throw new Error('late') } }), 1],
      ['a thenable that throws', () => ({ then() { throw new Error('then') } }), 'then'],
      ['a thenable whose then throws', () => ({ get then() { throw new Error('get then') } }), 'get then'],
      ['a promise with a then of its own', () => Object.assign(Promise.resolve(1), { then: (/** @type {any} */ resolve) => { resolve(2); resolve(3) } }), expect.any(Number)],
      ['a promise whose constructor throws', () => Object.defineProperty(Promise.resolve(1), 'constructor', { get() { throw new Error('constructor') } }), expect.anything()],
      ['a Proxy that throws', () => new Proxy({}, { get() { throw new Error('trap') } }), 'trap'],
    ]
    it.each(returns)('takes a host function that returns %s', async (_, f, expected) => {
      const { value } = await run('return await tools.f({}).catch((e) => e.message)', { bindings: tools({ f }) })
      expect(value).toEqual(expected)
    })

    it('shows where the program made it', async () => {
      const { value } = await run('\nconst error = await tools.f({})\n  .catch((e: Error) => e)\nreturn error.stack', { bindings: tools({ async f() { throw new Error('no') } }) })
      expect(value).toMatch(/^Error: no\n.*program\.ts:2:\d+/s)
      expect(value).not.toMatch(/node:|\.cjs|file:/)
    })

    it('is not answered after the end', async () => {
      const late = deferred()
      const result = await run('void tools.late({}).catch(() => {}); return 1', { bindings: tools({ f: async () => 1, late: () => late.promise }) })
      expect(result).toStrictEqual({ value: 1, logs: [] })
      late.resolve({ a: 1 })
      expect(await run('return 2')).toStrictEqual({ value: 2, logs: [] })
    })

    it('that was never awaited has no say where it resolves', async () => {
      expect(await run('tools.f({}); tools.f({}); return 1', { bindings: tools({ f: async () => 1 }) })).toStrictEqual({ value: 1, logs: [] })
    })
  })

  describe('many calls', () => {
    const run = useRuntime(backend)

    it('run at once, and never more than 1,024 unanswered', async () => {
      let open = 0
      let most = 0
      const full = deferred()
      const f = async (/** @type {number} */ index) => {
        most = Math.max(most, ++open)
        if (open === 1024) full.resolve()
        if (index < 1024) await full.promise
        await new Promise((resolve) => setImmediate(resolve))
        open--
        return index
      }
      const source = 'const all = await Promise.all(Array.from({ length: 3000 }, (_, index) => tools.f(index))); return all.every((value, index) => value === index)'
      expect(await run(source, { bindings: tools({ f }) })).toStrictEqual({ value: true, logs: [] })
      expect(most).toBe(1024)
    })

    it('are answered, 100,000 of them in one Promise.all', async () => {
      const source = 'const all = await Promise.all(Array.from({ length: 100_000 }, (_, index) => tools.f(index))); return [all.length, all.reduce((sum, value) => sum + value, 0)]'
      expect((await run(source, { bindings: tools({ f: async (x) => x }) })).value).toEqual([100_000, 4_999_950_000])
    })

    it('reach the host in the order in which they were made', async () => {
      /** @type {number[]} */
      const order = []
      const bindings = tools({ async f({ index }) { order.push(index); return null } })
      const source = 'await Promise.all(Array.from({ length: 12 }, (_, index) => tools.f({ index, pad: "x".repeat(index % 3 === 0 ? 400_000 : index % 3 === 1 ? 70_000 : 1) })))'
      expect((await run(source, { bindings })).error).toBeUndefined()
      expect(order).toEqual(Array.from({ length: 12 }, (_, index) => index))
    })

    it('are answered out of order', async () => {
      const first = deferred()
      const bindings = tools({ slow: () => first.promise, async quick() { first.resolve('slow'); return 'quick' } })
      const source = 'const order = []; await Promise.all([tools.slow({}).then((x) => order.push(x)), tools.quick({}).then((x) => order.push(x))]); return order.sort()'
      expect((await run(source, { bindings })).value).toEqual(['quick', 'slow'])
    })

    it('carry values of megabytes both ways', async () => {
      const source = 'const text = "é😀x".repeat(2_000_000); const back = await tools.f({ text }); return back.text === text && (await tools.f(["short"]))[0]'
      expect((await run(source, { bindings: tools({ f: async (x) => x }) })).value).toBe('short')
    })

    it('carry values two hundred thousand levels deep both ways', async () => {
      const source = `
        let deep = []
        for (let depth = 1; depth < 200_000; depth++) deep = depth % 2 ? [deep] : { deep }
        const back = await tools.f(deep)
        let depth = 0
        for (let at = back; at !== undefined; at = Array.isArray(at) ? at[0] : at.deep) depth++
        return depth`
      expect((await run(source, { bindings: tools({ f: async (x) => x }) })).value).toBe(200_000)
    })
  })
}
