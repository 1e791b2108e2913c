import { describe, expect, it } from 'vitest'
import { deferred, tools, useRuntime } from './backend.js'

const POST = 'const { parentPort } = await import("node:worker_threads"); const post = (message) => parentPort.postMessage(message);'
const WAIT = 'await new Promise(() => {})'
/** A program's `ask(message)`: posts a call and resolves with the reply. */
const ASK = `${POST}
  const waiting = new Map()
  parentPort.on('message', (message) => waiting.get(message.id)?.(message))
  const ask = (id, global, name, args) => new Promise((resolve) => { waiting.set(id, resolve); post({ type: 'call', id, global, name, args }) });`

/**
 * What a program posts to its parent itself, in the form that other backends of the language speak: values are their tokens
 * in pre-order.
 * @param {import('./backend.js').Backend} backend
 */
export function wire(backend) {
  describe('a forged completion', () => {
    const run = useRuntime(backend)
    /** @type {[string, unknown][]} */
    const values = [
      ['["x"]', 'x'], ['[null]', null], ['[5]', 5], ['[false]', false],
      ['[{ kind: "array", length: 0 }]', []], ['[{ kind: "object", keys: [] }]', {}],
      ['[{ kind: "array", length: 2 }, 1, { kind: "object", keys: ["a", "b"] }, "x", { kind: "array", length: 1 }, null]', [1, { a: 'x', b: [null] }]],
      ['[{ kind: "object", keys: ["__proto__", "constructor"] }, 1, 2]', JSON.parse('{"__proto__":1,"constructor":2}')],
      ['[{ kind: "array", length: 1, extra: 1 }, 1]', [1]],
    ]
    it.each(values)('of %s completes', async (tokens, value) => {
      expect(JSON.stringify(await run(`${POST} post({ type: 'done', value: ${tokens} }); ${WAIT}`))).toBe(JSON.stringify({ value, logs: [] }))
    })

    it.each([
      '-0', '"x"', '5', 'true', 'null', '{}', '[]', '[-0]', '[NaN]', '[undefined]', '[1, 2]', '[1n]', '[new Date(0)]', '[[]]', '[, 1]', '[{}]', '[{ kind: "array" }]', '[{ kind: "map", length: 0 }]',
      '[{ kind: "array", length: 1 }]', '[{ kind: "array", length: 1 }, 1, 2]', '[{ kind: "array", length: -1 }]', '[{ kind: "array", length: 0.5 }]', '[{ kind: "array", length: 1e9 }]', '[{ kind: "array", length: "1" }, 1]',
      '[{ kind: "object", keys: ["a"] }]', '[{ kind: "object", keys: ["a", "a"] }, 1, 2]', '[{ kind: "object", keys: [5] }, 1]', '[{ kind: "object", keys: "a" }, 1]', '[{ kind: "object" }]', '[{ kind: "object", keys: [, "a"] }, 1, 2]', '[new Map()]', '[Infinity]',
      'new Map()', '[new Uint8Array(2)]', '[{ kind: "array", length: -0 }, 1]',
    ])('of %s is invalid output', async (tokens) => {
      expect(await run(`${POST} post({ type: 'done', value: ${tokens} }); ${WAIT}`)).toStrictEqual({ logs: [], error: { kind: 'invalid-output', message: 'program completion must be lossless JSON' } })
    })

    it('without a value completes without one', async () => {
      for (const message of ["{ type: 'done' }", "{ type: 'done', value: undefined }"]) expect(await run(`${POST} post(${message}); ${WAIT}`)).toStrictEqual({ logs: [] })
    })

    it.each(['exception', 'invalid-output', 'output-limit'])('with an error is a failure, also beside a value: %s', async (kind) => {
      const { error, ...rest } = await run(`${POST} post({ type: 'done', value: ['x'], error: { kind: '${kind}', message: 'forged' } }); ${WAIT}`)
      expect(rest).toStrictEqual({ logs: [] })
      expect(error?.kind).toBe(kind)
      if (kind !== 'output-limit') expect(error?.message).toBe('forged')
    })

    it.each(["{ type: 'done', value: ['small'] }", "{ type: 'done' }", "{ type: 'done', error: { kind: 'exception', message: 'later' } }", "{ type: 'output-limit' }"])('that is large and comes first wins: before %s', async (later) => {
      const { value, error } = await run(`${POST} post({ type: 'done', value: ['x'.repeat(2_000_000)] }); post(${later}); ${WAIT}`)
      expect(error).toBeUndefined()
      expect(value).toHaveLength(2_000_000)
    })

    it('on the heels of a large completion comes too late', async () => {
      const { value } = await run(`${POST} setImmediate(() => post({ type: 'done', value: ['small'] })); return 'x'.repeat(5_000_000)`)
      expect(value).toHaveLength(5_000_000)
    })

    it('counts in the ledger', async () => {
      const runtime = backend.create({ maxOutputBytes: 50 })
      const { error } = await runtime.run({ program: `${POST} post({ type: 'done', value: ['x'.repeat(49)] }); ${WAIT}`, bindings: [] })
      expect(error).toEqual({ kind: 'output-limit', message: 'outer output exceeded 50 bytes' })
      await runtime.dispose()
    })

    it('a hundred thousand levels deep is rebuilt', async () => {
      const { value } = await run(`${POST} const tokens = Array.from({ length: 100_000 }, () => ({ kind: 'array', length: 1 })); tokens.push({ kind: 'array', length: 0 }); post({ type: 'done', value: tokens }); ${WAIT}`)
      let depth = 0
      for (let at = /** @type {any} */ (value); at !== undefined; at = at[0]) depth++
      expect(depth).toBe(100_001)
    })
  })

  describe('a forged log entry', () => {
    const run = useRuntime(backend)

    it('is one', async () => {
      const seen = deferred()
      const { logs } = await run(`${POST} post({ type: 'log', text: 'forged \\ud800' }); await tools.seen({})`, { bindings: tools({ seen: () => seen.promise }), onLog: () => seen.resolve(null) })
      expect(logs).toEqual(['forged \ud800'])
    })

    it('counts in the ledger', async () => {
      const runtime = backend.create({ maxOutputBytes: 100 })
      const { logs, error } = await runtime.run({ program: `${POST} for (let n = 0; n < 50; n++) post({ type: 'log', text: 'é'.repeat(10) }); ${WAIT}`, bindings: [] })
      expect(error?.kind).toBe('output-limit')
      expect(Buffer.byteLength(JSON.stringify(logs)) + Buffer.byteLength(JSON.stringify(error?.message))).toBeLessThanOrEqual(100)
      await runtime.dispose()
    })

    it('may say that the limit was passed', async () => {
      expect((await run(`${POST} post({ type: 'output-limit' }); ${WAIT}`)).error?.kind).toBe('output-limit')
    })
  })

  describe('a forged call', () => {
    const run = useRuntime(backend)
    /** @type {unknown[]} */
    const seen = []
    const bindings = tools({
      async echo(args) { seen.push(args); return args },
      async fail() { throw new Error('no') },
      async lossy() { return new Date(0) },
      async hostile() { throw { get message() { throw 1 } } },
    })

    it('is answered on the parent port, in the same form', async () => {
      const source = `${ASK} return [
        await ask(1, 'tools', 'echo', ['x']),
        await ask(2, 'tools', 'echo', [{ kind: 'object', keys: ['a'] }, { kind: 'array', length: 2 }, 1, null]),
        await ask(3, 'tools', 'fail', [null]),
      ]`
      expect((await run(source, { bindings })).value).toEqual([
        { type: 'reply', id: 1, ok: true, value: ['x'] },
        { type: 'reply', id: 2, ok: true, value: [{ kind: 'object', keys: ['a'] }, { kind: 'array', length: 2 }, 1, null] },
        { type: 'reply', id: 3, ok: false, message: 'no' },
      ])
      expect(seen).toEqual(['x', { a: [1, null] }])
    })

    it('with lossy arguments is told so, exactly', async () => {
      const before = seen.length
      const source = `${ASK} const replies = []; let id = 0; for (const args of [undefined, -0, [-0], 'x', [undefined], [{ kind: 'array', length: 3 }, 1], { a: 1 }, []]) replies.push(await ask(++id, 'tools', 'echo', args)); return replies`
      const { value } = await run(source, { bindings })
      expect(value).toEqual(Array.from({ length: 8 }, (_, index) => ({ type: 'reply', id: index + 1, ok: false, message: 'binding arguments must be lossless JSON' })))
      expect(seen).toHaveLength(before)
    })

    it('whose resolution is lossy or whose rejection is hostile is answered all the same', async () => {
      const { value } = await run(`${ASK} return [await ask(1, 'tools', 'lossy', [null]), await ask(2, 'tools', 'hostile', [null])]`, { bindings })
      expect(value).toEqual([{ type: 'reply', id: 1, ok: false, message: expect.stringMatching(/^binding resolution must be lossless JSON/) }, { type: 'reply', id: 2, ok: false, message: expect.any(String) }])
    })

    it('of what is no binding is answered as unknown', async () => {
      const source = `${ASK} const replies = []; let id = 0; for (const [global, name] of [['tools', 'none'], ['none', 'echo'], ['tools', 'toString'], ['tools', '__proto__'], ['__proto__', 'x'], ['tools', 'constructor']]) replies.push((await ask(++id, global, name, [1])).message); return replies`
      expect((await run(source, { bindings })).value).toEqual(['tools.none', 'none.echo', 'tools.toString', 'tools.__proto__', '__proto__.x', 'tools.constructor'].map((name) => `unknown binding "${name}"`))
    })

    it('is answered once for each id', async () => {
      const before = seen.length
      const source = `${POST}
        const replies = []
        const last = new Promise((resolve) => parentPort.on('message', (message) => { replies.push(message.id); if (message.id === 2) resolve() }))
        for (let n = 0; n < 5; n++) post({ type: 'call', id: 1, global: 'tools', name: 'echo', args: [n] })
        await tools.echo('between')
        post({ type: 'call', id: 2, global: 'tools', name: 'echo', args: ['last'] })
        await last
        return replies`
      expect((await run(source, { bindings })).value).toEqual([1, 2])
      expect(seen.slice(before).map(String).toSorted()).toEqual(['0', 'between', 'last'])
    })

    it('does not disturb the calls of the program', async () => {
      const source = `${ASK} const [a, b, c] = await Promise.all([tools.echo('a'), ask(1, 'tools', 'echo', ['forged']), tools.echo('c')]); return [a, b.value, c]`
      expect((await run(source, { bindings })).value).toEqual(['a', ['forged'], 'c'])
    })
  })

  describe('messages of a program that its host has no time for', () => {
    const run = useRuntime(backend)

    it.each([
      ['in number', 3000, 1000, '1'],
      ['in bytes', 20, 5, 'new Uint8Array(3 << 20)'],
    ])('are held back in the worker, limited %s', async (_, count, limit, argument) => {
      const sleeper = new Int32Array(new SharedArrayBuffer(4))
      // The host takes nothing meanwhile. A program that is not held back posts all, and sees no answer.
      const bindings = tools({ hold: () => { Atomics.wait(sleeper, 0, 0, 500) } })
      const source = `
        const { parentPort, receiveMessageOnPort } = await import('node:worker_threads')
        void tools.hold({}).catch(() => {})
        const argument = ${argument}
        let answered = 0
        let most = 0
        for (let id = 1; id <= ${count}; id++) {
          parentPort.postMessage({ type: 'call', id, global: 'tools', name: 'none', args: [argument] })
          while (receiveMessageOnPort(parentPort) !== undefined) answered++
          most = Math.max(most, id - answered)
        }
        return most`
      const { value, error } = await run(source, { bindings })
      expect(error).toBeUndefined()
      expect(value).toBeLessThanOrEqual(limit)
    })
  })

  describe('junk', () => {
    const run = useRuntime(backend)

    it('is dropped', async () => {
      const junk = [
        'null', 'undefined', '5', '"text"', '[]', '{}', 'new Map()', '{ type: 5 }', '{ type: "none" }', '{ type: "log" }', '{ type: "log", text: 5 }', '{ type: "call" }', '{ type: "call", id: "1", global: "tools", name: "f", args: [1] }',
        '{ type: "call", id: 1, global: 5, name: "f", args: [1] }', '{ type: "reply", id: 1, ok: true, value: [1] }', '{ type: "done", error: 5 }', '{ type: "done", error: {} }', '{ type: "done", error: { kind: "timeout", message: "x" } }', '{ type: "done", error: { kind: "abort", message: "x" } }',
        '{ type: "done", error: { kind: "exception", message: 5 } }', '{ type: "done", error: { kind: "constructor", message: "x" } }', 'new Uint8Array(5)', 'new Date(0)', 'new Error("x")', '{ __proto__: { type: "done" } }',
      ]
      expect(await run(`${POST} ${junk.map((message) => `post(${message});`).join(' ')} await tools.f({}); await new Promise((done) => setTimeout(done, 20)); return 1`, { bindings: tools({ f: async () => 1 }) })).toStrictEqual({ value: 1, logs: [] })
    })

    it("that cannot be cloned throws in the program as Node.js does", async () => {
      const source = `${POST}
        const bytes = new ArrayBuffer(8)
        const attempts = [() => post(() => 1), () => post({ a: Symbol('s') }), () => post(Promise.resolve()), () => post({ get a() { throw new RangeError('own') } }), () => parentPort.postMessage(1, 5), () => parentPort.postMessage(bytes, [bytes])]
        return [...attempts.map((attempt) => { try { attempt(); return 'posted' } catch (error) { return error.name } }), bytes.byteLength]`
      expect((await run(source)).value).toEqual(['DataCloneError', 'DataCloneError', 'DataCloneError', 'RangeError', 'TypeError', 'posted', 0])
    })

    it('that cannot be cloned, and other ports, are no way out', async () => {
      const source = `${POST}
        const { MessageChannel } = await import('node:worker_threads')
        for (const message of [() => 1, Symbol('s'), { get type() { throw 1 } }, new Proxy({}, {}), new SharedArrayBuffer(8), { type: 'log', text: 'x', port: new MessageChannel().port1 }]) try { post(message) } catch {}
        const { port1, port2 } = new MessageChannel()
        const answer = new Promise((resolve) => port2.once('message', resolve))
        port1.postMessage({ through: 'own channel' })
        const { through } = await answer
        port1.close()
        return through`
      expect((await run(source)).value).toBe('own channel')
    })

    it('in a hundred thousand messages is survived', async () => {
      const { error, value } = await run(`${POST} for (let n = 0; n < 100_000; n++) post({ n }); return 1`)
      expect(error === undefined ? value : error.kind).toEqual(error === undefined ? 1 : 'worker-exit')
      expect((await run('return 2')).value).toBe(2)
    })
  })
}
