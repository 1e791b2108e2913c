import { createHash } from 'node:crypto'
import { channel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const startChannel = channel('dsh-code-runtime-native:run:start')
const endChannel = channel('dsh-code-runtime-native:run:end')

/** @type {(() => unknown)[]} */
const undo = []
afterEach(async () => {
  for (const action of undo.splice(0)) await action()
})

/** @param {import('../../index.d.ts').WorkerThreadCodeRuntimeConfig} [config] */
function create(config) {
  const runtime = new WorkerThreadCodeRuntime(config)
  undo.push(() => runtime.dispose())
  return runtime
}

/** @returns {{ starts: any[], ends: any[] }} what is published from now on */
function subscribe() {
  /** @type {{ starts: any[], ends: any[] }} */
  const published = { starts: [], ends: [] }
  const onStart = (/** @type {unknown} */ message) => published.starts.push(message)
  const onEnd = (/** @type {unknown} */ message) => published.ends.push(message)
  startChannel.subscribe(onStart)
  endChannel.subscribe(onEnd)
  undo.push(() => startChannel.unsubscribe(onStart), () => endChannel.unsubscribe(onEnd))
  return published
}

const bindings = [{
  global: 'tools',
  functions: {
    echo: async (/** @type {any} */ value) => value,
    fail: async () => { throw new Error('no') },
    lossy: async () => /** @type {any} */ (new Date(0)),
    hang: () => new Promise(() => {}),
  },
}]

const NONE = { started: 0, resolved: 0, rejected: 0, inFlight: 0 }

describe('the record of a run', () => {
  it('tells at the start what runs', async () => {
    const { starts, ends } = subscribe()
    const program = 'return "é"'
    const before = Date.now()
    await create().run({ program, bindings })
    expect(starts).toEqual([{
      id: expect.any(Number), isolation: 'worker-thread', startedAtMs: expect.any(Number), programBytes: 11,
      programSha256: createHash('sha256').update(program).digest('hex'),
    }])
    expect(Math.abs(starts[0].startedAtMs - before)).toBeLessThan(60_000)
    expect(ends[0]).toMatchObject(starts[0])
  })

  it('tells at the end what became of it', async () => {
    const { ends } = subscribe()
    const program = `for (const end = performance.now() + 5; performance.now() < end;);
      console.log('é'); await tools.echo({ a: 'é' }); await tools.echo(1); await tools.fail({}).catch(() => {})
      await tools.lossy({}).catch(() => {}); void tools.hang(null); return ['é']`
    await create().run({ program, bindings })
    expect(ends).toHaveLength(1)
    const [end] = ends
    expect(end).toMatchObject({
      outcome: 'completed', failureBytes: 0, standby: 'miss', isReapedLate: false, valueBytes: 6,
      logs: { entries: 1, bytes: 6, isCut: false },
      calls: {
        started: 5, resolved: 2, rejected: 2, inFlight: 1, argumentBytes: 10 + 1 + 2 + 2 + 4, resolutionBytes: 10 + 1,
        members: [
          { global: 'tools', member: 'echo', started: 2, resolved: 2, rejected: 0, inFlight: 0 },
          { global: 'tools', member: 'fail', started: 1, resolved: 0, rejected: 1, inFlight: 0 },
          { global: 'tools', member: 'lossy', started: 1, resolved: 0, rejected: 1, inFlight: 0 },
          { global: 'tools', member: 'hang', started: 1, resolved: 0, rejected: 0, inFlight: 1 },
        ],
      },
    })
    const { validateMs, stripMs, workerWaitMs, programMs, teardownMs } = end.phases
    for (const phase of [validateMs, stripMs, workerWaitMs, programMs, teardownMs]) expect(phase).toBeGreaterThanOrEqual(0)
    expect(validateMs + stripMs + workerWaitMs + programMs + teardownMs).toBeCloseTo(end.wallMs, 6)
    expect(end.busyMs).toBeGreaterThan(0)
  })

  it.each([
    ['throw new Error("é")', {}, { outcome: 'exception' }],
    ['return 1n', {}, { outcome: 'invalid-output' }],
    ['for (;;);', { computeMs: 50 }, { outcome: 'timeout' }],
    ['process.exit(3)', {}, { outcome: 'worker-exit' }],
    ['console.log("x".repeat(100))', { maxOutputBytes: 60 }, { outcome: 'output-limit', logs: { entries: 1, isCut: true } }],
  ])('names the end of %s', async (program, config, record) => {
    const { ends } = subscribe()
    const { error } = await create(config).run({ program, bindings })
    expect(ends).toMatchObject([{ ...record, failureBytes: Buffer.byteLength(error?.message ?? ''), valueBytes: 0 }])
  })

  it('of a program that does not parse has no phase of a worker', async () => {
    const { ends } = subscribe()
    await create().run({ program: 'const = 1', bindings })
    expect(ends).toMatchObject([{ outcome: 'exception', standby: 'unused', busyMs: 0, phases: { workerWaitMs: 0, programMs: 0 }, calls: { ...NONE, members: [] }, memory: { peakHeapBytes: null, peakExternalBytes: null } }])
  })

  it('of a run that was aborted before it began is there all the same', async () => {
    const { starts, ends } = subscribe()
    await create().run({ program: 'return 1', bindings, signal: AbortSignal.abort() })
    expect([starts.length, ends.length, ends[0].outcome, ends[0].standby]).toEqual([1, 1, 'abort', 'unused'])
  })

  it('of a run that booted ahead is a hit', async () => {
    const { ends } = subscribe()
    const runtime = create()
    await runtime.warm()
    await runtime.run({ program: 'return 1', bindings })
    expect(ends[0].standby).toBe('hit')
  })

  it('is not made of a request that is refused', async () => {
    const { starts, ends } = subscribe()
    await expect(create().run(/** @type {any} */ ({ program: 5, bindings }))).rejects.toThrow(TypeError)
    expect([starts, ends]).toEqual([[], []])
  })

  it('has the memory that was seen, where the run is long enough and Node.js tells', async () => {
    const { ends } = subscribe()
    await create().run({ program: 'const kept = new Uint8Array(40 << 20).fill(1); const end = performance.now() + 500; while (performance.now() < end); return kept.length', bindings })
    const { peakHeapBytes, peakExternalBytes } = ends[0].memory
    const canTell = peakHeapBytes !== null
    expect(canTell ? peakHeapBytes > 1 << 20 && peakExternalBytes >= 40 << 20 : peakExternalBytes === null).toBe(true)
  })
})

describe('the totals of a runtime', () => {
  it('count what it did, and are a new object each time', async () => {
    const runtime = create()
    expect(runtime.stats()).toEqual({
      runs: { started: 0, live: 0, ended: { completed: 0, exception: 0, timeout: 0, abort: 0, 'worker-exit': 0, 'invalid-output': 0, 'output-limit': 0 }, wallMs: 0, busyMs: 0 },
      workers: { booted: 0, standbyReady: 0, standbyBooting: 0, standby: { hit: 0, booting: 0, miss: 0, unused: 0 }, reapedLate: 0, lingering: 0 },
      calls: { started: 0, resolved: 0, rejected: 0 },
      logs: { entries: 0, cutRuns: 0 },
    })
    await runtime.run({ program: 'console.log(1); console.log(2); await tools.echo(1); await tools.fail(1).catch(() => {})', bindings })
    await runtime.run({ program: 'throw 1', bindings })
    await runtime.run({ program: 'const =', bindings })
    const stats = runtime.stats()
    expect(stats.runs).toMatchObject({ started: 3, live: 0, ended: { completed: 1, exception: 2 } })
    expect(stats.runs.wallMs).toBeGreaterThanOrEqual(stats.runs.busyMs / 2)
    expect(stats.calls).toEqual({ started: 2, resolved: 1, rejected: 1 })
    expect(stats.logs).toEqual({ entries: 2, cutRuns: 0 })
    expect(stats.workers.standby.unused).toBe(1)
    const { hit, booting, miss } = stats.workers.standby
    expect(hit + booting + miss).toBe(2)
    expect(runtime.stats()).not.toBe(stats)
  })

  it('count runs under way', async () => {
    const runtime = create()
    const stop = new AbortController()
    const run = runtime.run({ program: 'await tools.hang({})', bindings, signal: stop.signal })
    expect(runtime.stats().runs).toMatchObject({ started: 1, live: 1 })
    stop.abort()
    await run
    expect(runtime.stats().runs).toMatchObject({ live: 0, ended: { abort: 1 } })
  })
})
