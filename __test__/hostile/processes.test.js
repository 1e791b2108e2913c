import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'
import { UNHARMED, runInHost } from './host.js'

const NODE = 'const { execSync, spawn, fork } = process.getBuiltinModule("node:child_process");'
let lastMark = 0

/** A duration that no other `sleep` on this machine has. */
const uniqueSeconds = () => `${600 + Math.floor(Math.random() * 1000)}.${process.pid}${++lastMark}`

/** Processes that live and have this in their command line. @param {string} text */
function processesWith(text) {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text) && !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    } catch {
      return false
    }
  })
}

describe.skipIf(process.platform !== 'linux')('processes of a program', () => {
  it.each([
    ['attached', (/** @type {string} */ time) => `spawn("sleep", ["${time}"])`],
    ['detached', (/** @type {string} */ time) => `spawn("sleep", ["${time}"], { detached: true, stdio: "ignore" }).unref()`],
    ['of a shell', (/** @type {string} */ time) => `spawn("sh", ["-c", "sleep ${time} & sleep ${time}; wait"])`],
    ['forked twice', (/** @type {string} */ time) => `execSync("(setsid sleep ${time} > /dev/null 2>&1 < /dev/null &)")`],
    ['forked twice from an environment of its own', (/** @type {string} */ time) => `execSync("(setsid sleep ${time} > /dev/null 2>&1 < /dev/null &)", { env: { PATH: "/usr/bin:/bin" } })`],
    ['of a worker of its own', (/** @type {string} */ time) => `const { Worker } = process.getBuiltinModule("node:worker_threads"); await new Promise((resolve) => new Worker('require("node:child_process").spawn("sleep", ["${time}"], { detached: true, stdio: "ignore" }); require("node:worker_threads").parentPort.postMessage(0)', { eval: true }).on("message", resolve))`],
    ['without the environment of the program', (/** @type {string} */ time) => `spawn("env", ["-i", "sleep", "${time}"], { detached: true, stdio: "ignore" }).unref()`],
    ['that start others while they are killed', (/** @type {string} */ time) => `spawn("sh", ["-c", "while :; do sleep ${time} & sleep 0.01; done"])`],
  ])('end with it: %s', async (_, line) => {
    const time = uniqueSeconds()
    const { result, ...host } = await runInHost({ program: `${NODE} ${line(time)}; await new Promise((resolve) => setTimeout(resolve, 200)); return 1` })
    expect(result).toEqual({ value: 1, logs: [] })
    expect(host).toMatchObject(UNHARMED)
    expect(processesWith(time)).toEqual([])
  })

  it('end at the end of the run, while the runtime goes on', async () => {
    const runtime = new WorkerThreadCodeRuntime()
    const twice = 'execSync(`(setsid sleep ${time} > /dev/null 2>&1 < /dev/null &)`)'
    const fillsThreadPool = 'for (let n = 0; n < 64; n++) process.getBuiltinModule("node:crypto").pbkdf2("x", "y", 200_000, 64, "sha512", () => {})'
    for (const start of ['spawn("sleep", [time])', twice, `${fillsThreadPool}; ${twice}`]) {
      const time = uniqueSeconds()
      const { value } = await runtime.run({ program: `${NODE} const time = "${time}"; ${start}; await new Promise((resolve) => setTimeout(resolve, 200)); return 1`, bindings: [] })
      expect(value).toBe(1)
      // Killed, they may need a moment.
      await vi.waitFor(() => expect(processesWith(time)).toEqual([]), 10_000)
    }
    await runtime.dispose()
  })

  it('that only their environment tells of free a program that waits for them', async () => {
    const time = uniqueSeconds()
    // The shell ends, and the pipe that the program reads from stays open.
    const { result, lingering, ...host } = await runInHost({ program: `${NODE} execSync("setsid sleep ${time} &")`, config: { computeMs: 500, teardownGraceMs: 10_000 } })
    expect(result.error).toMatchObject({ kind: 'timeout', message: expect.stringContaining('compute budget exhausted') })
    expect(host).toMatchObject(UNHARMED)
    expect(lingering).toBe(0)
    expect(processesWith(time)).toEqual([])
  })

  it('end with a host that leaves in the middle', async () => {
    const time = uniqueSeconds()
    const { status } = await runInHost({ program: `${NODE} spawn("sleep", ["${time}"], { detached: true, stdio: "ignore" }).unref(); execSync("sleep ${time}")`, config: { computeMs: 300 }, leaves: true })
    expect(status).toBe(7)
    expect(processesWith(time)).toEqual([])
  })
})
