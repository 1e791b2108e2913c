import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

/** @type {import('../../index.d.ts').CodeBindingNamespace[]} */
const bindings = [
  {
    global: 'tools',
    functions: {
      read_file: async () => 'text',
      list: async () => ({ rows: [{ id: 1 }] }),
      fail: async () => { throw new Error('disk full') },
      echo_fail: async (args) => { throw new Error(`no such file: ${/** @type {any} */ (args).path}`) },
      hang: () => new Promise(() => {}),
    },
    errorClass: { name: 'ToolError', memberNameProperty: 'tool' },
  },
  { global: 'files', functions: { read_text: async () => { throw new Error('not readable') } } },
  { global: 'many', functions: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`member${index}`, async () => index])) },
]

const runtime = new WorkerThreadCodeRuntime({ standbyWorkers: 2 })
afterAll(() => runtime.dispose())

/** @param {string} program */
const fail = async (program) => (await runtime.run({ program, bindings })).error

/** @param {import('../../index.d.ts').WorkerThreadCodeRuntimeConfig} config @param {string} program */
async function failWith(config, program) {
  const other = new WorkerThreadCodeRuntime(config)
  try {
    return (await other.run({ program, bindings })).error
  } finally {
    await other.dispose()
  }
}

/** `=== what a program does`, the program, `--- kind of its failure`, the message; an empty line. */
const cases = readFileSync(new URL('../fixtures/failures.txt', import.meta.url), 'utf8').split(/^=== /m).slice(1).map((text) => {
  const [, name, program, kind, message] = /** @type {string[]} */ (/** @type {unknown} */ (/^(.*)\n([^]*?)\n--- (.*)\n([^]*)\n\n$/.exec(text)))
  return { name, program, error: { kind, message } }
})

describe('what is told of a program that', () => {
  it.each(cases)('$name', async ({ program, error }) => {
    expect(await fail(/** @type {string} */ (program))).toEqual(error)
  })

  it('has lines that end with carriage return and line feed', async () => {
    expect((await fail('const a = 1\r\nconst b = 2\r\n  throw new Error("third")'))?.message).toBe('Error: third\n    throw new Error("third")\n          ^\n    at program.ts:3:9')
  })

  it('makes an assertion on its first line', async () => {
    const message = (await fail("const { default: assert } = await import('node:assert'); assert(1 === 2)"))?.message
    // Older Node.js quotes nothing.
    expect(message).toMatch(/^AssertionError: (false == true|The expression evaluated to a falsy value:\n\n {2}assert\(1 === 2\)\n)\n/)
  })

  it('imports a module that V8 does not take', async () => {
    const program = "const text = 'let a = ;'\nawait import(`data:text/javascript,${text}`)"
    expect((await fail(program))?.message).toBe("SyntaxError: Unexpected token ';'\nhint: it is in a module that import() was to load; the program itself is taken")
    expect((await fail("try { await import('node:fs') } finally { JSON.parse('{') }"))?.message).not.toContain('hint')
  })

  it('throws an empty string', async () => {
    expect(await fail("throw ''")).toEqual({ kind: 'exception', message: '' })
  })

  it('is transformed: positions are those of its source', async () => {
    const program = 'enum Color { Red, Green }\nclass Row {\n  constructor(private id: number) { if (id === Color.Green) throw new Error("green") }\n}\nnew Row(0); new Row(Color.Green)'
    const error = await failWith({ typescript: 'transform' }, program)
    expect(error?.message).toBe('Error: green\n    constructor(private id: number) { if (id === Color.Green) throw new Error("green") }\n                                                                    ^\n    at new Row (program.ts:3:67)\n    at program.ts:5:13')
  })

  it('expires while calls are in flight', async () => {
    const program = 'await Promise.all([tools.hang({}), tools.hang({}), many.member1({})])'
    expect(await failWith({ maxWallMs: 300 }, program)).toEqual({ kind: 'timeout', message: 'wall-clock ceiling reached (300ms); 2 calls were in flight: tools.hang (2)' })
  })

  it('expires while no call is in flight', async () => {
    expect(await failWith({ computeMs: 100 }, 'for (;;);')).toEqual({ kind: 'timeout', message: 'compute budget exhausted (100ms busy); no call was in flight' })
  })
})

/** @param {string} program */
const value = async (program) => (await runtime.run({ program, bindings })).value

describe('a stack that the program reads', () => {
  it('is in coordinates of its source, without frames of others', async () => {
    expect(await value('function make() { return new Error("x") }\nreturn make().stack')).toBe('Error: x\n    at make (program.ts:1:26)\n    at program.ts:2:8')
  })

  it('of a rejected call leads to where it is awaited', async () => {
    const program = 'async function load() {\n  return await tools.fail({})\n}\ntry { await load() } catch (error) { return [error.stack, error.message, Object.keys(error)] }'
    expect(await value(program)).toEqual(['ToolError: disk full\n    at async load (program.ts:2:10)\n    at async program.ts:4:7', 'disk full', ['name', 'tool']])
  })

  it('is made by its own format where it sets one', async () => {
    expect(await value('Error.prepareStackTrace = (error, sites) => sites.length > 0 && error.message\nreturn new Error("x").stack')).toBe('x')
  })

  it('is printed with console.trace and console.log', async () => {
    const { logs } = await runtime.run({ program: 'function go() {\n  console.trace("at %s", "go")\n}\ngo()\nconsole.log(new Error("x", { cause: new TypeError("y") }))', bindings })
    expect(logs).toEqual(['Trace: at go\n    at go (program.ts:2:11)\n    at program.ts:4:1', 'Error: x\n    at program.ts:5:13 {\n  [cause]: TypeError: y\n      at program.ts:5:37\n}'])
  })
})

describe('a failure\'s text is bounded', () => {
  it.each([
    ['a long message', 'throw new Error("m".repeat(1e8))', 'Error: mmm'],
    ['a long message of wide characters', 'throw new Error("💡".repeat(1e6))', 'Error: 💡'],
    ['a long string', 'throw "s".repeat(1e8)', 'sss'],
    ['a long name', 'throw Object.assign(new Error("x"), { name: "n".repeat(1e7) })', 'nnn'],
    ['a cause that has a cause, and so on', 'let error = new Error("0"); for (let n = 1; n < 1e5; n++) error = new Error(`${n}`, { cause: error }); throw error', 'Error: 99999'],
    ['a million errors', 'throw new AggregateError(Array.from({ length: 1e6 }, (_, n) => n), "many")', 'AggregateError: many'],
    ['errors that hold errors', 'const nest = (n) => n === 0 ? new Error("leaf") : new AggregateError(Array.from({ length: 10 }, () => nest(n - 1)), "nest"); throw nest(4)', 'AggregateError: nest'],
    ['a hundred thousand fields', 'throw Object.assign(new Error("x"), Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => ["k" + n, n])))', 'Error: x'],
    ['an object of a hundred thousand members', 'throw Object.fromEntries(Array.from({ length: 1e5 }, (_, n) => ["k" + n, n]))', '{ k0: 0'],
    ['an array of a million members', 'throw new Array(1e6).fill({ a: 1 })', '[ { a: 1 }'],
    ['a stack that the program wrote', 'throw Object.assign(new Error("x"), { stack: "\\n    at a (program.ts:1:1)".repeat(1e6) })', 'Error: x'],
  ])('of %s', async (_what, program, beginning) => {
    const error = await fail(program)
    expect(error?.kind).toBe('exception')
    expect(error?.message.slice(0, beginning.length)).toBe(beginning)
    expect(Buffer.byteLength(error?.message ?? '')).toBeLessThanOrEqual(16_384)
    expect(error?.message).not.toMatch(/[\ud800-\udfff]/u)
  })

  it('and says what it leaves out, keeping position and hint', async () => {
    const message = (await fail('Promise.reject(new Error("m".repeat(20_000)))\nawait tools.hang({})'))?.message
    expect(message).toMatch(/^Error: m+\n… \d+ characters left out …\nm+\n {4}Promise\.reject.*\n {19}\^\n {4}at program\.ts:1:16\nhint: nothing awaited/)
  })
})
