import { Console } from 'node:console'
import { afterAll, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

const runtime = new WorkerThreadCodeRuntime({ standbyWorkers: 2 })
afterAll(() => runtime.dispose())

/** @param {string} program */
const logsOf = async (program) => (await runtime.run({ program, bindings: [] })).logs

/**
 * What Node.js's own console prints, one entry a write.
 * @param {string} program @param {object} inspectOptions
 */
function printed(program, inspectOptions) {
  /** @type {string[]} */
  const chunks = []
  const stream = { write: (/** @type {string} */ text) => chunks.push(text.replace(/\n$/, '')), on() {}, once() {}, removeListener() {}, listenerCount: () => 0 }
  const console = new Console(/** @type {any} */ ({ stdout: stream, stderr: stream, ignoreErrors: false, colorMode: false, inspectOptions }))
  // oxlint-disable-next-line no-new-func -- the same text runs here and as a program
  new Function('console', program)(console)
  return chunks
}

describe('the console prints as Node.js does', () => {
  it.each([
    ['format specifiers', `console.log('a %s b %d c %i d %f e %j f %o g %O h %c i %%', 'S', 4.5, 4.5, '4.5', { a: 1 }, { f() {} }, { a: { b: { c: { d: { e: 1 } } } } }, 'color: red')`],
    ['%s of everything', `for (const value of [{ a: 1 }, Symbol('x'), 12n, -0, null, undefined, () => 1, class A {}, [1, [2]]]) console.log('%s', value, value)`],
    ['deep objects', `console.log({ a: { b: { c: { d: { e: { f: 1 } } } } } })`],
    ['long arrays and strings', `console.log(Array.from({ length: 130 }, (_, n) => n)); console.log(['x'.repeat(12000)]); console.log('x'.repeat(12000))`],
    ['values of every kind', `console.log(new Map([[1, { a: 2 }]]), new Set([1]), new Date(0), /x/g, Symbol('s'), 10n, [, 1], new Uint8Array(3), Promise.resolve(1), new Proxy({ a: 1 }, {}), Object.create(null), new (class Foo { x = 1 })())`],
    ['cycles', `const o = { a: 1 }; o.self = o; console.log(o); console.log('%o %j', o, o)`],
    ['dir with options', `console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.dir({ a: 1 }, { colors: true }); console.dirxml({ a: 1 }, [2])`],
    ['groups', `console.group('G'); console.log('in\\nline'); console.group(); console.error({ a: 1 }); console.groupEnd(); console.info('x'); console.groupEnd(); console.groupEnd(); console.debug('out'); console.groupCollapsed('c'); console.warn('w')`],
    ['counts', `console.count(); console.count('x'); console.count(); console.countReset(); console.count()`],
    ['assertions', `console.assert(true, 'no'); console.assert(false); console.assert(false, 'x %s', 'y'); console.assert(false, { a: 1 })`],
    ['nothing', `console.log(); console.log(''); console.log('a\\n'); console.log('%s'); console.log('%d', '42x')`],
  ])('%s', async (_what, program) => {
    expect(await logsOf(program)).toEqual(printed(program, { depth: 4, maxArrayLength: 100, maxStringLength: 10_000 }))
  })

  it('tables', async () => {
    const program = `console.table([{ a: 1, b: 'x' }, { a: 2, c: { d: { e: 1 } } }]); console.table([[1, 2], [3, 4]]); console.table(new Map([['k', { v: 1 }]])); console.table(5); console.table([{ a: 1, b: 2 }], ['b']); console.table(new Set([1])); console.group(); console.table([{ a: [1, 2, 3, 4, 5] }]); console.groupEnd()`
    expect(await logsOf(program)).toEqual(printed(program, {}))
  })

  it('tables without letting go of the bounds of what follows', async () => {
    expect(await logsOf('console.table([{ a: 1 }]); console.log({ a: { b: { c: { d: 1 } } } })')).toEqual([expect.any(String), '{\n  a: { b: { c: { d: 1 } } }\n}'])
  })

  it('times', async () => {
    const logs = await logsOf('console.time(); console.timeLog(undefined, { a: 1 }); console.timeEnd(); console.time("x"); console.timeEnd("x")')
    expect(logs).toEqual([expect.stringMatching(/^default: [\d.]+m?s \{ a: 1 \}$/), expect.stringMatching(/^default: [\d.]+m?s$/), expect.stringMatching(/^x: [\d.]+m?s$/)])
  })

  it('to a Console of the program\'s own', async () => {
    const program = `const lines = []; const { Writable } = await import('node:stream')
      const mine = new console.Console(new Writable({ write(chunk, encoding, done) { lines.push(String(chunk)); done() } }))
      mine.log('%d', 1); console.log(lines); new console.Console(process.stdout).log('out')`
    expect(await logsOf(program)).toEqual(["[ '1\\n' ]", 'out\n'])
  })

  it('and warnings of Node.js without the number of its process', async () => {
    const logs = await logsOf('console.timeEnd("none"); process.emitWarning("mind", { code: "W1" }); await new Promise((resolve) => setTimeout(resolve, 5))')
    expect(logs).toEqual(["Warning: No such label 'none' for console.timeEnd()", '[W1] Warning: mind'])
  })
})

describe('what cannot be printed never throws into the program', () => {
  it.each([
    ['a custom inspection that throws', 'console.log("kept", { a: 1, [Symbol.for("nodejs.util.inspect.custom")]() { throw new Error("boo") } })', '[console.log could not print: boo] kept { a: 1 }'],
    ['a toString that throws', 'console.log("%s", { toString() { throw 4 } })', expect.stringMatching(/^\[console\.log could not print: 4\] %s \{/)],
    ['a toJSON that throws', 'console.log("%j", { toJSON() { throw new Error("j") } })', expect.stringMatching(/^\[console\.log could not print: j\]/)],
    ['a tag that throws', 'console.error({ get [Symbol.toStringTag]() { throw Symbol("s") } })', expect.any(String)],
    ['an error whose stack throws', 'console.log(Object.defineProperty(new Error("m"), "stack", { get() { throw 1 } }))', expect.any(String)],
    ['a symbol as a label', 'console.count(Symbol())', '[console.count could not print: Cannot convert a Symbol value to a string] Symbol()'],
    ['a proxy whose traps throw', 'console.log(new Proxy({ a: 1 }, { get() { throw 1 }, ownKeys() { throw 2 }, getOwnPropertyDescriptor() { throw 3 }, getPrototypeOf() { throw 4 } }))', expect.stringContaining('{ a: 1 }')],
    ['a getter that throws', 'console.log({ get a() { throw 3 } })', '{ a: [Getter] }'],
  ])('%s', async (_what, program, entry) => {
    expect(await runtime.run({ program: `${program}; return 1`, bindings: [] })).toEqual({ value: 1, logs: [entry] })
  })

  it('and leaves the indentation of a group in order', async () => {
    expect(await logsOf('console.group({ [Symbol.for("nodejs.util.inspect.custom")]() { throw 1 } }); console.groupEnd(); console.log("after")')).toEqual([expect.any(String), 'after'])
  })
})
