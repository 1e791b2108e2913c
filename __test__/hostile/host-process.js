import { WorkerThreadCodeRuntime } from '../../js/index.js'

const { program, config, leaves = false, beside: innocents = 0, copies = 1 } = JSON.parse(/** @type {string} */ (process.argv[2]))
const runtime = new WorkerThreadCodeRuntime({ maxWallMs: 30_000, ...config })
/** @type {() => void} */
let tellEnd = () => {}
const hostileEnd = new Promise((resolve) => { tellEnd = () => resolve(null) })
const tools = { global: 'tools', functions: { echo: async (/** @type {any} */ value) => value, hostileEnd: () => hostileEnd } }

/** @param {string} source */
const run = (source) => runtime.run({ program: source, bindings: [tools] })

const INNOCENT = `
  let kept = []
  let roundsLeft = 40
  let isAlone = false
  void tools.hostileEnd(null).then(() => { isAlone = true })
  while (roundsLeft > 0) {
    if (isAlone || roundsLeft > 20) roundsLeft--
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
const innocentRuns = Array.from({ length: innocents }, () => run(INNOCENT))
const copyRuns = Array.from({ length: copies - 1 }, () => run(program))
const result = await run(program)
const others = await Promise.all(copyRuns)
tellEnd()
if (leaves) {
  process.send?.({ result }, () => process.exit(7))
} else {
  const beside = await Promise.all(innocentRuns)
  const healthy = await run('return "alive"')
  const { lingering } = runtime.stats().workers
  clearInterval(watch)
  await runtime.dispose()
  process.send?.({ result: { ...result, logs: result.logs.slice(0, 100) }, healthy, lingering, beside, others, residentBytes }, () => process.disconnect())
}
