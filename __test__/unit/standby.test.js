import { availableParallelism } from 'node:os'
import { describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'
import { Standby } from '../../js/standby.js'

const MANY = availableParallelism() * 2 + 12

describe('workers for many runs at once', () => {
  it('boot a few at a time, one for each run', async () => {
    const standby = new Standby({ standbyWorkers: 0, maxOldGenerationSizeMb: 64 })
    const taken = Array.from({ length: MANY }, () => standby.take(() => true))
    expect(standby.booted).toBeLessThanOrEqual(availableParallelism() + 1)
    const substrates = (await Promise.all(taken)).map((one) => one?.substrate)
    expect(new Set(substrates).size).toBe(MANY)
    expect(standby.booted).toBe(MANY)
    await Promise.all(substrates.map((substrate) => substrate?.end()))
    expect(standby.alive.size).toBe(0)
  })

  it('are not booted for runs that ended while they waited', async () => {
    const runtime = new WorkerThreadCodeRuntime({ standbyWorkers: 0 })
    const controllers = Array.from({ length: MANY }, () => new AbortController())
    const runs = controllers.map(({ signal }) => runtime.run({ program: 'await new Promise(() => {})', bindings: [], signal }))
    // Programs are prepared before a worker is asked for.
    while (runtime.stats().workers.booted === 0) await new Promise((resolve) => setImmediate(resolve))
    for (const controller of controllers) controller.abort('enough')
    expect(new Set((await Promise.all(runs)).map(({ error }) => error?.message))).toEqual(new Set(['enough']))
    expect((await runtime.run({ program: 'return 1', bindings: [] })).value).toBe(1)
    expect(runtime.stats().workers.booted).toBeLessThan(MANY)
    await runtime.dispose()
    expect(runtime.stats().workers.lingering).toBe(0)
  })

  it('serve runs that go on side by side, whatever their number', async () => {
    const runtime = new WorkerThreadCodeRuntime({ standbyWorkers: 1 })
    let arrived = 0
    /** @type {() => void} */
    let open = () => {}
    const gate = new Promise((resolve) => { open = () => resolve(undefined) })
    const meet = async () => {
      if (++arrived === MANY) open()
      await gate
      return arrived
    }
    const results = await Promise.all(Array.from({ length: MANY }, () => runtime.run({ program: 'return await tools.meet({})', bindings: [{ global: 'tools', functions: { meet } }] })))
    expect(results.map(({ value }) => value)).toEqual(Array(MANY).fill(MANY))
    await runtime.dispose()
  })
})
