import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { deferred, forbidden, tools, useRuntime } from './backend.js'

/** @param {import('./backend.js').Backend} backend */
export function ends(backend) {
  describe('exception', () => {
    const run = useRuntime(backend)

    it('has name, message and position of what was thrown', async () => {
      const { error } = await run('\nthrow new RangeError("too far")')
      expect(error?.kind).toBe('exception')
      expect(error?.message).toMatch(/^RangeError: too far\n/)
      expect(error?.message).toMatch(/program\.ts:2:7/)
      expect(error?.message).not.toMatch(/node:|\.cjs|file:\/\//)
    })

    it('has the chain of causes', async () => {
      const { error } = await run('throw new Error("outer", { cause: new TypeError("inner", { cause: "root" }) })')
      expect(error?.message).toMatch(/Error: outer[^]*TypeError: inner[^]*root/)
    })

    it.each([
      ['a throw in a timer', 'setTimeout(() => { throw new RangeError("late") }, 1); await new Promise(() => {})'],
      ['a rejection nobody awaited', 'Promise.reject(new RangeError("late")); await new Promise(() => {})'],
      ['a throw in an event listener', 'const { EventEmitter } = await import("node:events"); setImmediate(() => new EventEmitter().emit("error", new RangeError("late"))); await new Promise(() => {})'],
      ['a throw in a microtask', 'queueMicrotask(() => { throw new RangeError("late") }); await new Promise(() => {})'],
      ['a throw in a next tick', 'process.nextTick(() => { throw new RangeError("late") }); await new Promise(() => {})'],
    ])('is %s', async (_, program) => {
      const { error } = await run(program)
      expect(error?.kind).toBe('exception')
      expect(error?.message).toMatch(/RangeError: late/)
      expect(error?.message).toMatch(/program\.ts:1:\d+/)
    })

    it('is not what the program handles itself', async () => {
      const source = `
        const seen = []
        process.on('uncaughtException', (error) => seen.push(error.message))
        process.on('unhandledRejection', (reason) => seen.push(reason.message))
        setTimeout(() => { throw new Error('thrown') }, 1)
        Promise.reject(new Error('rejected'))
        while (seen.length < 2) await new Promise((done) => setTimeout(done, 1))
        return seen.sort()`
      expect(await run(source)).toStrictEqual({ value: ['rejected', 'thrown'], logs: [] })
    })

    it('is a floating call that was rejected, by its name', async () => {
      const { error } = await run('tools.f({}); await new Promise(() => {})', { bindings: tools({ async f() { throw new Error('denied') } }) })
      expect(error?.kind).toBe('exception')
      expect(error?.message).toMatch(/denied/)
      expect(error?.message).toMatch(/tools\.f/)
    })
  })

  describe('timeout', () => {
    it('ends a loop at its compute budget', async () => {
      const runtime = backend.create({ computeMs: 60 })
      for (const program of ['for (;;);', 'for (;;) await null', 'const spin = () => Promise.resolve().then(spin); await spin()', 'setInterval(() => {}, 0); for (;;) await new Promise((done) => setImmediate(done))']) {
        expect((await runtime.run({ program, bindings: [] })).error).toMatchObject({ kind: 'timeout', message: expect.stringMatching(/^compute budget exhausted \(60ms busy\)/) })
      }
      await runtime.dispose()
    })

    it('ends a wait at the wall-clock ceiling', async () => {
      const runtime = backend.create({ maxWallMs: 300 })
      for (const program of ['await new Promise(() => {})', 'await tools.never({})', 'setInterval(() => {}, 10); await new Promise(() => {})']) {
        const { error } = await runtime.run({ program, bindings: tools({ never: () => new Promise(() => {}) }) })
        expect(error).toMatchObject({ kind: 'timeout', message: expect.stringMatching(/^wall-clock ceiling reached \(300ms\)/) })
      }
      await runtime.dispose()
    })

    it('is not for the time a binding takes', async () => {
      const runtime = backend.create({ computeMs: 200 })
      const slow = () => new Promise((resolve) => setTimeout(resolve, 600, 1))
      expect(await runtime.run({ program: 'return await tools.slow({})', bindings: tools({ slow }) })).toStrictEqual({ value: 1, logs: [] })
      await runtime.dispose()
    })

    it('is not for the time in which the host is busy, and is for a loop meanwhile', async () => {
      const runtime = backend.create({ computeMs: 500 })
      const sleeper = new Int32Array(new SharedArrayBuffer(4))
      const bindings = tools({ async hold() { Atomics.wait(sleeper, 0, 0, 1500); return 1 } })
      expect(await runtime.run({ program: 'return await tools.hold({})', bindings })).toStrictEqual({ value: 1, logs: [] })
      const { error } = await runtime.run({ program: 'void tools.hold({}); for (;;);', bindings })
      expect(error?.message).toMatch(/^compute budget exhausted \(500ms busy\)/)
      await runtime.dispose()
    })

    it('is for a loop beside a pending call', async () => {
      const runtime = backend.create({ computeMs: 60 })
      const { error } = await runtime.run({ program: 'tools.never({}); for (;;);', bindings: tools({ never: () => new Promise(() => {}) }) })
      expect(error?.message).toMatch(/^compute budget exhausted/)
      await runtime.dispose()
    })

    it('is not for a program that ended while the host was busy', async () => {
      const runtime = backend.create({ maxWallMs: 1000 })
      await runtime.warm()
      const started = deferred()
      const run = runtime.run({ program: 'await tools.started({}); return 1', bindings: tools({ async started() { started.resolve(); return null } }) })
      await started.promise
      await new Promise((resolve) => setImmediate(resolve))
      const until = performance.now() + 1500
      while (performance.now() < until);
      expect((await run).value).toBe(1)
      await runtime.dispose()
    })
  })

  describe('abort', () => {
    const run = useRuntime(backend)

    it('before the start uses no worker', async () => {
      const runtime = backend.create({ standbyWorkers: 0 })
      expect(await runtime.run({ program: 'return 1', bindings: [], signal: AbortSignal.abort('early') })).toStrictEqual({ logs: [], error: { kind: 'abort', message: 'early' } })
      expect(runtime.stats().workers.booted).toBe(0)
      await runtime.dispose()
    })

    it('right after the call', async () => {
      const controller = new AbortController()
      const result = run('return 1', { signal: controller.signal })
      controller.abort('at once')
      expect(await result).toStrictEqual({ logs: [], error: { kind: 'abort', message: 'at once' } })
    })

    it.each(['for (;;);', 'await new Promise(() => {})', 'await tools.never({})', 'for (;;) console.log("x")'])('during %s', async (program) => {
      const controller = new AbortController()
      const bindings = tools({ never: () => new Promise(() => {}), async on() { controller.abort('stop'); return null } })
      const { error } = await run(`void tools.on({}); await new Promise((done) => setTimeout(done, 1)); ${program}`, { signal: controller.signal, bindings })
      expect(error).toEqual({ kind: 'abort', message: 'stop' })
    })

    it('at the instant of completion gives one of both, whole', async () => {
      for (let count = 0; count < 20; count++) {
        const controller = new AbortController()
        const ask = async () => {
          setTimeout(() => controller.abort('late'), count / 10)
          return null
        }
        const result = await run('await tools.ask({}); return 1', { signal: controller.signal, bindings: tools({ ask }) })
        if (result.error === undefined) expect(result).toStrictEqual({ value: 1, logs: [] })
        else expect(result).toStrictEqual({ logs: [], error: { kind: 'abort', message: 'late' } })
      }
    })

    it('after the end changes nothing', async () => {
      const controller = new AbortController()
      const result = await run('return 1', { signal: controller.signal })
      controller.abort()
      expect(result).toStrictEqual({ value: 1, logs: [] })
    })

    it('leaves no listener on the signal', async () => {
      const controller = new AbortController()
      for (const program of ['return 1', 'throw 1', 'let', 'process.exit()']) await run(program, { signal: controller.signal })
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    })

    it('reaches all runs that share a signal, without a warning of Node.js', async () => {
      const controller = new AbortController()
      /** @type {string[]} */
      const warnings = []
      const onWarning = (/** @type {Error} */ { name }) => warnings.push(name)
      process.on('warning', onWarning)
      const results = Array.from({ length: 12 }, () => run('await new Promise(() => {})', { signal: controller.signal }))
      const quick = await run('return 1', { signal: controller.signal })
      controller.abort('all')
      for (const { error } of await Promise.all(results)) expect(error).toEqual({ kind: 'abort', message: 'all' })
      process.off('warning', onWarning)
      expect([quick.value, warnings]).toEqual([1, []])
    })

    it("says the reason's text", async () => {
      for (const [reason, message] of /** @type {[any, string][]} */ ([
        [undefined, 'AbortError: This operation was aborted'], [new Error('own'), 'Error: own'], ['text', 'text'], [null, 'null'], [5, '5'], [Symbol('s'), 'Symbol(s)'], [{}, '[object Object]'], [{ toString: () => 'mine' }, 'mine'],
      ])) {
        expect((await run('return 1', { signal: AbortSignal.abort(reason) })).error).toEqual({ kind: 'abort', message })
      }
    })

    it.each([
      ['no prototype', Object.create(null)],
      ['a toString that throws', { toString() { throw new Error('x') } }],
      ['a toString that is no function', { toString: 5, valueOf: 5 }],
      ['a Proxy that throws', new Proxy({}, { get() { throw null } })],
      ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get() { throw 1 } })],
    ])('with a reason of %s has a fixed text', async (_, reason) => {
      const texts = await Promise.all([run('return 1', { signal: AbortSignal.abort(reason) }), run('return 1', { signal: AbortSignal.abort(Object.create(null)) })])
      expect(texts[0]).toStrictEqual(texts[1])
      expect(texts[0].error).toEqual({ kind: 'abort', message: expect.any(String) })
    })
  })

  describe('worker-exit', () => {
    const run = useRuntime(backend)

    it.each([0, 1, 7])('is an exit of its own with code %i', async (code) => {
      expect((await run(`process.exit(${code})`)).error).toMatchObject({ kind: 'worker-exit', message: expect.stringMatching(new RegExp(`^worker exited with code ${code} before completing`)) })
    })

    it('is a program that waits for nothing that could come', async () => {
      const { error } = await run('await new Promise(() => {})', { signal: AbortSignal.timeout(500) })
      expect(error?.kind).toMatch(/^(abort|worker-exit)$/)
    })

    it('is a heap over its limit, with the limit named', async () => {
      const runtime = backend.create({ maxOldGenerationSizeMb: 64 })
      const { error } = await runtime.run({ program: 'const all = []; for (;;) all.push(new Array(1000).fill({}))', bindings: [] })
      expect(error).toMatchObject({ kind: 'worker-exit', message: expect.stringMatching(/^out of memory: the JavaScript heap .* 64 MiB \(maxOldGenerationSizeMb\)/) })
      expect((await runtime.run({ program: 'return 1', bindings: [] })).value).toBe(1)
      await runtime.dispose()
    })
  })

  describe('invalid-output', () => {
    const run = useRuntime(backend)

    it('says where, what and the way out', async () => {
      expect(await run('console.log("a"); return { rows: [{ when: new Date(0) }] }')).toStrictEqual({
        logs: ['a'],
        error: { kind: 'invalid-output', message: 'program completion must be lossless JSON: $.rows[0].when is a Date; use toISOString()' },
      })
    })
  })

  describe('the first end wins', () => {
    const run = useRuntime(backend)

    it.each([
      ['a completion before an exit', 'setImmediate(() => process.exit(3)); return 1'],
      ['a large completion before an exit', 'setImmediate(() => process.exit(3)); return "x".repeat(5_000_000).length'],
      ['a completion before a throw', 'setImmediate(() => { throw new Error("late") }); return 1'],
      ['a completion before a rejection', 'Promise.reject(new Error("late")); return 1'],
      ['a completion before a loop', 'setImmediate(() => { for (;;); }); return 1'],
    ])('%s', async (_, program) => {
      const { value, error } = await run(program)
      expect([typeof value, error?.kind]).toEqual(program.includes('reject') && error !== undefined ? ['undefined', 'exception'] : ['number', undefined])
    })

    it('a completion of megabytes before an exit', async () => {
      const { value, error } = await run('setImmediate(() => process.exit(3)); return "x".repeat(5_000_000)')
      expect([error, /** @type {string} */ (value).length]).toEqual([undefined, 5_000_000])
    })
  })

  describe('what stays behind', () => {
    it('is nothing: handles, timers and listeners are those of before', async () => {
      const runtime = backend.create()
      const controller = new AbortController()
      const programs = ['return 1', 'throw 1', 'process.exit(2)', 'for (;;);', 'await tools.never({})', 'console.log("x".repeat(100))', 'Promise.reject(null)', 'return [undefined]']
      const runAll = async () => {
        const one = backend.create({ computeMs: 100, maxWallMs: 300, maxOutputBytes: 100 })
        for (const program of programs) await one.run({ program, bindings: tools({ never: () => new Promise(() => {}) }), signal: controller.signal })
        await one.dispose()
      }
      await runAll()
      const count = () => ({ resources: process.getActiveResourcesInfo().filter((name) => /Worker|MessagePort|Timeout|Immediate|Pipe/.test(name)).toSorted(), listeners: process.eventNames().map((name) => [name, process.listenerCount(name)]) })
      const before = count()
      await runAll()
      await runAll()
      expect(count()).toEqual(before)
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
      await runtime.dispose()
    })

    it('does not keep the process alive for an idle runtime', async () => {
      const { execFileSync } = await import('node:child_process')
      const script = `
        const { WorkerThreadCodeRuntime } = await import(${JSON.stringify(new URL('../../../js/index.js', import.meta.url).href)})
        const runtime = new WorkerThreadCodeRuntime({ standbyWorkers: 2 })
        console.log((await runtime.run({ program: 'return 1', bindings: [] })).value)`
      expect(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', timeout: 150_000 })).toBe('1\n')
    })
  })

  describe('teardown', () => {
    it('waits at most the grace for a worker that is stuck, and disposal has a bound', async () => {
      const runtime = backend.create({ teardownGraceMs: 10 })
      const controller = new AbortController()
      const program = 'const { pbkdf2Sync } = await import("node:crypto"); console.log("in"); pbkdf2Sync("a", "b", 6_000_000, 64, "sha512")'
      const { error } = await runtime.run({ program, bindings: [], signal: controller.signal, onLog: () => setTimeout(() => controller.abort('stuck'), 200) })
      expect(error).toEqual({ kind: 'abort', message: 'stuck' })
      expect(runtime.stats().workers.reapedLate).toBe(1)
      await runtime.dispose()
    })

    it('gives a fresh worker after every kind of end', async () => {
      const runtime = backend.create(forbidden({ computeMs: 50, maxWallMs: 2000 }))
      for (const program of ['process.exit(1)', 'for (;;);', 'throw 1', 'let', 'Promise.reject(1)', 'process.abort = null; return 1']) {
        await runtime.run({ program, bindings: [] })
        expect(await runtime.run({ program: 'return 2', bindings: [] })).toStrictEqual({ value: 2, logs: [] })
      }
      await runtime.dispose()
    })
  })
}
