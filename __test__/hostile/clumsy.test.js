import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

const NODE = 'const node = (name) => process.getBuiltinModule(`node:${name}`);'
const CONFIG = { computeMs: 1500, maxWallMs: 4000, maxOldGenerationSizeMb: 128, maxExternalMb: 256 }

/** For a program whose memory is to end it first, however slow the machine. */
const UNHURRIED = { ...CONFIG, computeMs: 100_000, maxWallMs: 100_000 }

/**
 * What a program does, the program, how it ends (a value, or the kind of a failure), and what it is configured with.
 * @type {[what: string, program: string, end: { value: unknown } | string, config?: object][]}
 */
const PROGRAMS = [
  ['asks for the layer below the modules', 'const out = []; for (const name of ["natives", "uv", "fs", "contextify", "util"]) try { process.binding(name); out.push(name) } catch (error) { out.push(error.code) } return [...new Set(out)]', { value: ['ERR_ACCESS_DENIED'] }],
  ['opens files until there are no descriptors', 'const fs = node("fs"); const open = []; try { for (;;) open.push(fs.openSync("/dev/null")) } catch (error) { await new Promise((resolve) => setTimeout(resolve, 300)); return error.code }', { value: 'EMFILE' }],
  ['spins when it has taken all descriptors', 'const fs = node("fs"); try { for (;;) fs.openSync("/dev/null") } catch {} for (;;);', 'timeout'],
  ['closes every descriptor', 'const fs = node("fs"); for (let fd = 0; fd < 100; fd++) { try { fs.closeSync(fd) } catch {} fs.close(fd, () => {}) } await new Promise((resolve) => setTimeout(resolve, 50)); return 1', { value: 1 }],
  ['closes what it opened itself', 'const fs = node("fs"); fs.closeSync(fs.openSync("/dev/null")); const fd = await new Promise((resolve) => fs.open("/dev/null", (_, fd) => resolve(fd))); return await new Promise((resolve) => fs.close(fd, (error) => resolve(error)))', { value: null }],
  ['listens, watches and binds, and leaves all of it open', 'node("net").createServer().listen(0); node("dgram").createSocket("udp4").bind(0); node("fs").watch(node("os").tmpdir(), () => {}); node("fs").watchFile("/etc/hostname", () => {}); setInterval(() => {}, 1); await new Promise((resolve) => setTimeout(resolve, 50)); return 1', { value: 1 }],
  ['captures uncaught exceptions', 'let caught; process.setUncaughtExceptionCaptureCallback((error) => { caught = error.message }); setTimeout(() => { throw new Error("late") }); await new Promise((resolve) => setTimeout(resolve, 30)); return caught', { value: 'late' }],
  ['uses domains', 'const seen = []; const domain = node("domain").create(); domain.on("error", (error) => seen.push(error.message)); domain.run(() => { setTimeout(() => { throw new Error("inside") }, 1) }); await new Promise((resolve) => setTimeout(resolve, 30)); return [...seen, await tools.echo(1)]', { value: ['inside', 1] }],
  ['has no listeners left', 'process.removeAllListeners(); setTimeout(() => { throw new Error("late") }); await new Promise(() => {})', 'exception'],
  ['has hooks that throw', 'node("async_hooks").createHook({ init() { throw new Error("hook") } }).enable(); setTimeout(() => {}, 1); await new Promise(() => {})', 'worker-exit|exception'],
  ['traces every asynchronous thing', 'const ids = new Set(); node("async_hooks").createHook({ init(id) { ids.add(id) }, before() {}, after() {}, destroy() {}, promiseResolve() {} }).enable(); console.log("a"); return [await tools.echo(1), ids.size > 0]', { value: [1, true] }],
  ['closes its parent port', 'node("worker_threads").parentPort.close(); await new Promise((resolve) => setTimeout(resolve, 20)); return await tools.echo("after")', { value: 'after' }],
  ['gives its parent port away', 'const { parentPort } = node("worker_threads"); const { port1 } = new MessageChannel(); try { port1.postMessage(parentPort, [parentPort]) } catch {} return await tools.echo("after")', { value: 'after' }],
  ['emits every event of its process', 'for (const name of ["exit", "beforeExit", "disconnect", "message", "SIGINT", "warning", "worker", "workerMessage", "multipleResolves"]) try { process.emit(name, 1) } catch {} return await tools.echo(1)', { value: 1 }],
  ['emits an error that nobody threw', 'process.emit("uncaughtException", new Error("forged")); await new Promise(() => {})', 'exception'],
  ['freezes everything', 'const seen = new Set(); const freeze = (value) => { if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) return; seen.add(value); try { Object.freeze(value) } catch {} for (const key of Reflect.ownKeys(value)) { let own; try { own = Object.getOwnPropertyDescriptor(value, key) } catch {} if (own && "value" in own) freeze(own.value) } freeze(Object.getPrototypeOf(value)) }; freeze(globalThis); console.log("frozen"); process.stdout.write("still"); return await tools.echo([1])', { value: [1] }],
  ['deletes every global', 'const kept = tools; for (const key of Reflect.ownKeys(globalThis)) try { delete globalThis[key] } catch {} return await kept.echo(5)', { value: 5 }],
  ['replaces globals while a call is under way', 'const answer = tools.echo({ a: [1] }); for (const name of ["Promise", "JSON", "Object", "Array", "Map", "Reflect", "Error", "Atomics", "Uint8Array"]) globalThis[name] = null; return await answer', { value: { a: [1] } }],
  ['stops the clocks', 'Date.now = () => NaN; performance.now = () => NaN; performance.eventLoopUtilization = () => ({ active: -1e9 }); for (;;);', 'timeout'],
  ['ends its streams', 'process.stderr.end("bye"); process.stdout.destroy(); console.log("after"); await new Promise((resolve) => setTimeout(resolve, 20)); return 1', { value: 1 }],
  ['completes with a thenable that never settles', 'return { then() {} }', 'timeout'],
  ['completes with a thenable that resolves with itself', 'const all = { then(resolve) { resolve(all) } }; return all', 'timeout'],
  ['completes with a getter that exits', 'return { get value() { process.exit(3) } }', 'worker-exit'],
  ['completes with a getter that calls and logs', 'return { get value() { void tools.echo(1); console.log("read"); return 1 } }', { value: { value: 1 } }],
  ['exits in a listener of its exit', 'process.on("exit", () => process.exit(3)); process.exit(2)', 'worker-exit'],
  ['throws in a listener of its exit', 'process.on("exit", () => { throw new Error("late") }); process.exit(2)', 'exception|worker-exit'],
  ['starts workers without end', 'for (;;) { new (node("worker_threads").Worker)("setInterval(() => {}, 1000)", { eval: true }); await new Promise((resolve) => setTimeout(resolve, 1)) }', 'exception|timeout|worker-exit'],
  ['notifies and waits on shared memory', 'const memory = new SharedArrayBuffer(8); new (node("worker_threads").Worker)("const words = new Int32Array(require(\'worker_threads\').workerData); for (;;) Atomics.notify(words, 0)", { eval: true, workerData: memory }); for (;;) Atomics.wait(new Int32Array(memory), 0, 0, 10)', 'timeout'],
  ['has finalizers that loop', 'const registry = new FinalizationRegistry(() => { for (;;); }); for (let at = 0; at < 1e5; at++) registry.register({ at }, at); for (;;) { Array.from({ length: 1e5 }, () => ({})); await new Promise(setImmediate) }', 'timeout'],
  ['grows WebAssembly memory', 'const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 }); for (;;) { memory.grow(1000); new Uint8Array(memory.buffer).fill(1) }', 'worker-exit', UNHURRIED],
  ['grows shared buffers', 'const all = []; for (;;) { const buffer = new SharedArrayBuffer(0, { maxByteLength: 1 << 26 }); buffer.grow(1 << 26); new Uint8Array(buffer).fill(1); all.push(buffer) }', 'worker-exit|timeout'],
  ['expands compressed zeros', 'const zeros = node("zlib").gzipSync(Buffer.alloc(1 << 26)); const all = []; for (;;) all.push(node("zlib").gunzipSync(zeros))', 'worker-exit|timeout'],
  ['reads a device without end', 'node("fs").readFileSync("/dev/zero")', 'worker-exit|exception|timeout'],
  ['broadcasts to itself', 'const [from, to] = [new BroadcastChannel("x"), new BroadcastChannel("x")]; to.onmessage = () => {}; for (;;) from.postMessage("x".repeat(1 << 20))', 'worker-exit|timeout'],
  ['debugs itself into a loop', 'const session = new (node("inspector").Session)(); session.connect(); session.post("Runtime.evaluate", { expression: "for (;;);" })', 'timeout'],
  ['pauses itself', 'const session = new (node("inspector").Session)(); session.connect(); await new Promise((resolve) => session.post("Debugger.enable", resolve)); session.post("Debugger.pause"); debugger; return 1', { value: 1 }],
  ['patches the loader', 'const Module = node("module"); Module._load = Module._resolveFilename = Module.prototype.require = () => { throw new Error("patched") }; return typeof (await import("node:zlib")).gzipSync', { value: 'function' }],
  ['imports a loop', 'await import("data:text/javascript,for (;;);")', 'timeout'],
  ['imports what never loads', 'await import("data:text/javascript,await new Promise(() => {})")', 'timeout|worker-exit|exception'],
  ['makes contexts without end', 'const all = []; for (;;) all.push(node("vm").createContext({}))', 'timeout|worker-exit'],
  ['rejects without end', 'process.on("unhandledRejection", (reason) => { Promise.reject(reason) }); Promise.reject(1); await new Promise(() => {})', 'timeout'],
  ['throws without end', 'process.on("uncaughtException", () => { setImmediate(() => { throw new Error("again") }) }); setImmediate(() => { throw new Error("first") }); await new Promise(() => {})', 'timeout'],
  ['prints without end in a child of its own', 'node("child_process").spawn("sh", ["-c", "while :; do echo loud; echo louder >&2; done"], { stdio: "inherit", detached: true }).unref(); await new Promise((resolve) => setTimeout(resolve, 200)); return 1', { value: 1 }],
  ['formats its stacks with a loop', 'Error.prepareStackTrace = () => { for (;;); }; throw new Error("x")', 'exception|timeout'],
  ['has stacks of any length', 'Error.stackTraceLimit = Infinity; const dig = (depth) => { if (depth === 0) throw new Error("deep"); dig(depth - 1) }; dig(5000)', 'exception'],
]

describe('a program that', () => {
  it.each(PROGRAMS)('%s leaves its host as it was', async (_, program, end, config = CONFIG) => {
    const { result, ...host } = await runInHost({ program: NODE + program, config })
    if (typeof end === 'string') expect(result?.error?.kind).toMatch(new RegExp(`^(${end})$`))
    else expect([result?.value, result?.error]).toEqual([end.value, undefined])
    expect(host).toMatchObject(UNHARMED)
  })

  it('starts more workers than a program may have is refused them', async () => {
    const program = `${NODE} const { Worker } = node('worker_threads'); let started = 0; try { for (; started < 40; started++) new Worker('setInterval(() => {}, 1000)', { eval: true }) } catch (error) { return [started, error.code] }`
    const { result, ...host } = await runInHost({ program, config: { computeMs: 20_000, maxWallMs: 30_000 } })
    expect(result).toEqual({ value: [32, 'ERR_ACCESS_DENIED'], logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })
})
