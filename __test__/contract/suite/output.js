import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deferred, tools, useRuntime } from './backend.js'

/** @param {import('./backend.js').Backend} backend */
export function output(backend) {
  describe('console', () => {
    const run = useRuntime(backend)
    /** @param {string} program */
    const logsOf = async (program) => (await run(program)).logs

    it('is formatted as Node.js does, an entry a call', async () => {
      expect(await logsOf('console.log("a %s %d %j %o|", "b", 1, { c: 1 }, []); console.info({ a: [1] }); console.warn(null, undefined); console.error(new Map([[1, 2]])); console.debug(-0, 1n, Symbol("s"))'))
        .toEqual(['a b 1 {"c":1} [ [length]: 0 ]|', '{ a: [ 1 ] }', 'null undefined', 'Map(1) { 1 => 2 }', '-0 1n Symbol(s)'])
    })

    it('makes one entry of many lines, and one of none', async () => {
      expect(await logsOf('console.log("a\\nb\\n"); console.log(); console.log("")')).toEqual(['a\nb\n', '', ''])
    })

    it('shows four levels, 100 items and 10,000 characters of a string', async () => {
      const [deep, many, long] = await logsOf('console.log({ a: { b: { c: { d: { e: { f: 1 } } } } } }); console.log(Array.from({ length: 150 }, () => 0)); console.log(["x".repeat(20_000)])')
      expect(deep?.replace(/\s+/g, ' ')).toBe('{ a: { b: { c: { d: { e: [Object] } } } } }')
      expect(many).toContain('... 50 more items')
      expect(long).toMatch(/^\[\s+'x{10000}'\.\.\. 10000 more characters\s+\]$/)
    })

    it('is whole', async () => {
      const logs = await logsOf(`
        console.table([{ a: 1 }])
        console.dir({ a: { b: {} } }, { depth: 0 })
        console.group('outer'); console.log('inner'); console.groupEnd()
        console.count(); console.count('c'); console.countReset()
        console.assert(false, 'wrong %d', 5); console.assert(true, 'right')
        console.time('t'); console.timeLog('t'); console.timeEnd('t')
        console.trace('here')
        console.dirxml([1])`)
      expect(logs.slice(0, 7)).toEqual([expect.stringMatching(/┌.*\n.*a.*\n[^]*1[^]*┘/), '{ a: [Object] }', 'outer', '  inner', 'default: 1', 'c: 1', 'Assertion failed: wrong 5'])
      expect(logs.slice(7, 9)).toEqual([expect.stringMatching(/^t: [\d.]+(ms|s)/), expect.stringMatching(/^t: [\d.]+(ms|s)/)])
      expect(logs[9]).toMatch(/^Trace: here/)
      expect(logs[10]).toBe('[ 1 ]')
      expect(logs).toHaveLength(11)
    })

    it('has no colours and never throws into the program', async () => {
      const logs = await logsOf('console.log({ a: "x" }); console.log({ get [Symbol.toStringTag]() { throw 1 } }); console.log({ [Symbol.for("nodejs.util.inspect.custom")]() { throw new Error("custom") } }); console.log("%s", { toString() { throw 1 } })')
      expect(logs[0]).toBe("{ a: 'x' }")
      expect(logs).toHaveLength(4)
    })

    it('may be taken apart and replaced', async () => {
      expect(await logsOf('const { log } = console; log("a"); ["b"].forEach(console.log); console.log = () => {}; console.log("c"); log("d")')).toEqual(['a', 'b 0 [ \'b\' ]', 'd'])
    })

    it('of the console module and of new Console writes to the logs', async () => {
      expect(await logsOf('const { Console } = await import("node:console"); new Console(process.stdout).log("a"); new console.Console(process.stdout, process.stderr).error("b")')).toEqual(['a\n', 'b\n'])
    })
  })

  describe('standard streams', () => {
    const run = useRuntime(backend)
    /** @param {string} program */
    const logsOf = async (program) => (await run(program)).logs

    it('make an entry a write, as written', async () => {
      expect(await logsOf('process.stdout.write("a\\n"); process.stderr.write("b"); process.stdout.write("")')).toEqual(['a\n', 'b'])
    })

    it('keep order with the console', async () => {
      expect(await logsOf('console.log(1); process.stdout.write("2"); console.error(3); process.stderr.write("4"); console.log(5)')).toEqual(['1', '2', '3', '4', '5'])
    })

    it("take bytes and Node.js's encodings", async () => {
      const source = `
        process.stdout.write(new Uint8Array([104, 105]))
        process.stdout.write(Buffer.from('é😀'))
        process.stdout.write('6869', 'hex')
        process.stdout.write('aGk=', 'base64')
        process.stdout.write('hi', 'latin1')
        process.stdout.write('hi', 'ascii')
        process.stdout.write('é', 'utf8')`
      expect(await logsOf(source)).toEqual(['hi', 'é😀', 'hi', 'hi', 'hi', 'hi', 'é'])
    })

    it('join characters that are broken between writes', async () => {
      const source = 'for (const stream of [process.stdout, process.stderr]) for (const byte of Buffer.from("é😀x")) stream.write(new Uint8Array([byte]))'
      expect((await logsOf(source)).join('')).toBe('é😀xé😀x')
    })

    it('keep the halves that belong to each of them apart', async () => {
      const source = 'const [a, b] = [Buffer.from("é"), Buffer.from("ü")]; process.stdout.write(a.subarray(0, 1)); process.stderr.write(b.subarray(0, 1)); process.stdout.write(a.subarray(1)); process.stderr.write(b.subarray(1))'
      expect(await logsOf(source)).toEqual(['é', 'ü'])
    })

    it('show a character that stays incomplete, at the end and before text, as U+FFFD', async () => {
      const half = 'Buffer.from("é").subarray(0, 1)'
      expect(await run(`process.stdout.write("a"); process.stdout.write(${half}); return 1`)).toStrictEqual({ value: 1, logs: ['a', '\ufffd'] })
      expect((await run(`process.stderr.write(Buffer.from("😀").subarray(0, 3)); throw new Error("x")`)).logs).toEqual(['\ufffd'])
      expect(await logsOf(`process.stdout.write(${half}); process.stdout.write("b"); process.stdout.write(Buffer.from("é").subarray(1))`)).toEqual(['\ufffd', 'b', '\ufffd'])
      expect(await logsOf(`const { writeSync } = await import("node:fs"); writeSync(1, ${half}); writeSync(1, "b"); writeSync(2, ${half})`)).toEqual(['\ufffd', 'b', '\ufffd'])
    })

    it("have Node.js's callback contract", async () => {
      const source = `
        const order = []
        const done = new Promise((resolve) => {
          order.push(process.stdout.write('a', () => order.push('a done')))
          process.stdout.write('62', 'hex', (error) => { order.push(['b done', error ?? null]); resolve() })
          order.push('sync')
        })
        await done
        try { process.stdout.write(5) } catch (error) { order.push(error.code) }
        try { process.stdout.write(null) } catch (error) { order.push(error.code) }
        return order`
      expect(await run(source)).toStrictEqual({ value: [true, 'sync', 'a done', ['b done', null], 'ERR_INVALID_ARG_TYPE', 'ERR_STREAM_NULL_VALUES'], logs: ['a', 'b'] })
    })

    it('are written by piping, by corking and by end', async () => {
      const source = `
        const { Readable } = await import('node:stream')
        const { pipeline } = await import('node:stream/promises')
        process.stdout.cork(); process.stdout.write('a'); process.stdout.write('b'); process.stdout.uncork()
        await pipeline(Readable.from(['c', Buffer.from('d')]), process.stderr, { end: false })
        return 1`
      expect((await run(source)).logs.join('')).toBe('abcd')
    })

    it('are captured when written through their prototype', async () => {
      const source = `
        const { Writable } = await import('node:stream')
        const done = () => new Promise((resolve) => process.stdout.write('', resolve))
        Writable.prototype.write.call(process.stdout, 'a')
        Object.getPrototypeOf(process.stdout).write.call(process.stdout, 'b')
        await done()`
      expect(await logsOf(source)).toEqual(['a', 'b'])
    })

    it('are captured when the pipe itself is written to, before the end is waited for', async () => {
      const ended = deferred()
      const source = 'Object.getPrototypeOf(process.stdout)._write.call(process.stdout, "pipe", "utf8", () => {}); await tools.seen({}); return 1'
      const { value, logs } = await run(source, { bindings: tools({ async seen() { await ended.promise; return null } }), onLog: (text) => { if (text.includes('pipe')) ended.resolve() } })
      expect([value, logs.join('')]).toEqual([1, 'pipe'])
    })

    it('join characters that are broken between chunks of the pipe', async () => {
      const ended = deferred()
      let seen = ''
      const source = `
        const { _write } = Object.getPrototypeOf(process.stdout)
        for (const byte of Buffer.from('é😀!')) { await new Promise((done) => { _write.call(process.stdout, Buffer.from([byte]), 'buffer', () => {}); setTimeout(done, 2) }) }
        await tools.seen({})`
      await run(source, { bindings: tools({ async seen() { await ended.promise; return null } }), onLog: (text) => { if ((seen += text).includes('!')) ended.resolve() } })
      expect(seen).toBe('é😀!')
    })
  })

  describe('the logs of a run', () => {
    const run = useRuntime(backend)

    it('are kept where it is killed', async () => {
      const runtime = backend.create({ computeMs: 50 })
      const result = await runtime.run({ program: 'console.log("a"); process.stdout.write("b"); for (;;);', bindings: [] })
      expect(result).toStrictEqual({ logs: ['a', 'b'], error: { kind: 'timeout', message: expect.stringMatching(/^compute budget exhausted \(50ms busy\)/) } })
      await runtime.dispose()
    })

    it('are kept where it exits, throws and is aborted', async () => {
      expect((await run('console.log("a"); process.exit(4)')).logs).toEqual(['a'])
      expect((await run('console.log("a"); throw new Error("b")')).logs).toEqual(['a'])
      const controller = new AbortController()
      const result = await run('console.log("a"); for (;;);', { signal: controller.signal, onLog: () => controller.abort('enough') })
      expect(result).toStrictEqual({ logs: ['a'], error: { kind: 'abort', message: 'enough' } })
    })

    it('are whole where it is ended from outside while its host had no time, however slow the listener', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'contract-logs-'))
      const path = join(folder, 'logged')
      const runtime = backend.create({ teardownGraceMs: 1 })
      const controller = new AbortController()
      const pause = (/** @type {number} */ ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
      const abortOnceLogged = () => {
        for (let looks = 0; looks < 4000 && !existsSync(path); looks++) pause(5)
        controller.abort('enough')
      }
      const source = `
        const { writeFileSync } = await import('node:fs')
        const { pbkdf2Sync } = await import('node:crypto')
        void tools.started({})
        for (let index = 0; index < 1000; index++) console.log(index)
        writeFileSync(${JSON.stringify(path)}, '')
        pbkdf2Sync('a', 'b', 2_000_000, 64, 'sha512')`
      const { logs, error } = await runtime.run({ program: source, bindings: tools({ async started() { setImmediate(abortOnceLogged) } }), signal: controller.signal, onLog: () => { pause(1) } })
      rmSync(folder, { recursive: true })
      expect(error).toEqual({ kind: 'abort', message: 'enough' })
      expect(logs).toEqual(Array.from({ length: 1000 }, (_, index) => String(index)))
      await runtime.dispose()
    })

    it('hold nothing that is emitted after the end, which waits for none of it', async () => {
      const source = `
        setImmediate(() => { for (;;) { console.log('late'); process.stdout.write('late') } })
        setTimeout(() => {}, 2 ** 30)
        console.log('in time')
        return 1`
      expect(await run(source)).toStrictEqual({ value: 1, logs: ['in time'] })
    })

    it('hold lone surrogates and every character as they are', async () => {
      expect((await run('console.log("\\ud800"); console.log("a\\udc00b\\0\\u2028\\x7f\\x1b[0m")')).logs).toEqual(['\ud800', 'a\udc00b\0\u2028\x7f\x1b[0m'])
    })

    it('hold entries of megabytes and many small ones, in order', async () => {
      const { logs, error } = await run('for (let index = 0; index < 20_000; index++) console.log(index % 1000 === 0 ? String(index).padEnd(1_000_00, "é") : String(index))')
      expect(error).toBeUndefined()
      expect(logs).toHaveLength(20_000)
      expect(logs.every((text, index) => text === (index % 1000 === 0 ? String(index).padEnd(1_000_00, 'é') : String(index)))).toBe(true)
    })
  })

  describe('the completion', () => {
    const run = useRuntime(backend)

    it('of undefined is no value field, and null is a value', async () => {
      expect(Object.keys(await run('return undefined'))).toEqual(['logs'])
      expect(Object.keys(await run(''))).toEqual(['logs'])
      expect(await run('return null')).toStrictEqual({ value: null, logs: [] })
    })
  })

  describe('completion notes', () => {
    const run = useRuntime(backend, { completionNotes: true })
    const silent = useRuntime(backend)

    it.each(['1 + 1', 'async function main() { return 1 }', 'const x = 5', ''])('say why a run came to nothing: %j', async (source) => {
      const { logs, value, error } = await run(source)
      expect([logs.length, value, error]).toEqual([1, undefined, undefined])
      expect(await silent(source)).toStrictEqual({ logs: [] })
    })

    it.each(['return 1', 'console.log("a")', 'return null'])('are silent where there is a value or a log: %j', async (source) => {
      expect(await run(source)).toStrictEqual(await silent(source))
    })
  })
}
