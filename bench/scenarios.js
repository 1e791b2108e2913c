/**
 * What is measured. A scenario runs in a process of its own and calls `measure` for each of its rows; a sample is the
 * milliseconds that the function took, or the number that it answers.
 */
import { makeRecords, realistic, realisticBindings, recordsFor, trivial, withRecords } from './programs.js'

const MIB = 1 << 20

/** @typedef {{ run: (request: any) => Promise<any>, dispose: () => Promise<void> }} Runtime */
/** @typedef {(row: string, options: { samples: number, warmUp?: number }, sample: () => Promise<number | void>) => Promise<void>} Measure */

/** @param {any} result @returns {any} its value */
function valueOf(result) {
  if (result.error !== undefined) throw new Error(`${result.error.kind}: ${result.error.message}`)
  return result.value
}

/** @param {Record<string, (args: any) => Promise<unknown>>} functions */
const tools = (functions) => [{ global: 'tools', functions }]

/** As an agent runs programs: some time after the last one, which is not counted. @param {() => Promise<unknown>} run */
const rested = (run) => async () => {
  await new Promise((resolve) => setTimeout(resolve, 100))
  const start = performance.now()
  await run()
  return performance.now() - start
}

/** @type {Record<string, (runtime: Runtime, measure: Measure) => Promise<void>>} */
export const scenarios = {
  async trivial(runtime, measure) {
    const run = async () => void valueOf(await runtime.run({ program: trivial, bindings: [] }))
    await measure('`return 1`, back to back', { samples: 100, warmUp: 10 }, run)
    await measure('`return 1`, 100 ms after the last', { samples: 40, warmUp: 3 }, rested(run))
  },

  async realistic(runtime, measure) {
    const run = async () => void valueOf(await runtime.run({ program: realistic, bindings: realisticBindings }))
    await measure('realistic program, 5 calls, back to back', { samples: 100, warmUp: 10 }, run)
    await measure('realistic program, 5 calls, 100 ms after the last', { samples: 40, warmUp: 3 }, rested(run))
  },

  async calls(runtime, measure) {
    const bindings = tools({ echo: async (value) => value })
    const body = 'for (let n = 0; n < 100; n++) await tools.echo({ n })\nconst start = performance.now()\n'
    await measure('1,000 sequential calls', { samples: 15, warmUp: 2 }, async () => valueOf(await runtime.run({
      program: `${body}for (let n = 0; n < 1000; n++) await tools.echo({ n, text: 'abc' })\nreturn performance.now() - start`, bindings,
    })))
    await measure('1,000 concurrent calls', { samples: 15, warmUp: 2 }, async () => valueOf(await runtime.run({
      program: `${body}await Promise.all(Array.from({ length: 1000 }, (_, n) => tools.echo({ n, text: 'abc' })))\nreturn performance.now() - start`, bindings,
    })))
  },

  'values-1': (runtime, measure) => values(runtime, measure, 1, 8),
  'values-16': (runtime, measure) => values(runtime, measure, 16, 3),

  async completions(runtime, measure) {
    await measure('completion, 60 MiB of records', { samples: 2 }, async () => void valueOf(await runtime.run({ program: withRecords(recordsFor(60 * MIB), 'return records'), bindings: [] })))
    await measure('completion, 60 MiB ASCII string', { samples: 3 }, async () => void valueOf(await runtime.run({ program: `return 'x'.repeat(${60 * MIB})`, bindings: [] })))
    await measure('completion, 16 MiB of two-byte text', { samples: 3 }, async () => void valueOf(await runtime.run({ program: `return '漢字かな'.repeat(${Math.floor(16 * MIB / 12)})`, bindings: [] })))
    await measure('completion, 1,000,000 numbers', { samples: 3 }, async () => void valueOf(await runtime.run({ program: 'return Array.from({ length: 1e6 }, (_, n) => n)', bindings: [] })))
  },

  async logs(runtime, measure) {
    await measure('10,000 log lines of 80 characters', { samples: 10, warmUp: 1 }, async () => {
      const result = await runtime.run({ program: `for (let n = 0; n < 10_000; n++) console.log('l'.repeat(74), 10_000 + n)`, bindings: [] })
      valueOf(result)
      if (result.logs.length !== 10_000) throw new Error('log lines were lost')
    })
  },

  async parallel(runtime, measure) {
    for (const width of [8, 32]) {
      // Each sample is the time of one batch, divided by its runs.
      await measure(`realistic program, ${width} at once, ms a run`, { samples: 5, warmUp: 1 }, async () => {
        const start = performance.now()
        for (const result of await Promise.all(Array.from({ length: width }, () => runtime.run({ program: realistic, bindings: realisticBindings })))) valueOf(result)
        return (performance.now() - start) / width
      })
    }
  },

  async memory(runtime, measure) {
    /** @param {number} count */
    const runs = async (count) => {
      for (let n = 0; n < count; n++) valueOf(await runtime.run({ program: realistic, bindings: realisticBindings }))
    }
    const before = await resident()
    await runs(50)
    const warm = await resident()
    await measure('resident after 50 runs less before, MiB', { samples: 1 }, async () => warm - before)
    await runs(500)
    const after = await resident()
    await measure('growth over 500 further runs, MiB', { samples: 1 }, async () => after - warm)
    await measure('a live run that waits for a binding, MiB', { samples: 1 }, async () => {
      /** @type {(() => void)[]} */
      const releases = []
      const results = Array.from({ length: 20 }, () => runtime.run({ program: 'return await tools.wait({})', bindings: tools({ wait: () => new Promise((resolve) => releases.push(() => resolve(null))) }) }))
      while (releases.length < results.length) await new Promise((resolve) => setTimeout(resolve, 20))
      const live = (await resident() - after) / results.length
      for (const release of releases) release()
      await Promise.all(results)
      return live
    })
  },
}

/** Resident memory after garbage collection, in MiB. */
async function resident() {
  for (let count = 0; count < 3; count++) {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return process.memoryUsage.rss() / MIB
}

/** @param {Runtime} runtime @param {Measure} measure @param {number} size MiB @param {number} samples */
async function values(runtime, measure, size, samples) {
  const count = recordsFor(size * MIB)
  const records = makeRecords(count)
  const warmUp = size === 1 ? 1 : 0
  await measure(`resolution, ${size} MiB of records`, { samples, warmUp }, async () => valueOf(await runtime.run({
    program: 'const start = performance.now()\nawait tools.get({})\nreturn performance.now() - start', bindings: tools({ get: async () => records }),
  })))
  await measure(`argument, ${size} MiB of records`, { samples, warmUp }, async () => valueOf(await runtime.run({
    program: withRecords(count, 'const start = performance.now()\nawait tools.put(records)\nreturn performance.now() - start'), bindings: tools({ put: async (value) => value.length }),
  })))
  await measure(`completion, ${size} MiB of records`, { samples, warmUp }, async () => void valueOf(await runtime.run({ program: withRecords(count, 'return records'), bindings: [] })))
}
