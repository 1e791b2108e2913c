import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { DONE } from '../../js/ring.js'
import { compileAhead, programSide } from '../../js/substrate/program-side.js'
import { WorkerThreadSubstrate } from '../../js/substrate/worker-thread.js'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const COMPILES = `
const { Script } = require('node:vm')
const { parentPort, workerData: { filename, source, codeCache } } = require('node:worker_threads')
parentPort.postMessage(new Script(source, { filename, cachedData: codeCache }).cachedDataRejected)`

/** Does V8 refuse it in a worker? @param {{ filename: string, source: string, codeCache: Uint8Array | undefined }} side @returns {Promise<unknown>} */
const isRejected = (side) => new Promise((resolve, reject) => {
  new Worker(COMPILES, { eval: true, workerData: side }).once('message', resolve).once('error', reject)
})

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
    expect(await isRejected(programSide())).toBe(false)
    await runSome(runtime, 3)
    await runtime.dispose()
  })

  it('is made by the host for the workers that boot before', async () => {
    const { filename, source } = programSide()
    expect(await isRejected({ filename, source, codeCache: compileAhead() })).toBe(false)
  })

  it('may come too late', async () => {
    const substrate = new WorkerThreadSubstrate({ maxOldGenerationSizeMb: 64 })
    await substrate.ready
    substrate.port.postMessage(compileAhead())
    const end = await new Promise((resolve) => {
      const other = () => {}
      const start = { code: 'return 7', source: 'return 7', map: null, namespaces: [], maxOutputBytes: 1000, completionNotes: false }
      substrate.start(start, { onFrame: ({ kind, payload }) => { resolve({ kind, text: payload.toString() }); return true }, onForged: other, onPipe: other, onError: resolve, onBroken: resolve, onExit: resolve })
    })
    expect(end).toEqual({ kind: DONE, text: '7' })
    await substrate.end()
  })
})
