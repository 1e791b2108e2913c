import { describe, expect, it } from 'vitest'
import { toolsWithErrors, useRuntime } from './backend.js'

/**
 * A program's beginning that replaces whatever a program can reach: functions on every global, prototype and constructor,
 * then the globals. `replaced` counts them. It leaves alone what Node.js defines at the first touch, and WebAssembly, which
 * it uses then.
 * @param {{ isProcessKept: boolean, areAccessorsKept: boolean, replacement: string }} options
 */
export const replaceIntrinsics = ({ isProcessKept, areAccessorsKept, replacement }) => `
const { ownKeys, getOwnPropertyDescriptor: describe, defineProperty: define, getPrototypeOf: prototypeOf } = Reflect
const realm = globalThis
const uncurry = Function.prototype.bind.bind(Function.prototype.call)
const has = uncurry(Set.prototype.has), add = uncurry(Set.prototype.add)
const replacement = ${replacement}
const kept = new Set(['tools', 'ToolError', 'WebAssembly', 'FormData', 'Headers', 'Request', 'Response', 'MessageEvent', 'WebSocket', 'CloseEvent', 'EventSource', 'fetch'${isProcessKept ? ", 'process'" : ''}])
const sparing = new Set([realm, tools, ToolError, ToolError.prototype, console])
const seen = new Set([realm])
const reached = []
const visit = (value) => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || has(seen, value)) return
  add(seen, value)
  reached[reached.length] = value
  const keys = ownKeys(value)
  for (let index = 0; index < keys.length; index++) {
    let descriptor
    try { descriptor = describe(value, keys[index]) } catch { continue }
    if (descriptor === undefined) continue
    if ('value' in descriptor) visit(descriptor.value)
    else { visit(descriptor.get); visit(descriptor.set) }
  }
  visit(prototypeOf(value))
}
const samples = [async function () {}, function* () {}, async function* () {}, [][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](),
  ''[Symbol.iterator](), /a/[Symbol.matchAll](''), (function* () {})(), (async function* () {})(), new Error(''), Promise.resolve(), Object(1n), Object(Symbol())]
for (let index = 0; index < samples.length; index++) visit(samples[index])
const names = ownKeys(realm)
for (let index = 0; index < names.length; index++) if (!has(kept, names[index])) visit(describe(realm, names[index]).value)
let replaced = 0
for (let at = 0; at < reached.length; at++) {
  const object = reached[at]
  if (has(sparing, object)) continue
  const keys = ownKeys(object)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index]
    let descriptor
    try { descriptor = describe(object, key) } catch { continue }
    if (descriptor === undefined || (!descriptor.configurable && !descriptor.writable)) continue
    if ('value' in descriptor ? typeof descriptor.value !== 'function' : ${areAccessorsKept}) continue
    const { enumerable, configurable } = descriptor
    try {
      if (define(object, key, 'value' in descriptor ? { __proto__: null, value: replacement, writable: true, enumerable, configurable } : { __proto__: null, get: replacement, set: replacement, enumerable, configurable })) replaced++
    } catch {}
  }
}
for (let index = 0; index < names.length; index++) {
  if (has(kept, names[index]) || names[index] === 'console') continue
  try { define(realm, names[index], { __proto__: null, value: replacement, writable: true, configurable: true }) } catch {}
}
`

const REPLACEMENTS = {
  'throw': "() => { throw 'replaced' }",
  'return nothing': '() => undefined',
  'return the global object': '() => realm',
  'return true': '() => true',
}

/** @param {import('./backend.js').Backend} backend */
export function intrinsics(backend) {
  describe('a program that replaced every intrinsic', () => {
    const run = useRuntime(backend)
    const functions = {
      async echo(/** @type {any} */ x) { return x },
      async fail() { throw new Error('no') },
      async many() { return Array.from({ length: 300 }, (_, index) => ({ index })) },
      async lossy() { return { a: undefined } },
    }
    const use = `
      console.log('replaced some')
      const outcome = { __proto__: null, echo: await tools.echo({ rows: [1, { a: 'x' }], n: null }), many: (await tools.many(null))[299] }
      try { await tools.fail({}) } catch (error) { outcome.fail = [error instanceof ToolError, error.name, error.tool, error.message] }
      try { await tools.lossy({}) } catch (error) { outcome.lossy = error.message }
      try { await tools.echo({ a: undefined }) } catch (error) { outcome.lossyArgument = error.message }
      const extra = []
      for (let index = 0; index < 300; index++) define(extra, index, { __proto__: null, value: 1, enumerable: true, configurable: true, writable: true })
      outcome.long = (await tools.echo(extra)).length
      extra.more = 1
      try { await tools.echo(extra); outcome.extra = 'crossed' } catch (error) { outcome.extra = error.message }
      outcome.isThorough = replaced > 500
      return outcome`

    for (const [what, replacement] of Object.entries(REPLACEMENTS)) {
      for (const isProcessKept of [true, false]) {
        for (const areAccessorsKept of [true, false]) {
          it(`calls and returns; they ${what}${isProcessKept ? '' : ", process's too"}${areAccessorsKept ? '' : ', accessors too'}`, async () => {
            const { value, error } = await run(`${replaceIntrinsics({ isProcessKept, areAccessorsKept, replacement })}${use}`, { bindings: toolsWithErrors(functions) })
            expect(error?.message).toBeUndefined()
            expect(value).toEqual({
              echo: { rows: [1, { a: 'x' }], n: null },
              many: { index: 299 },
              fail: [true, 'ToolError', 'fail', 'no'],
              lossy: 'binding resolution must be lossless JSON: $.a is undefined; use null or leave it out',
              lossyArgument: 'binding arguments must be lossless JSON: $.a is undefined; use null or leave it out',
              long: 300,
              extra: 'binding arguments must be lossless JSON: $ is an array with the extra property "more"; use [...value]',
              isThorough: true,
            })
          })
        }
      }
    }

    const typedArray = 'Object.getPrototypeOf(Uint8Array.prototype)'
    it.each([
      ['globalThis.Array = class Other extends Array {}'],
      ['globalThis.Array = undefined'],
      ['globalThis.Uint8Array = undefined'],
      ['(await import("node:util")).default.inspect = null'],
      ['(await import("node:util")).default.inspect = () => "same"'],
      [`Object.defineProperty(${typedArray}, "byteLength", { get: () => 5e9 })`],
      [`Object.defineProperty(${typedArray}, "buffer", { get() { throw 1 } })`],
      ['Object.setPrototypeOf(Uint8Array.prototype, null)'],
    ])('what is large crosses, and a failure is told: %s', async (replacing) => {
      const source = `const rows = Array.from({ length: 150 }, (_, n) => n), text = "é".repeat(70_000), hidden = Object.defineProperty([...rows], "hidden", { value: 1 });
        ${replacing}
        const back = await tools.echo(rows), first = await tools.echo(text), second = await tools.echo(text)
        let message
        try { await tools.echo(hidden) } catch (error) { message = error.message }
        console.log(text)
        throw [back[149], first.length, second.length, message].join()`
      const { error, logs } = await run(source, { bindings: toolsWithErrors(functions) })
      expect(error).toEqual({ kind: 'exception', message: '149,70000,70000,binding arguments must be lossless JSON: $ is an array with the extra property "hidden"; use [...value]' })
      expect(logs).toEqual(['é'.repeat(70_000)])
    })

    it.each([
      ['Array.prototype.pop = Array.prototype.push = () => { throw 1 }'],
      ['Object.keys = Object.entries = Object.getOwnPropertyNames = Reflect.ownKeys = () => []'],
      ['JSON.stringify = () => \'"lie"\'; JSON.parse = () => "lie"'],
      ['Error = class { }; TypeError = Error'],
      ['Promise.prototype.then = () => { throw 1 }'],
      ['Promise = class {}; globalThis.Promise.resolve = () => "lie"'],
      ['Promise.prototype.constructor = class { constructor() { throw 1 } }'],
      ['Object.defineProperty(Promise, Symbol.species, { value: class { constructor() { throw 1 } } })'],
      ['Array.prototype[Symbol.iterator] = () => { throw 1 }'],
      ['Map.prototype.get = Map.prototype.set = Set.prototype.has = WeakMap.prototype.set = () => { throw 1 }'],
      ['Object.defineProperty(Array.prototype, 0, { set() { throw 1 }, get() { return 5 }, configurable: true })'],
      ['for (const key of ["id", "text", "next", "length", "kind", "name", "member", "loss", "copy", "keys", "value", "writable", "get", "set"]) Reflect.defineProperty(Object.prototype, key, { __proto__: null, enumerable: false, set() { throw 1 }, get() { return 5 }, configurable: true })'],
      ['Object.prototype.then = (resolve) => resolve("lie"); await null'],
      ['Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }'],
      ['Error.prepareStackTrace = () => { throw 1 }'],
      ['Error.stackTraceLimit = 0'],
      ['Object.defineProperty(Error, "stackTraceLimit", { get() { throw 1 } })'],
      ['String.prototype.endsWith = String.prototype.slice = String.prototype.charCodeAt = () => { throw 1 }'],
      ['Atomics.wait = Atomics.load = Atomics.store = Atomics.add = Atomics.exchange = () => { throw 1 }'],
      ['TextEncoder.prototype.encode = TextEncoder.prototype.encodeInto = Buffer.from = () => { throw 1 }'],
      ['Buffer.prototype.utf8Write = Buffer.prototype.write = () => 0; for (const key of ["length", "byteLength", "byteOffset", "buffer"]) Object.defineProperty(Object.getPrototypeOf(Uint8Array.prototype), key, { get: () => 0 })'],
      ['MessagePort.prototype.postMessage = () => { throw 1 }; EventTarget.prototype.dispatchEvent = () => { throw 1 }'],
      ['(await import("node:worker_threads")).default.parentPort.postMessage = () => { throw 1 }'],
      ['(await import("node:events")).default.prototype.emit = () => { throw 1 }'],
      ['(await import("node:util")).default.inspect.defaultOptions = { sorted() { throw 1 }, showProxy: true, getters: true, depth: 0 }'],
    ])('%s', async (replacing) => {
      const source = `${replacing}
        const back = await tools.echo([{ a: [1] }])
        let message
        try { await tools.fail({}) } catch (error) { message = error.message }
        return { __proto__: null, inner: back[0].a[0], message }`
      // A "then" on every object is what await asks the value for, and the program's own doing.
      const inner = replacing.includes('Object.prototype.then') ? undefined : 1
      const { value, error } = await run(source, { bindings: toolsWithErrors(functions) })
      if (inner === undefined) expect(error?.kind ?? 'none').toMatch(/none|exception/)
      else expect([value, error]).toEqual([{ inner, message: 'no' }, undefined])
    })

    it("of ports and their events, waits as before: Node.js's own ports keep theirs", async () => {
      const source = `
        const { parentPort } = await import('node:worker_threads')
        for (let prototype = Object.getPrototypeOf(parentPort); prototype !== Object.prototype; prototype = Object.getPrototypeOf(prototype)) {
          for (const key of Reflect.ownKeys(prototype)) try { Object.defineProperty(prototype, key, { value: () => { throw new Error('replaced') } }) } catch {}
        }
        await new Promise((resolve) => setTimeout(resolve, 100))
        return await tools.echo(1)`
      for (let count = 0; count < 3; count++) expect(await run(source, { bindings: toolsWithErrors(functions) })).toStrictEqual({ value: 1, logs: [] })
    })

    it('fails with what it throws', async () => {
      const source = `const thrown = new RangeError('thrown'); ${replaceIntrinsics({ isProcessKept: true, areAccessorsKept: true, replacement: REPLACEMENTS.throw })} throw thrown`
      // Node.js fails in such a realm as well, and its error may reach the host before the program's end is read: one run in fifty.
      for (let at = 0; at < 40; at++) expect((await run(source, { bindings: toolsWithErrors(functions) })).error).toMatchObject({ kind: 'exception', message: expect.stringContaining('thrown') })
    })

    it('is told that its completion is lossy', async () => {
      const source = `${replaceIntrinsics({ isProcessKept: true, areAccessorsKept: true, replacement: REPLACEMENTS.throw })} return { __proto__: null, a: [undefined] }`
      expect((await run(source, { bindings: toolsWithErrors(functions) })).error).toEqual({ kind: 'invalid-output', message: 'program completion must be lossless JSON: $.a[0] is undefined; use null or leave it out' })
    })
  })
}
