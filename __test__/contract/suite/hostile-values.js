import { describe, expect, it } from 'vitest'
import { useRuntime } from './backend.js'

/** Expressions of values that are hard to render. */
const VALUES = [
  'null', 'undefined', 'Symbol("s")', '5n', '""', 'NaN', '() => 1', 'class A {}', '{}', '[]', 'Object.create(null)',
  '{ get message() { throw new Error("getter") } }', '{ message: 5, name: 5, stack: 5 }', '{ message: Symbol("m"), name: Symbol("n"), stack: Symbol("s") }',
  '{ toString() { throw 1 }, valueOf() { throw 2 }, [Symbol.toPrimitive]() { throw 3 } }', '{ get [Symbol.toStringTag]() { throw 1 } }', '{ get constructor() { throw 1 } }',
  'new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 }, ownKeys() { throw 3 }, has() { throw 4 }, getOwnPropertyDescriptor() { throw 5 } })',
  'new Proxy(new Error("inside"), { get() { throw 1 } })', '((p) => (p.revoke(), p.proxy))(Proxy.revocable({}, {}))', '((p) => (p.revoke(), p.proxy))(Proxy.revocable(() => {}, {}))',
  'Object.defineProperty(new Error("x"), "stack", { get() { throw 1 } })', 'Object.defineProperty(new Error("x"), "message", { get() { throw 1 } })', 'Object.defineProperty(new Error("x"), "name", { get() { throw 1 } })',
  'Object.assign(new Error("x"), { stack: undefined })', 'Object.assign(new Error("x"), { stack: { toString() { throw 1 } } })', 'Object.setPrototypeOf(new Error("x"), null)', 'Object.create(Error.prototype)',
  'Object.assign(new Error("x"), { cause: { get message() { throw 1 } } })', '((e) => (e.cause = e))(new Error("x"))', 'Object.defineProperty(new Error("x"), "cause", { get() { throw 1 } })',
  'new AggregateError([null, Symbol("s"), Object.create(null), { get message() { throw 1 } }], "many")', 'Object.assign(new AggregateError([], "none"), { errors: { get length() { throw 1 } } })', '((e) => (e.errors.push(e), e))(new AggregateError([], "self"))',
  'new Error("m".repeat(1_000_000))', '{ [Symbol.for("nodejs.util.inspect.custom")]() { throw 1 } }', 'Object.assign(() => 1, { message: "callable" })', 'new Date(NaN)', 'Object.assign(new (class extends Error { get name() { throw 1 } })("x"))',
  'new DOMException("d", "AbortError")', 'Promise.reject(1)', '"\\ud800"', 'globalThis', 'process', 'new (class extends Array { get length() { throw 1 } })',
]

/** @type {[string, (value: string) => string][]} */
const WAYS = [
  ['thrown', (value) => `throw ${value}`],
  ['thrown in a timer', (value) => `setTimeout(() => { throw ${value} }, 0); await new Promise(() => {})`],
  ['rejected with', (value) => `Promise.reject(${value}); await new Promise(() => {})`],
  ['emitted as an error', (value) => `const { EventEmitter } = await import("node:events"); setImmediate(() => new EventEmitter().emit("error", ${value})); await new Promise(() => {})`],
  ['a cause', (value) => `throw new Error("outer", { cause: ${value} })`],
  ['a member of an AggregateError', (value) => `throw new AggregateError([${value}], "outer")`],
]

/** @param {import('./backend.js').Backend} backend */
export function hostileValues(backend) {
  describe('a value that is hard to render', () => {
    const run = useRuntime(backend)

    for (const [way, program] of WAYS) {
      it(`ends the run as an exception where it is ${way}`, async () => {
        for (const value of VALUES) {
          const parenthesized = `(${value})`
          const { error, logs } = await run(program(parenthesized))
          expect([value, logs, error?.kind, typeof error?.message]).toEqual([value, expect.any(Array), 'exception', 'string'])
          expect(error?.message.length).toBeLessThan(50_000)
        }
      })
    }

    it('is printed by the console, or the console says that it cannot', async () => {
      for (const value of VALUES) {
        const { error, logs } = await run(`Promise.prototype.catch.call(Promise.resolve(), () => {}); const value = (${value.replace('Promise.reject(1)', 'null')}); console.log(value); console.error("%s %o", value, value); console.table(value); return 1`)
        expect([value, error]).toEqual([value, undefined])
        expect(logs).toHaveLength(3)
      }
    })
  })
}
