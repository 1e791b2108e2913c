import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

const NODE = 'const node = (name) => process.getBuiltinModule(`node:${name}`); const fs = node("fs"); const { spawn, spawnSync, execSync } = node("child_process");'

/** @param {string} program @param {object} [order] */
const observe = (program, order) => runInHost({ program: `${NODE}${program}`, ...order })

describe('the process of the host', () => {
  it.each([
    'process.kill(process.pid)',
    'process.kill(process.pid, "SIGUSR1")',
    'process.kill(-process.pid, "SIGKILL")',
    'process.kill(0)',
    'process.kill(-1)',
    'process.kill(process.ppid)',
    'node("os").setPriority(10)',
    'new (node("inspector").Session)().connectToMainThread()',
    'node("inspector").open(0)',
    'process.report.writeReport()',
    'fs.readFileSync("/proc/self/environ")',
    'fs.readFileSync(`/proc/${process.pid}/environ`)',
    'fs.readFileSync(`/proc/${process.ppid}/environ`)',
    'fs.copyFileSync("/proc/self/environ", "/dev/null")',
    'await fs.promises.readFile("/proc/self/environ")',
    'await (await import("node:fs/promises")).readFile("/proc/thread-self/environ")',
    'await new Promise((resolve, reject) => fs.readFile("/proc/self/environ", (error) => error ? reject(error) : resolve()))',
    'await new Promise((resolve, reject) => fs.createReadStream("/proc/self/environ").on("error", reject).on("close", resolve).resume())',
    'fs.openSync("/proc/self/mem", "r+")',
    'await node("worker_threads").postMessageToThread?.(0, "x"); throw new Error("none")',
    'process.chdir("/")',
    'process.umask(0)',
    'process.setuid(process.getuid())',
    'process.emitWarning = () => {}; if (process.execve === undefined) throw new Error("none"); process.execve(process.execPath, ["node", "-e", "0"], {})',
  ])('is out of reach: %s', async (line) => {
    const { result, ...host } = await observe(`try { ${line}; return "done" } catch (error) { return "refused" }`)
    expect(result).toEqual({ value: 'refused', logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it.each([
    'node("worker_threads").moveMessagePortToContext(new MessageChannel().port1, node("vm").createContext({}))',
    'fs.openSync("/dev/tty", "r+")',
    'await fs.promises.open("/dev/stdout", "w")',
    'await fs.promises.writeFile("/proc/self/fd/2", "x")',
    'process._linkedBinding("fs")',
  ])('is out of reach, and the program is told that it is refused: %s', async (line) => {
    const { result, ...host } = await observe(`try { ${line}; return "done" } catch (error) { return error.code }`)
    expect(result).toEqual({ value: 'ERR_ACCESS_DENIED', logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it.skipIf(process.platform !== 'linux')('keeps the descriptors that a program did not open', async () => {
    const { result, ...host } = await observe(`
      const codes = new Set()
      for (const name of fs.readdirSync('/proc/self/fd')) if (Number(name) > 2) try { fs.closeSync(Number(name)); codes.add('closed') } catch (error) { codes.add(error.code) }
      return [...codes]`)
    expect(result).toEqual({ value: ['EBADF'], logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('keeps its environment from a program, the workers of that one, and its processes', async () => {
    const { result } = await observe(`
      const { Worker, SHARE_ENV } = node('worker_threads')
      const ofWorker = (env) => new Promise((resolve) => new Worker('require("node:worker_threads").parentPort.postMessage({ ...process.env })', { eval: true, env }).on('message', resolve))
      return { own: { ...process.env }, shared: await ofWorker(SHARE_ENV), others: JSON.stringify([await ofWorker(undefined), String(execSync('/usr/bin/env'))]) }`)
    const { own, shared, others } = result.value
    expect([own, shared]).toEqual([{}, {}])
    expect(others).not.toContain('the-secret-of-the-host')
  })

  it.each(['process.exit(3)', 'process.reallyExit(3)', 'process.abort()'])('goes on where a program ends its own: %s', async (line) => {
    const { result, ...host } = await observe(`${line}; await new Promise(() => {})`, { config: { maxWallMs: 20_000 } })
    expect(result.error.kind).toMatch(/^(worker-exit|exception)$/)
    expect(host).toMatchObject(UNHARMED)
  })

  it('writes no picture of its memory', async () => {
    const { result, ...host } = await observe('node("v8").setHeapSnapshotNearHeapLimit(1); return 1')
    expect(result).toEqual({ value: 1, logs: [expect.stringContaining('setHeapSnapshotNearHeapLimit')] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('may be asked whether it is there', async () => {
    expect((await observe('return process.kill(process.pid, 0)')).result).toEqual({ value: true, logs: [] })
  })

  it('keeps its flags, and the program learns that in its log', async () => {
    const { result, ...host } = await observe('node("v8").setFlagsFromString("--allow-natives-syntax"); new Function("%AbortJS(1)")()')
    expect(result).toMatchObject({ logs: [expect.stringContaining('setFlagsFromString')], error: { kind: 'exception', message: expect.stringContaining('SyntaxError') } })
    expect(host).toMatchObject(UNHARMED)
  })

  it('tells libraries which C library this is, and nothing of its environment', async () => {
    const { result } = await observe('const report = process.report.getReport(); return { node: report.header.nodejsVersion, all: JSON.stringify(report) }')
    expect(result.value.node).toMatch(/^v\d+/)
    expect(result.value.all).not.toContain('the-secret-of-the-host')
  })
})

describe('the terminal of the host', () => {
  it.each([
    ['fs.writeSync', 'fs.writeSync(1, "a"); fs.writeSync(2, Buffer.from("b"))'],
    ['fs.write', 'await new Promise((resolve) => fs.write(1, "a", () => fs.write(2, Buffer.from("b"), resolve)))'],
    ['fs.writev', 'fs.writevSync(1, [Buffer.from("a")]); await new Promise((resolve) => fs.writev(2, [Buffer.from("b")], resolve))'],
    ['fs.writeFileSync', 'fs.writeFileSync(1, "a"); fs.appendFileSync(2, "b")'],
    ['its names', 'fs.writeFileSync("/dev/stdout", "a"); fs.appendFileSync("/proc/self/fd/2", "b")'],
    ['fs.createWriteStream', 'for (const [fd, text] of [[1, "a"], [2, "b"]]) { const stream = fs.createWriteStream("", { fd }); stream.end(text); await new Promise((resolve) => stream.on("close", resolve)) }'],
    ['import', 'const { writeSync } = await import("node:fs"); writeSync(1, "a"); (await import("fs")).default.writeSync(2, "b")'],
    ['process._rawDebug', 'process._rawDebug("a"); process._rawDebug("%s", "b")'],
    ['spawn', 'for (const to of ["", ">&2"]) await new Promise((resolve) => spawn("sh", ["-c", `printf ${to ? "b" : "a"} ${to}`], { stdio: "inherit" }).on("exit", resolve))'],
    ['spawn by number', 'for (const to of ["", ">&2"]) await new Promise((resolve) => spawn("sh", ["-c", `printf ${to ? "b" : "a"} ${to}`], { stdio: [0, 1, 2] }).on("close", resolve))'],
    ['spawnSync', 'spawnSync("printf", ["a"], { stdio: "inherit" }); spawnSync("sh", ["-c", "printf b >&2"], { stdio: [0, 1, 2] })'],
    ['execSync', 'execSync("printf a", { stdio: "inherit" }); execSync("printf b >&2")'],
    ['a worker of its own', 'const { Worker } = node("worker_threads"); for (const text of ["a", "b"]) await new Promise((resolve) => new Worker(`process.stdout.write("${text}")`, { eval: true }).on("exit", () => setTimeout(resolve, 50)))'],
  ])('is not written to: %s', async (_, lines) => {
    const { result, ...host } = await observe(`${lines}; return 1`)
    expect(result).toEqual({ value: 1, logs: ['a', 'b'] })
    expect(host).toMatchObject(UNHARMED)
  })

  it.each([
    'fs.readFileSync(0, "utf8")',
    'fs.readFileSync("/dev/stdin", "utf8")',
    'await fs.promises.readFile("/dev/stdin", "utf8")',
    'String(fs.readSync(0, Buffer.alloc(9))).replace("0", "")',
    'await new Promise((resolve) => fs.read(0, Buffer.alloc(9), 0, 9, null, (error, read) => resolve("x".repeat(read))))',
    'await new Promise((resolve) => { let text = ""; fs.createReadStream("", { fd: 0 }).on("data", (data) => { text += data }).on("close", () => resolve(text)) })',
    'await new Promise((resolve) => { let text = ""; process.stdin.on("data", (data) => { text += data }).on("end", () => resolve(text)) })',
    'execSync("cat", { stdio: ["inherit", "pipe", "pipe"] }).toString()',
    'await new Promise((resolve) => { let text = ""; spawn("cat", { stdio: [0, "pipe", "pipe"] }).on("close", () => resolve(text)).stdout.on("data", (data) => { text += data }) })',
  ])('is not read from: %s', async (expression) => {
    const { result, ...host } = await observe(`return ${expression}`, { input: 'typed for the host\n' })
    expect(result).toEqual({ value: '', logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('stays open when a program closes it', async () => {
    const { result, ...host } = await observe('for (const fd of [0, 1, 2]) { fs.closeSync(fd); await new Promise((resolve) => fs.close(fd, resolve)) } return "closed"')
    expect(result).toEqual({ value: 'closed', logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it.each(['new (node("net").Socket)({ fd: 0 })', 'new (node("tty").ReadStream)(0)', 'new (node("tty").WriteStream)(1)'])('is no stream of a program: %s', async (expression) => {
    const { result, ...host } = await observe(`try { ${expression}; return "open" } catch { return "refused" }`)
    expect(result).toEqual({ value: 'refused', logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })
})

describe('ordinary use', () => {
  it('of files is as ever', async () => {
    const { result } = await observe(`
      const path = node("path").join(fs.mkdtempSync(node("path").join(node("os").tmpdir(), "hostile-")), "file")
      fs.writeFileSync(path, "abc")
      await fs.promises.appendFile(path, "def")
      const fd = fs.openSync(path)
      const bytes = Buffer.alloc(2)
      fs.readSync(fd, bytes, 0, 2, 1)
      fs.closeSync(fd)
      const whole = await new Promise((resolve) => fs.readFile(path, "utf8", (_, text) => resolve(text)))
      let streamed = ""
      for await (const chunk of fs.createReadStream(path)) streamed += chunk
      fs.rmSync(node("path").dirname(path), { recursive: true })
      return [String(bytes), whole, streamed, fs.existsSync(path)]`)
    expect(result).toEqual({ value: ['bc', 'abcdef', 'abcdef', false], logs: [] })
  })

  it('of processes is as ever', async () => {
    const { result } = await observe(`
      const { exec, fork } = node("child_process")
      const piped = spawnSync("sh", ["-c", "cat; printf err >&2; exit 3"], { input: "in" })
      const text = await new Promise((resolve) => exec("printf out", (_, stdout) => resolve(stdout)))
      const missing = await new Promise((resolve) => spawn("no-such-program", { stdio: "inherit" }).on("error", (error) => resolve(error.code)))
      return [String(piped.stdout), String(piped.stderr), piped.status, text, missing]`)
    expect(result).toEqual({ value: ['in', 'err', 3, 'out', 'ENOENT'], logs: [] })
  })

  it('of a debugger on the program itself is as ever', async () => {
    const { result } = await observe(`
      const session = new (node("inspector").Session)()
      session.connect()
      return await new Promise((resolve) => session.post("Runtime.evaluate", { expression: "6 * 7" }, (_, { result }) => resolve(result.value)))`)
    expect(result).toEqual({ value: 42, logs: [] })
  })
})
