import { afterAll, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const runtime = new WorkerThreadCodeRuntime({ completionNotes: true, standbyWorkers: 2 })
afterAll(() => runtime.dispose())

const bindings = [{ global: 'tools', functions: { add: async () => 3 } }]
/** @param {string} program */
const run = (program) => runtime.run({ program, bindings })
const NOTE = 'note: the program returned nothing and logged nothing'

describe('a program that gives nothing back is told why', () => {
  it.each([
    ['function main() {\n  return 1\n}', 'main was never called; end with return await main()'],
    ['async function main(): Promise<number> {\n  return 1\n}', 'main was never called; end with return await main()'],
    ['const main = async () => {\n  return 1\n}', 'main was never called; end with return await main()'],
    ['const main = async function () { return 1 };', 'main was never called; end with return await main()'],
    ['const total = await tools.add({})\ntotal', 'its last expression is not returned; write return total'],
    ['async function main() { return 1 }\nawait main();', 'its last expression is not returned; write return await main()'],
    ['({ total: 1 })', 'its last expression is not returned; write return ({ total: 1 })'],
    ['await tools.add({\n  a: 1,\n})', 'its last expression is not returned; write return before it'],
    ['const total: number = 1', 'it ends with an assignment to total; end with return total'],
    ['let total = 0\ntotal = await tools.add({})', 'it ends with an assignment to total; end with return total'],
    ['const total = 1\n  + 2', 'it ends with an assignment to total; end with return total'],
    ['for (const n of [1, 2]) {\n  await tools.add({ n })\n}', 'it has no return'],
    ['if (true)\n  await tools.add({})', 'it has no return'],
    ['const { add } = tools', 'it has no return'],
  ])('%s', async (program, why) => {
    expect(await run(program)).toEqual({ logs: [`${NOTE}: ${why}`] })
  })

  it.each([['return'], ['return undefined'], ['if (true) { return }'], [''], ['function a() { return b() }\nfunction b() { return 1 }']])('or that it did, where the reason is not certain: %s', async (program) => {
    expect(await run(program)).toEqual({ logs: [NOTE] })
  })

  it('and the note is told live', async () => {
    /** @type {string[]} */
    const told = []
    await runtime.run({ program: '1 + 1', bindings, onLog: (text) => told.push(text) })
    expect(told).toEqual([`${NOTE}: its last expression is not returned; write return 1 + 1`])
  })
})

describe('no note is given', () => {
  it.each([['return null', { value: null, logs: [] }], ['console.log("x")', { logs: ['x'] }], ['process.stdout.write("x")', { logs: ['x'] }]])('to %s', async (program, result) => {
    expect(await run(program)).toEqual(result)
  })

  it('to a program that fails', async () => {
    expect((await run('throw 1')).logs).toEqual([])
  })

  it('where there is no room for it', async () => {
    const narrow = new WorkerThreadCodeRuntime({ completionNotes: true, maxOutputBytes: 40 })
    try {
      expect(await narrow.run({ program: '1 + 1', bindings })).toEqual({ logs: [] })
    } finally {
      await narrow.dispose()
    }
  })

  it('unless it was asked for', async () => {
    const silent = new WorkerThreadCodeRuntime()
    try {
      expect(await silent.run({ program: '1 + 1', bindings })).toEqual({ logs: [] })
    } finally {
      await silent.dispose()
    }
  })
})
