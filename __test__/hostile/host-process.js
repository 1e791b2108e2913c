import { WorkerThreadCodeRuntime } from '../../js/index.js'

const { program, config, leaves = false, beside: innocents = 0 } = JSON.parse(/** @type {string} */ (process.argv[2]))
const runtime = new WorkerThreadCodeRuntime({ maxWallMs: 30_000, ...config })
/** @type {() => void} */
let tellEnd = () => {}
const hostileEnd = new Promise((resolve) => { tellEnd = () => resolve(null) })
const tools = { global: 'tools', functions: { echo: async (/** @type {any} */ value) => value, hostileEnd: () => hostileEnd } }

/** @param {string} source */
const run = (source) => runtime.run({ program: source, bindings: [tools] })

const INNOCENT = `
  let kept = []
  for (let round = 0; round < 40; round++) {
    if (round === 20) await tools.hostileEnd(null)
    kept = Array.from({ length: 10_000 }, (_, index) => ({ index, text: 'row ' + index }))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return kept.length`

let residentBytes = 0
const watch = setInterval(() => {
  try {
    residentBytes = Math.max(residentBytes, process.memoryUsage.rss())
  } catch {} // where a program has taken all file descriptors
}, 10)
const others = Array.from({ length: innocents }, () => run(INNOCENT))
const result = await run(program)
tellEnd()
if (leaves) {
  process.send?.({ result }, () => process.exit(7))
} else {
  const beside = await Promise.all(others)
  const healthy = await run('return "alive"')
  const { lingering } = runtime.stats().workers
  clearInterval(watch)
  await runtime.dispose()
  process.send?.({ result: { ...result, logs: result.logs.slice(0, 100) }, healthy, lingering, beside, residentBytes }, () => process.disconnect())
}
