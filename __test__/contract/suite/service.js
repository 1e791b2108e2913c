import { describe, expect, it } from 'vitest'
import { deferred, forbidden, tools, useRuntime } from './backend.js'

/** @param {import('./backend.js').Backend} backend */
export function service(backend) {
  describe('service', () => {
    const run = useRuntime(backend)

    it('names its language and its isolation', async () => {
      const runtime = backend.create()
      expect(runtime.language).toBe('typescript')
      expect(runtime.isolation).toMatch(/^[a-z-]+$/)
      await runtime.dispose()
    })

    it('resolves with a value and logs', async () => {
      expect(await run('console.log("a"); return 1')).toStrictEqual({ value: 1, logs: ['a'] })
    })

    it('gives results no other enumerable field than value, logs and error', async () => {
      for (const program of ['return 1', 'return', 'throw new Error("x")', 'let', 'process.exit(3)']) {
        const result = await run(program)
        for (const key in result) expect(['value', 'logs', 'error']).toContain(key)
        for (const key in result.error) expect(['kind', 'message']).toContain(key)
      }
    })

    it.each([
      ['no object', undefined],
      ['null', null],
      ['no program', { bindings: [] }],
      ['a program that is no string', { program: 5, bindings: [] }],
      ['no bindings', { program: '' }],
      ['bindings that are no array', { program: '', bindings: {} }],
      ['a namespace that is null', { program: '', bindings: [null] }],
      ['a namespace without functions', { program: '', bindings: [{ global: 'tools' }] }],
      ['a signal that is none', { program: '', bindings: [], signal: {} }],
      ['a listener that is no function', { program: '', bindings: [], onLog: 'log' }],
    ])('rejects a request with %s', async (_, request) => {
      const runtime = backend.create()
      await expect(runtime.run(forbidden(request))).rejects.toThrow(TypeError)
      await runtime.dispose()
    })

    it('can be called through a proxy', async () => {
      const runtime = backend.create()
      const proxy = new Proxy(runtime, {})
      expect(await proxy.run({ program: 'return 1', bindings: [] })).toStrictEqual({ value: 1, logs: [] })
      await proxy.dispose()
      await expect(runtime.run({ program: '', bindings: [] })).rejects.toThrow(/disposed/)
    })

    it('keeps nothing from run to run', async () => {
      const leave = 'globalThis.left = 1; Object.prototype.left = 1; process.left = 1; process.env.LEFT = "1"; (await import("node:fs")).default.left = 1'
      expect(await run(leave)).toStrictEqual({ logs: [] })
      const look = 'return [typeof globalThis.left, typeof ({}).left, typeof process.left, typeof process.env.LEFT, typeof (await import("node:fs")).default.left]'
      expect((await run(look)).value).toEqual(Array(5).fill('undefined'))
    })

    it('runs programs side by side', async () => {
      const both = deferred()
      let arrived = 0
      const bindings = tools({
        async meet() {
          if (++arrived === 2) both.resolve()
          await both.promise
          return arrived
        },
      })
      const results = await Promise.all([run('return await tools.meet({})', { bindings }), run('return await tools.meet({})', { bindings })])
      expect(results.map(({ value }) => value)).toEqual([2, 2])
    })
  })

  describe('live logs', () => {
    const run = useRuntime(backend)

    it('tells each entry in order, while the program runs', async () => {
      /** @type {string[]} */
      const told = []
      const first = deferred()
      const bindings = tools({ async first() { await first.promise; return told.length } })
      const result = await run('console.log("a"); console.log("b"); const seen = await tools.first({}); console.log("c"); return seen', {
        bindings,
        onLog(text) {
          told.push(text)
          if (text === 'b') first.resolve()
        },
      })
      expect(result).toStrictEqual({ value: 2, logs: ['a', 'b', 'c'] })
      expect(told).toEqual(['a', 'b', 'c'])
    })

    it.each([
      ['throws', () => { throw new Error('listener') }],
      ['throws null', () => { throw null }],
      ['rejects', () => Promise.reject(new Error('listener'))],
      ['returns a thenable that throws', () => ({ get then() { throw new Error('then') } })],
    ])('contains a listener that %s', async (_, onLog) => {
      expect(await run('console.log("a"); console.log("b"); return 1', { onLog: forbidden(onLog) })).toStrictEqual({ value: 1, logs: ['a', 'b'] })
    })

    it('tells what was admitted of an entry that is cut', async () => {
      /** @type {string[]} */
      const told = []
      const runtime = backend.create({ maxOutputBytes: 60 })
      const { logs } = await runtime.run({ program: 'console.log("x".repeat(100))', bindings: [], onLog: (text) => told.push(text) })
      expect(told).toHaveLength(1)
      expect(told[0]?.startsWith(/** @type {string} */ (logs[0]))).toBe(true)
      await runtime.dispose()
    })
  })

  describe('disposal', () => {
    it('returns the same promise at each call', async () => {
      const runtime = backend.create()
      const disposal = runtime.dispose()
      expect(runtime.dispose()).toBe(disposal)
      expect(runtime[Symbol.asyncDispose]()).toBe(disposal)
      await disposal
      expect(runtime.dispose()).toBe(disposal)
    })

    it('rejects runs after it', async () => {
      const runtime = backend.create()
      const disposal = runtime.dispose()
      await expect(runtime.run({ program: 'return 1', bindings: [] })).rejects.toThrow(/disposed/)
      await disposal
      await expect(runtime.run({ program: 'return 1', bindings: [] })).rejects.toThrow(/disposed/)
    })

    it('ends the runs in flight as aborted', async () => {
      const runtime = backend.create()
      const started = [deferred(), deferred()]
      const programs = ['console.log("on"); await tools.started(0); for (;;);', 'await tools.started(1); await new Promise(() => {})']
      const runs = programs.map((program) => runtime.run({ program, bindings: tools({ async started(/** @type {number} */ index) { started[index]?.resolve(); return null } }) }))
      await Promise.all(started.map(({ promise }) => promise))
      await runtime.dispose()
      const error = { kind: 'abort', message: 'runtime disposed' }
      expect(await Promise.all(runs)).toStrictEqual([{ logs: ['on'], error }, { logs: [], error }])
      expect(runtime.stats().workers).toMatchObject({ standbyReady: 0, standbyBooting: 0, lingering: 0 })
    })

    it('ends a run that was just started', async () => {
      const runtime = backend.create()
      const run = runtime.run({ program: 'for (;;);', bindings: [] })
      await runtime.dispose()
      expect(await run).toStrictEqual({ logs: [], error: { kind: 'abort', message: 'runtime disposed' } })
    })

    it('waits for a run that is settling, and lets it have its result', async () => {
      const runtime = backend.create()
      let isSettled = false
      const run = runtime.run({ program: 'return 1', bindings: [] }).then((result) => {
        isSettled = true
        return result
      })
      const isDone = new Promise((resolve) => setTimeout(resolve, 5))
      await isDone
      await runtime.dispose()
      await Promise.resolve()
      expect(isSettled).toBe(true)
      const result = await run
      expect(result.error === undefined ? result.value : result.error.message).toBe(result.error === undefined ? 1 : 'runtime disposed')
    })

    it('ends workers that were booted ahead', async () => {
      const runtime = backend.create({ standbyWorkers: 2 })
      await runtime.warm()
      expect(runtime.stats().workers.standbyReady).toBe(2)
      await runtime.dispose()
      expect(runtime.stats().workers).toMatchObject({ standbyReady: 0, standbyBooting: 0, lingering: 0 })
    })

    it('is the same promise for a listener that disposes while it is disposed', async () => {
      const runtime = backend.create()
      const started = deferred()
      /** @type {Promise<void>[]} */
      const disposals = []
      const run = runtime.run({
        program: 'await tools.started({}); for (;;) console.log("x")',
        bindings: tools({ async started() { started.resolve(); return null } }),
        onLog() { if (disposals.length > 0) disposals.push(runtime.dispose()) },
      })
      await started.promise
      disposals.push(runtime.dispose())
      await run
      await disposals[0]
      expect(new Set(disposals).size).toBe(1)
    })
  })
}
