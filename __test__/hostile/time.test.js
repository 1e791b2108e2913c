import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

const NODE = 'const node = (name) => process.getBuiltinModule(`node:${name}`);'
const BUSY = { kind: 'timeout', message: expect.stringContaining('compute budget exhausted (300ms busy)') }

describe('a program that does not come back', () => {
  it.each([
    'for (;;);',
    'for (;;) await 0',
    'const turn = () => setImmediate(turn); turn(); await new Promise(() => {})',
    'for (;;) { try { for (;;); } catch {} finally { continue } }',
    'let row; for (;;) row = new Array(26).fill(0)',
    'for (let count = 0; ; count++) switch (count & 3) { case 0: new Array(20).fill(count); break; default: [1, 2, 3].map(() => new Array(100)) }',
    'return { get value() { for (;;); } }',
    'process.on("exit", () => { for (;;); }); for (;;);',
    'new (node("worker_threads").Worker)("for (;;);", { eval: true }); await new Promise(() => {})',
    'node("child_process").execSync("sleep 600")',
    'node("child_process").spawnSync("sh", ["-c", "while :; do :; done"])',
    'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    // A function whose body is a loop.
    'new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 9, 1, 7, 0, 3, 64, 12, 0, 11, 11]))).exports.f()',
    'const again = () => { for (const until = Date.now() + 5; Date.now() < until;); setTimeout(again) }; again(); await new Promise(() => {})',
  ])('ends when its compute budget does: %s', async (program) => {
    const { result, ...host } = await runInHost({ program: NODE + program, config: { computeMs: 300 } })
    expect(result.error).toMatchObject(BUSY)
    expect(host).toMatchObject(UNHARMED)
    expect(host.lingering).toBe(0)
  })

  it('ends at the wall ceiling where it is busy with nothing', async () => {
    const { result, ...host } = await runInHost({ program: 'await new Promise(() => {})', config: { maxWallMs: 300 } })
    expect(result.error).toEqual({ kind: 'timeout', message: expect.stringContaining('wall-clock ceiling reached (300ms)') })
    expect(host).toMatchObject(UNHARMED)
  })
})

describe('a program inside a call that cannot be ended', () => {
  it.each([
    ['a fifo that nobody writes to', 'const dir = node("fs").mkdtempSync("/tmp/hostile-"); node("child_process").execSync(`mkfifo ${dir}/fifo`); node("fs").readFileSync(`${dir}/fifo`)'],
    ['a key derivation', 'node("crypto").pbkdf2Sync("a", "b", 2 ** 31 - 1, 64, "sha512")'],
    ['another', 'node("crypto").scryptSync("a", "b", 64, { N: 2 ** 14, r: 8, p: 100_000, maxmem: 2 ** 31 })'],
    ['a search for primes', 'node("crypto").generateKeyPairSync("rsa", { modulusLength: 16_384 })'],
    ['one enormous JSON.parse', 'const text = "[" + "[1,2,3],".repeat(2e7) + "0]"; for (;;) JSON.parse(text)'],
  ])('has its result at its time, and lets the host end: %s', async (_, program) => {
    const { result, status, signal } = await runInHost({ program: NODE + program, config: { computeMs: 300, maxOldGenerationSizeMb: 2048 }, leaves: true })
    expect(result.error).toMatchObject(BUSY)
    expect({ status, signal }).toEqual({ status: 7, signal: null })
  })

  it('holds disposal up no longer than its bound, and then the host neither', async () => {
    const { result, ...host } = await runInHost({ program: `${NODE} node("crypto").pbkdf2Sync("a", "b", 2 ** 31 - 1, 64, "sha512")`, config: { computeMs: 300 } })
    expect(result.error).toMatchObject(BUSY)
    expect(host).toMatchObject(UNHARMED)
  })
})
