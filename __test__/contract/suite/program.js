import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tools, useRuntime } from './backend.js'

/** @param {import('./backend.js').Backend} backend */
export function program(backend) {
  describe('program', () => {
    const run = useRuntime(backend)

    it('is the body of an async function: await and return work at its top', async () => {
      expect(await run('const x: number = await Promise.resolve(20)\nif (x > 3) return x + 1\nreturn 0')).toStrictEqual({ value: 21, logs: [] })
    })

    it('is strict', async () => {
      expect((await run('undeclared = 1')).error).toMatchObject({ kind: 'exception', message: expect.stringContaining('ReferenceError') })
      expect((await run('return (function () { return this === undefined })()')).value).toBe(true)
      expect((await run('with ({}) {}')).error?.kind).toBe('exception')
    })

    it('may be empty', async () => {
      for (const source of ['', ' \n', '// nothing', '/* nothing */']) expect(await run(source)).toStrictEqual({ logs: [] })
    })

    it('loses its types', async () => {
      const source = `
        interface Row { id: number; tags?: string[] }
        type Id = Row['id']
        const rows: Row[] = [{ id: 1 }, { id: 2, tags: ['a'] }]
        function ids<T extends Row>(all: readonly T[]): Id[] { return all.map((row): Id => row!.id) }
        const last = rows.at(-1) as Row satisfies Row
        return [...ids<Row>(rows), last.tags?.length]`
      expect((await run(source)).value).toEqual([1, 2, 1])
    })

    it.each([
      ['an enum', 'enum Color { Red }', /enum/],
      ['a namespace with values', 'namespace A { export const x = 1 }', /namespace/],
      ['a parameter property', 'class A { constructor(private x: number) {} }', /parameter propert/],
      ['import =', 'import fs = require("fs")', /import/],
      ['export =', 'export = 1', /export/],
      ['an angle-bracket assertion', 'const x = <number>5', /<|angle|assertion/],
      ['a decorator', '@sealed class A {}', /decorator/],
    ])('refuses %s by name, with its place and what to write instead', async (_, source, name) => {
      const { error, logs } = await run(`const before = 1\n${source}`)
      expect(logs).toEqual([])
      expect(error?.kind).toBe('exception')
      expect(error?.message).toMatch(name)
      expect(error?.message).toMatch(/\b2:\d+/)
      expect(error?.message).toMatch(/\nhint: \w/)
    })

    it('is refused before a worker is used where it does not parse', async () => {
      const runtime = backend.create({ standbyWorkers: 0 })
      for (const source of ['let', 'return (', 'enum A {}', '}', 'const x: = 1']) {
        expect((await runtime.run({ program: source, bindings: [] })).error?.kind).toBe('exception')
      }
      expect(runtime.stats().workers.booted).toBe(0)
      await runtime.dispose()
    })

    it.each([
      ['}', '1:1'],
      ['})(), (async () => {', '1:1'],
      ['return 1\n}\n{', '2:1'],
      ['}; process.exit(5); {', '1:1'],
      ['/*', '1:1'],
      ['`', '1:1'],
    ])('cannot close its function early: %j', async (source, place) => {
      const { error } = await run(source)
      expect(error?.kind).toBe('exception')
      expect(error?.message).toContain(place)
    })

    it('shows positions of the source as written', async () => {
      const { error } = await run('type A = { b: string }\nconst x: A = { b: "" }\n  ;(null as any).call()')
      expect(error?.message).toMatch(/program\.ts:3:\d+/)
      const { value } = await run('interface Wide { a: number }\nconst f = (x: Wide) => new Error("here").stack\nreturn f({ a: 1 })')
      expect(value).toMatch(/program\.ts:2:24/)
      const wide = 'const text: string = "😀é"; throw new Error(text)'
      expect((await run(wide)).error?.message).toContain(`program.ts:1:${wide.indexOf('new Error') + 1}`)
    })

    it('over 2 MiB is refused with a message that says so', async () => {
      const { error, logs } = await run(`// ${'x'.repeat(2 * 1024 * 1024)}`)
      expect(logs).toEqual([])
      expect(error).toMatchObject({ kind: 'exception', message: expect.stringMatching(/2 MiB|2097152/) })
      expect(await run(`// ${'x'.repeat(2 * 1024 * 1024 - 3)}`)).toStrictEqual({ logs: [] })
    })

    it.each([
      ['brackets', '['.repeat(200_000)],
      ['arrows', 'a=>'.repeat(200_000)],
      ['generics', `const x: ${'A<'.repeat(20_000)}`],
    ])('of very deep nesting ends as an exception: %s', async (_, source) => {
      expect((await run(source)).error?.kind).toBe('exception')
      expect((await run('return 1')).value).toBe(1)
    })

    it('keeps lone surrogates in its strings', async () => {
      expect((await run('const s: string = "a\ud800b"; return [s.length, s.charCodeAt(1)]')).value).toEqual([3, 0xd800])
    })

    it('sees an empty environment and no arguments', async () => {
      expect((await run('return [Object.keys(process.env).length, process.execArgv, process.argv.length]')).value).toEqual([0, [], 2])
    })

    it("has Node.js's globals and modules", async () => {
      const { value } = await run('const { createHash } = await import("node:crypto"); return [typeof fetch, typeof Buffer, typeof structuredClone, createHash("md5").update("").digest("hex")]')
      expect(value).toEqual(['function', 'function', 'function', 'd41d8cd98f00b204e9800998ecf8427e'])
    })

    it('leaves nothing of its boot to the program', async () => {
      const { value } = await run('const { workerData } = await import("node:worker_threads"); return [workerData, typeof require, typeof module, typeof exports, typeof __filename]')
      expect(value).toEqual([null, 'undefined', 'undefined', 'undefined', 'undefined'])
    })

    it('serves one program a worker', async () => {
      const source = 'const { threadId } = await import("node:worker_threads"); return threadId'
      const ids = []
      for (let count = 0; count < 4; count++) ids.push((await run(source)).value)
      expect(new Set(ids).size).toBe(4)
    })
  })

  describe('dynamic import', () => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-import-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it("resolves from the host's working directory", () => {
      writeFileSync(join(folder, 'neighbour.mjs'), 'export const name = "neighbour"')
      mkdirSync(join(folder, 'node_modules', 'installed'), { recursive: true })
      writeFileSync(join(folder, 'node_modules', 'installed', 'index.mjs'), 'export const name = "installed"')
      writeFileSync(join(folder, 'node_modules', 'installed', 'package.json'), '{ "name": "installed", "exports": "./index.mjs" }')
      const source = 'const names = []; for (const specifier of ["./neighbour.mjs", "installed"]) names.push((await import(specifier)).name); return names'
      const script = `
        const { WorkerThreadCodeRuntime } = await import(${JSON.stringify(new URL('../../../js/index.js', import.meta.url).href)})
        const runtime = new WorkerThreadCodeRuntime()
        const { value, error } = await runtime.run({ program: ${JSON.stringify(source)}, bindings: [] })
        console.log(JSON.stringify(value ?? error))
        await runtime.dispose()`
      const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: folder, encoding: 'utf8' })
      expect(JSON.parse(printed)).toEqual(['neighbour', 'installed'])
    })
  })

  describe('globals of a program', () => {
    const run = useRuntime(backend)

    it('may be shadowed by its own names', async () => {
      expect((await run('const tools = 5; return tools', { bindings: tools({ async f() { return 1 } }) })).value).toBe(5)
    })
  })
}
