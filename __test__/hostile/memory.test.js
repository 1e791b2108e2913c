import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

/** Older Node.js cannot ask a busy worker for its memory: V8's own limit is all there is, and may end the process. */
const canMeasure = typeof (/** @type {any} */ (Worker.prototype).getHeapStatistics) === 'function'
const MIB = 1 << 20
/** Memory is to end these, however slow the machine. */
const CONFIG = { maxOldGenerationSizeMb: 64, maxExternalMb: 128, computeMs: 100_000, maxWallMs: 100_000 }

const HEAP = { kind: 'worker-exit', message: expect.stringMatching(/^out of memory: the JavaScript heap .*64 MiB \(maxOldGenerationSizeMb\)/) }
const OUTSIDE = { kind: 'worker-exit', message: expect.stringMatching(/^out of memory: memory outside the JavaScript heap .*128 MiB \(maxExternalMb\), \d+ MiB in use/) }

describe.skipIf(!canMeasure)('a program that fills its heap', () => {
  it.each([
    'const all = []; for (;;) all.push({ at: all.length })',
    'const all = []; for (;;) all.push(all.length)',
    'const all = new Map(); for (let at = 0; ; at++) all.set(at, String(at))',
    'let head; for (;;) head = { head }',
    'let all = [1]; for (;;) all = [...all, ...all]',
    'const all = []; for (;;) { all.push("x".repeat(1 << 20) + all.length); all.at(-1).charCodeAt(0) }',
    'for (;;) queueMicrotask(() => {})',
    'const all = []; for (;;) all.push(new Promise(() => {}))',
    'for (;;) setTimeout(() => {}, 1e8)',
    'const all = []; for (;;) { all.push(new Array(1000).fill(all)); await tools.echo(1) }',
  ])('ends as such: %s', async (program) => {
    const { result, residentBytes, ...host } = await runInHost({ program, config: CONFIG })
    expect(result.error).toMatchObject(HEAP)
    expect(host).toMatchObject(UNHARMED)
    expect(residentBytes).toBeLessThan(1024 * MIB)
  })

  it('does so although the host allows its own heap more', async () => {
    const { result, ...host } = await runInHost({ program: 'let head; for (;;) head = { head }', config: CONFIG, execArgv: ['--max-old-space-size=2048'] })
    expect(result.error).toMatchObject(HEAP)
    expect(host).toMatchObject(UNHARMED)
  })

  it.each([1, 2])('takes no run down that is beside it: %i', async (innocents) => {
    const { result, beside, ...host } = await runInHost({ program: 'const all = []; for (;;) all.push({ at: all.length })', config: CONFIG, beside: innocents })
    expect(result.error).toMatchObject(HEAP)
    expect(beside).toEqual(Array.from({ length: innocents }, () => ({ value: 10_000, logs: [] })))
    expect(host).toMatchObject(UNHARMED)
  })
})

describe.skipIf(!canMeasure)('a program that fills memory outside its heap', () => {
  it.each([
    'const all = []; for (;;) all.push(Buffer.alloc(4 << 20, 1))',
    // Nobody answers while the second is filled.
    'const all = [Buffer.alloc(100 << 20, 1)]; const until = Date.now() + 500; while (Date.now() < until); for (;;) all.push(new Uint8Array(1 << 30).fill(1))',
    // Memory that it never touches is no resident memory.
    'const all = []; for (;;) { all.push(new ArrayBuffer(4 << 20)); for (let spin = 0; spin < 1e5; spin++); await new Promise(setImmediate) }',
    'const all = []; for (;;) all.push(new SharedArrayBuffer(4 << 20)), new Uint8Array(all.at(-1)).fill(1)',
    'const all = []; for (;;) all.push(new Blob([new Uint8Array(4 << 20).fill(1)]))',
    'const zlib = process.getBuiltinModule("node:zlib"); const all = []; for (;;) all.push(zlib.createDeflate())',
    'const { port1, port2 } = new MessageChannel(); const bytes = new Uint8Array(4 << 20).fill(1); for (;;) port1.postMessage(bytes)',
    `const { Worker } = process.getBuiltinModule('node:worker_threads')
     new Worker('const all = []; for (;;) all.push(new Uint8Array(4 << 20).fill(1))', { eval: true })
     await new Promise(() => {})`,
  ])('ends as such: %s', async (program) => {
    const { result, residentBytes, ...host } = await runInHost({ program, config: CONFIG })
    expect(result.error).toMatchObject(OUTSIDE)
    expect(host).toMatchObject(UNHARMED)
    expect(residentBytes).toBeLessThan(1536 * MIB)
  })

  it.each([
    'const all = []; for (;;) all.push(Buffer.alloc(4 << 20, 1))',
    // Of these two no statistics tell.
    'const all = []; for (;;) all.push(new SharedArrayBuffer(4 << 20)), new Uint8Array(all.at(-1)).fill(1)',
    `const { Worker } = process.getBuiltinModule('node:worker_threads')
     new Worker('const all = []; for (;;) all.push(new Uint8Array(4 << 20).fill(1))', { eval: true })
     await new Promise(() => {})`,
  ])('takes no run down that is beside it: %s', async (program) => {
    const { result, beside } = await runInHost({ program, config: CONFIG, beside: 2 })
    expect(result.error).toMatchObject(OUTSIDE)
    expect(beside).toEqual([{ value: 10_000, logs: [] }, { value: 10_000, logs: [] }])
  })
})

describe('a program within its limits', () => {
  // V8 keeps pages of an ended worker for the next one.
  it('takes no run down that lasts longer', async () => {
    const program = 'const all = []; while (all.length < 4e6) all.push({ at: all.length }); await new Promise((resolve) => setTimeout(resolve, 200)); return all.length'
    const { result, beside } = await runInHost({ program, config: { ...CONFIG, maxOldGenerationSizeMb: 512, maxExternalMb: 64 }, beside: 1 })
    expect(result).toEqual({ value: 4e6, logs: [] })
    expect(beside).toEqual([{ value: 10_000, logs: [] }])
  })

  it('may hold what no statistics tell of, beside others that do', async () => {
    const program = `
      const all = Array.from({ length: 28 }, () => new SharedArrayBuffer(4 << 20))
      for (const memory of all) new Uint8Array(memory).fill(1)
      await new Promise((resolve) => setTimeout(resolve, 2000))
      return all.length`
    const { result, others, beside } = await runInHost({ program, config: CONFIG, copies: 5, beside: 1 })
    expect([result, ...others]).toEqual(Array.from({ length: 5 }, () => ({ value: 28, logs: [] })))
    expect(beside).toEqual([{ value: 10_000, logs: [] }])
  })

  it.each([
    ['of objects', 'let kept = []', "kept = Array.from({ length: 100_000 }, (_, at) => ({ at, text: 'row ' + at }))", 100_000],
    ['of buffers', 'let kept = Array.from({ length: 24 }, () => Buffer.alloc(4 << 20, 1))', 'Buffer.alloc(4 << 20, 1)', 24],
  ])('may make any amount of garbage: %s', async (_, before, action, length) => {
    const program = `${before}; const until = Date.now() + 3000; while (Date.now() < until) ${action}; return kept.length`
    expect((await runInHost({ program, config: { ...CONFIG, maxOldGenerationSizeMb: 128 } })).result).toEqual({ value: length, logs: [] })
  })
})
