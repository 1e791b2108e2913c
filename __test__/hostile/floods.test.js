import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

const MIB = 1 << 20
const PORT = 'const { parentPort } = process.getBuiltinModule("node:worker_threads");'
const CONFIG = { computeMs: 2000, maxOutputBytes: 4 * MIB }

describe('a flood', () => {
  it.each([
    ['log entries', 'for (;;) console.log("tick")', 'output-limit|timeout'],
    ['empty log entries', 'for (;;) console.log("")', 'timeout|output-limit'],
    ['writes', 'for (;;) process.stdout.write("x".repeat(65536))', 'output-limit|timeout'],
    ['writes below the stream', 'for (;;) process.getBuiltinModule("node:fs").writeSync(1, "x")', 'output-limit|timeout'],
    ['output of a child', 'process.getBuiltinModule("node:child_process").spawn("yes", { stdio: "inherit" }); await new Promise(() => {})', 'output-limit|timeout'],
    ['warnings', 'for (let at = 0; ; at++) { process.emitWarning(`warning ${at}`); await new Promise(setImmediate) }', 'output-limit|timeout'],
    ['calls', 'for (;;) tools.echo(0)', 'timeout|worker-exit'],
    ['calls that are answered', 'for (;;) await tools.echo({ rows: [1, 2, 3] })', 'timeout'],
    ['large arguments', 'const text = "x".repeat(8 << 20); for (;;) await tools.echo(text)', 'timeout|worker-exit'],
    ['junk', `${PORT} for (;;) parentPort.postMessage({ junk: "x".repeat(1000) })`, 'timeout|worker-exit'],
    ['large junk', `${PORT} const junk = new Uint8Array(4 << 20); for (;;) parentPort.postMessage(junk)`, 'timeout|worker-exit'],
    ['forged log entries', `${PORT} for (;;) parentPort.postMessage({ type: "log", text: "x" })`, 'timeout|output-limit'],
    ['forged calls', `${PORT} for (let id = 0; ; id++) parentPort.postMessage({ type: "call", id, global: "tools", name: "echo", args: [0] })`, 'timeout|worker-exit'],
    ['forged calls of nothing', `${PORT} for (let id = 0; ; id++) { parentPort.postMessage({ type: "call", id, global: "no", name: "no", args: [0] }); if (id % 1000 === 0) await new Promise(setImmediate) }`, 'timeout|worker-exit'],
    ['what an accessor makes large the second time', `${PORT} for (;;) { let reads = 0; parentPort.postMessage({ get text() { return reads++ ? "x".repeat(1 << 28) : "" } }) }`, 'timeout|worker-exit'],
    ['message ports', `${PORT} for (;;) { const { port1 } = new MessageChannel(); parentPort.postMessage(port1, [port1]) }`, 'timeout|worker-exit'],
  ])('of %s ends the run, and not the host', async (_, program, kinds) => {
    const { result, residentBytes, ...host } = await runInHost({ program, config: CONFIG })
    expect(result.error?.kind).toMatch(new RegExp(`^(${kinds})$`))
    expect(host).toMatchObject(UNHARMED)
    expect(residentBytes).toBeLessThan(1536 * MIB)
  })

  it('is told of where it used the budget up', async () => {
    const { result } = await runInHost({ program: 'for (let at = 0; at < 110_000; at++) console.log("tick"); for (;;);', config: { computeMs: 10_000 } })
    expect(result.error).toMatchObject({ kind: 'timeout', message: expect.stringMatching(/^compute budget exhausted \(10000ms busy\), after 110000 log entries/) })
  })

  it('of junk is told of', async () => {
    const { result } = await runInHost({ program: `${PORT} for (;;) parentPort.postMessage(1)` })
    expect(result.error).toMatchObject({ kind: 'worker-exit', message: expect.stringMatching(/posted 100000 messages/) })
  })

  it('of messages that are too large leaves the small ones among them', async () => {
    const { result } = await runInHost({ program: `${PORT} for (const length of [5 << 20, 1, 5 << 20, 2]) parentPort.postMessage({ type: "log", text: "x".repeat(length) }); await new Promise((resolve) => setTimeout(resolve, 50)); return 1` })
    expect(result).toEqual({ value: 1, logs: ['x', 'xx'] })
  })

  it('keeps what was logged before the run was ended', async () => {
    const { result } = await runInHost({ program: 'for (let at = 0; ; at++) console.log(at)', config: { computeMs: 300 } })
    expect(result.error.kind).toBe('timeout')
    expect(result.logs.slice(0, 3)).toEqual(['0', '1', '2'])
  })
})

describe('what is much and no flood', () => {
  it.each([
    ['100,000 calls at once', 'return (await Promise.all(Array.from({ length: 100_000 }, (_, at) => tools.echo(at)))).length', 100_000],
    ['1,000,000 log entries', 'for (let at = 0; at < 1_000_000; at++) console.log("line"); return 1_000_000', 1_000_000],
  ])('%s go through', async (_, program, value) => {
    const { result, ...host } = await runInHost({ program, config: { computeMs: 30_000 } })
    expect(result.error).toBeUndefined()
    expect(result.value).toBe(value)
    expect(host).toMatchObject(UNHARMED)
  })
})

describe('the ports to the host', () => {
  it.each([
    ['the one of the standard streams', 'Object.getOwnPropertySymbols(process.stdout).map((key) => process.stdout[key])'],
    ['those of the active handles', 'process._getActiveHandles()'],
  ])('are hidden from a program: %s', async (_, ports) => {
    const program = `
      const forged = [{ type: 'stdioPayload', stream: 'nowhere', chunks: [] }, { type: 'errorMessage', error: new Uint8Array(3) }, { type: 'couldNotSerializeError' }]
      for (const port of ${ports}) if (typeof port?.postMessage === 'function') for (const message of forged) port.postMessage(message)
      await new Promise((resolve) => setTimeout(resolve, 100))
      return 1`
    const { result, ...host } = await runInHost({ program })
    expect(result).toEqual({ value: 1, logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('are hidden from a program that asks in what it runs', async () => {
    const program = `
      const { createHook, executionAsyncResource } = process.getBuiltinModule('node:async_hooks')
      const { parentPort } = process.getBuiltinModule('node:worker_threads')
      const found = new Set()
      const look = () => {
        const resource = executionAsyncResource()
        if (typeof resource?.postMessage === 'function' && resource !== parentPort) found.add(resource)
      }
      look()
      createHook({ before: look, after: look }).enable()
      parentPort.postMessage({ type: 'call', id: 1, global: 'tools', name: 'echo', args: [1] })
      for (let count = 0; count < 3; count++) await tools.echo(count)
      await new Promise((resolve) => setTimeout(resolve, 50))
      for (const port of found) for (let count = 0; count < 100; count++) port.postMessage(new Uint8Array(1 << 22))
      return found.size`
    const { result, ...host } = await runInHost({ program })
    expect(result).toEqual({ value: 0, logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })
})
