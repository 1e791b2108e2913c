import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { programSide } from '../../js/substrate/program-side.js'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const COMPILES = `
const { Script } = require('node:vm')
const { parentPort, workerData: { filename, source, codeCache } } = require('node:worker_threads')
parentPort.postMessage(new Script(source, { filename, cachedData: codeCache }).cachedDataRejected)`

/** @param {WorkerThreadCodeRuntime} runtime @param {number} count */
async function runSome(runtime, count) {
  for (let index = 0; index < count; index++) expect(await runtime.run({ program: 'console.log("a"); return 1', bindings: [] })).toEqual({ value: 1, logs: ['a'] })
}

describe('the code cache of the program side', () => {
  it('is made once a process has run more than one program, taken by V8, and used by later runs', async () => {
    const runtime = new WorkerThreadCodeRuntime()
    await runSome(runtime, 1)
    expect(programSide().codeCache).toBeUndefined()
    await runSome(runtime, 1)
    while (programSide().codeCache === undefined) await runSome(runtime, 1)
    const worker = new Worker(COMPILES, { eval: true, workerData: programSide() })
    const isRejected = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
    expect(isRejected).toBe(false)
    await runSome(runtime, 3)
    await runtime.dispose()
  })
})
