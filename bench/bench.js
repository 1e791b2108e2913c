/**
 * `npm run bench [-- --peer] [-- --only trivial,calls] [-- --json FILE]`
 *
 * Measures this package and, with `--peer`, the package it stands in for, in the same process conditions: each scenario in a
 * process of its own, ours and the peer's in turn. Prints minimum and median of each row, the processor time of a sample,
 * and the longest hold of the event loop; with `--peer` as ratios too, ours divided by the peer's.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Bench } from 'tinybench'
import { scenarios } from './scenarios.js'

const PEER = '@deepseek-ai/dsh-code-runtime-worker-thread'
const PEER_PACKAGES = ['@deepseek-ai/cordis@4.0.1', '@deepseek-ai/schemastery@3.18.1', ...['code-runtime', 'code-runtime-worker-thread', 'session', 'timeout', 'invariants', 'llm', 'scope'].map((name) => `@deepseek-ai/dsh-${name}@0.1.0-rc.8`)]

const { values: options } = parseArgs({ options: {
  peer: { type: 'boolean', default: false },
  'peer-root': { type: 'string' },
  only: { type: 'string', default: Object.keys(scenarios).join() },
  json: { type: 'string' },
  child: { type: 'string' },
  side: { type: 'string', default: 'ours' },
} })

/**
 * @typedef {{ row: string, minimum: number, median: number, cpuMs: number, longestHoldMs: number, failure?: string }} Row
 */

const sides = {
  async ours() {
    const { WorkerThreadCodeRuntime } = await import('../js/index.js')
    return new WorkerThreadCodeRuntime()
  },
  async peer() {
    const require = createRequire(join(String(options['peer-root']), 'package.json'))
    /** @param {string} name */
    const load = (name) => import(pathToFileURL(require.resolve(name)).href)
    const { Context } = await load('@deepseek-ai/cordis')
    const context = new Context()
    const fiber = await context.plugin((await load(PEER)).WorkerThreadCodeRuntime, {})
    return { run: (/** @type {any} */ request) => context.codeRuntime.run(request), dispose: () => fiber.dispose() }
  },
}

/** @param {string} scenario */
async function measureHere(scenario) {
  const runtime = await sides[/** @type {'ours' | 'peer'} */ (options.side)]()
  /** @type {Row[]} */
  const rows = []
  await scenarios[scenario]?.(runtime, async (row, { samples, warmUp = 0 }, sample) => {
    try {
      rows.push(await sampled(row, samples, warmUp, sample))
    } catch (error) {
      rows.push({ row, minimum: NaN, median: NaN, cpuMs: NaN, longestHoldMs: NaN, failure: String(error) })
    }
  })
  await runtime.dispose()
  console.log(JSON.stringify(rows))
}

/** @param {string} row @param {number} samples @param {number} warmUp @param {() => Promise<number | void>} sample @returns {Promise<Row>} */
async function sampled(row, samples, warmUp, sample) {
  const holds = monitorEventLoopDelay({ resolution: 1 })
  /** @type {NodeJS.CpuUsage | undefined} */
  let before
  const bench = new Bench({ iterations: samples, time: 0, warmup: warmUp > 0, warmupIterations: warmUp, warmupTime: 0, throws: true })
  const task = bench.add(row, async () => {
    const given = await sample()
    return given === undefined ? undefined : { overriddenDuration: given }
  }, {
    beforeAll(mode) {
      if (mode === 'warmup') return
      holds.enable()
      before = process.cpuUsage()
    },
  }).getTask(row)
  await bench.run()
  const { user, system } = process.cpuUsage(before)
  holds.disable()
  const result = task?.result
  if (result?.state !== 'completed') throw new Error(`${row} did not complete`)
  const { min, p50 } = result.latency
  return { row, minimum: min, median: p50, cpuMs: (user + system) / 1000 / samples, longestHoldMs: holds.max / 1e6 }
}

/** @param {string} scenario @param {string} side @param {string[]} rest @returns {Row[]} */
function measureInChild(scenario, side, rest) {
  const { status, stdout } = spawnSync(process.execPath, ['--expose-gc', '--no-warnings', fileURLToPath(import.meta.url), '--child', scenario, '--side', side, ...rest], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 })
  if (status !== 0) throw new Error(`scenario ${scenario} of ${side} ended with ${status}`)
  return JSON.parse(stdout)
}

/** @param {number | null} number JSON has made null of what a failed row lacks */
const show = (number) => number === null || Number.isNaN(number) ? '' : number >= 100 ? number.toFixed(0) : number.toFixed(2)
/** @param {number} a @param {number} b */
const ratio = (a, b) => a > 0 && b > 0 ? (a / b).toPrecision(2) : ''

/** @param {Row} ours @param {Row | undefined} peer */
function lineOf(ours, peer) {
  const cells = [ours.row, show(ours.minimum), show(ours.median), show(ours.cpuMs), show(ours.longestHoldMs)]
  if (peer !== undefined) cells.push(show(peer.minimum), ratio(ours.minimum, peer.minimum), ratio(ours.median, peer.median), ratio(ours.cpuMs, peer.cpuMs), ratio(ours.longestHoldMs, peer.longestHoldMs))
  return `| ${[...cells, ours.failure ?? (peer?.failure === undefined ? '' : `peer: ${peer.failure}`)].join(' | ')} |`
}

function installPeer() {
  const folder = mkdtempSync(join(tmpdir(), 'code-runtime-peer-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps', '--loglevel=error', ...PEER_PACKAGES], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

function main() {
  const installed = options.peer && options['peer-root'] === undefined ? installPeer() : undefined
  const peerRoot = options['peer-root'] ?? installed
  console.log(`Node.js ${process.version}; times in milliseconds unless a row says otherwise${peerRoot === undefined ? '' : '; ratios are ours / peer'}`)
  const head = ['row', 'min', 'median', 'CPU', 'longest hold', ...peerRoot === undefined ? [] : ['peer min', 'min ratio', 'median ratio', 'CPU ratio', 'hold ratio'], 'note']
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
  const all = []
  for (const scenario of options.only.split(',')) {
    const ours = measureInChild(scenario, 'ours', [])
    const peer = peerRoot === undefined ? [] : measureInChild(scenario, 'peer', ['--peer-root', peerRoot])
    for (const [index, row] of ours.entries()) {
      all.push({ scenario, ours: row, peer: peer[index] })
      console.log(lineOf(row, peer[index]))
    }
  }
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(all, undefined, 2))
  if (installed !== undefined) rmSync(installed, { recursive: true, force: true })
}

if (options.child === undefined) main()
else await measureHere(options.child)
