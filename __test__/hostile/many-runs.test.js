import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'

/** 2,000 take some minutes: `MANY_RUNS=2000`. */
const RUNS = Number(process.env.MANY_RUNS ?? 100)
const SCRIPT = fileURLToPath(new URL('many-runs.js', import.meta.url))

describe('many runs in a row, some of them hostile', () => {
  it('leave nothing behind', async () => {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--expose-gc', SCRIPT, String(RUNS)])
    const { before, after, ended, lingering } = JSON.parse(stdout)
    expect(stderr).toBe('')
    expect(lingering).toBe(0)
    expect(ended.completed).toBeGreaterThan(RUNS / 3)
    expect(after).toMatchObject({ threads: before.threads, descriptors: before.descriptors, listeners: before.listeners, resources: before.resources })
    // Allocators keep what they once needed: growth by the run is what must not be.
    expect(after.residentMb - before.residentMb).toBeLessThan(150)
    expect(after.heapMb - before.heapMb).toBeLessThan(20)
  }, 900_000)
})
