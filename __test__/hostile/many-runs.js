/**
 * Runs many programs in a row, one of twenty hostile, and prints as JSON what the process holds at the beginning and at the
 * end. The number of runs is the first argument.
 */
import { readdirSync } from 'node:fs'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const RUNS = Number(process.argv[2])
/** Runs until caches and pools have what they need. */
const WARM_UP = 60

const HOSTILE = [
  'for (;;);',
  'process.exit(5)',
  'for (;;) console.log("x".repeat(1000))',
  'setTimeout(() => { throw null }, 0); await new Promise(() => {})',
  'const { parentPort } = await import("node:worker_threads"); for (let n = 0; n < 5000; n++) parentPort.postMessage({ type: "call", id: n, global: "tools", name: "none", args: [n] }); await new Promise(() => {})',
  'Promise.reject(new Proxy({}, { get() { throw 1 } })); await new Promise(() => {})',
  'for (let n = 0; n < 2000; n++) void tools.never({ n }); await new Promise(() => {})',
  'const { Worker } = await import("node:worker_threads"); new Worker("for (;;);", { eval: true }); await new Promise(() => {})',
  'const all = []; for (let n = 0; n < 200; n++) { all.push(setInterval(() => {}, 1)); (await import("node:net")).createServer().listen(0) } await new Promise(() => {})',
  'let deep = {}; for (let n = 0; n < 100_000; n++) deep = { deep }; return deep',
]
const ORDINARY = [
  'return await tools.echo({ a: [1, 2, 3] })',
  'console.log("hello"); return 1',
  'throw new Error("ordinary")',
  'const rows: number[] = await Promise.all([1, 2, 3].map((n) => tools.echo(n))); return rows',
  'await tools.fail({})',
]

/** @param {string} folder */
const countIn = (folder) => process.platform === 'linux' ? readdirSync(folder).length : 0

function measure() {
  return {
    threads: countIn('/proc/self/task'),
    descriptors: countIn('/proc/self/fd'),
    listeners: process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0),
    resources: process.getActiveResourcesInfo().length,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    heapMb: process.memoryUsage().heapUsed / 2 ** 20,
  }
}

const runtime = new WorkerThreadCodeRuntime({ computeMs: 100, maxWallMs: 300, maxOutputBytes: 100_000, standbyWorkers: 1 })
const controller = new AbortController()
const bindings = [{ global: 'tools', functions: { echo: async (/** @type {any} */ x) => x, fail: async () => { throw new Error('no') }, never: () => new Promise(() => {}) } }]

/** @param {number} count */
async function runMany(count) {
  for (let index = 0; index < count; index++) {
    const programs = index % 20 === 7 ? HOSTILE : ORDINARY
    await runtime.run({ program: /** @type {string} */ (programs[Math.floor(index / (programs === HOSTILE ? 20 : 1)) % programs.length]), bindings: /** @type {any} */ (bindings), signal: controller.signal })
  }
}

/** Waits until workers that were left behind are gone, and one waits ahead. */
async function settle() {
  await runtime.warm()
  for (let count = 0; count < 200 && runtime.stats().workers.lingering > 0; count++) await new Promise((resolve) => setTimeout(resolve, 50))
  globalThis.gc?.()
  await new Promise((resolve) => setTimeout(resolve, 200))
}

await runMany(WARM_UP)
await settle()
const before = measure()
await runMany(RUNS)
await settle()
const after = measure()
const { runs, workers } = runtime.stats()
await runtime.dispose()
console.log(JSON.stringify({ before, after, ended: runs.ended, lingering: workers.lingering }))
