import { SourceMap } from 'node:module'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { ProgramSyntaxError, stripTypeScript, transformTypeScript } from '../../js/index.js'
import { createSourceMap } from '../../js/program/source-map.js'
import { transformInBackground } from '../../js/transform.js'
import { generateProgram } from '../fixtures/transform-generator.js'
import { PROGRAMS } from '../fixtures/transform-programs.js'
import { emitOf, outcomeOf } from '../fixtures/typescript.js'

/**
 * @param {string} source
 * @returns {{ code: string, map: string }} of a source that is not only blanked
 */
function transformed(source) {
  const { code, map } = transformTypeScript(source)
  if (map === null) throw new Error('nothing was written anew')
  return { code, map }
}

/** @param {string} text @param {number} at */
function placeOf(text, at) {
  const lines = text.slice(0, at).split(/\r\n|[\n\r\u2028\u2029]/u)
  return { line: lines.length, column: /** @type {string} */ (lines.at(-1)).length + 1 }
}

/** @param {string} source @returns {ProgramSyntaxError} what it is refused with */
function refusalOf(source) {
  try {
    transformTypeScript(source)
  } catch (error) {
    if (error instanceof ProgramSyntaxError) return error
    throw error
  }
  throw new Error('it was taken')
}

/** @param {string} source @returns {string} whether it is taken, or what is thrown */
function outcome(source) {
  try {
    return typeof transformTypeScript(source).code === 'string' ? 'taken' : 'nothing'
  } catch (error) {
    return error instanceof ProgramSyntaxError ? 'refused' : String(error)
  }
}

describe('transformTypeScript', () => {
  describe('means what TypeScript makes of it', () => {
    it.each(Object.entries(PROGRAMS))('%s', async (_, source) => {
      expect(await outcomeOf(transformTypeScript(source).code)).toBe(await outcomeOf(emitOf(source)))
    })

    it.each(Array.from({ length: 150 }, (_, seed) => seed))('generated program of seed %i', async seed => {
      const source = generateProgram(seed)
      const { code } = transformTypeScript(source)
      expect(await outcomeOf(code)).toBe(await outcomeOf(emitOf(source)))
    })
  })

  it('destructures what is exported as JavaScript does', async () => {
    const { code } = transformed('namespace N { export const [a, b] = new Set([1, 2]) } return [N.a, N.b]')
    expect(await outcomeOf(code)).toBe('[ 1, 2 ]')
  })

  it('leaves out an alias of what is only a type', async () => {
    const source = `
      namespace T { export interface I { a: 1 } export namespace Inner { export type V = 2 } }
      namespace N {
        export const x = 1
        export import I = T.I
        import V = T.Inner.V
        export namespace Types { export type W = 3 }
      }
      import W = N.Types.W
      import U = W
      return Object.keys(N)`
    expect(await outcomeOf(transformed(source).code)).toBe("[ 'x' ]")
  })

  it('keeps lone surrogates', async () => {
    const source = "enum E { A } return ['\ud800', E.A, '\udc00' as string]"
    const { code } = transformed(source)
    expect(code).toContain("'\ud800'")
    expect(await outcomeOf(code)).toBe(await outcomeOf("return ['\\ud800', 0, '\\udc00']"))
  })

  it('keeps comments, and every line at its number', () => {
    const source = [
      'const a = 1 // one\r\nenum E { // two\r  A, /* three */\u2028  B }',
      '',
      'namespace N {',
      '  // four',
      '  export const x = 1',
      '}',
    ].join('\n')
    const { code } = transformed(source)
    const lineBreaks = /\r\n|[\n\r\u2028]/gu
    expect(code.match(lineBreaks)).toEqual(source.match(lineBreaks))
    for (const comment of ['// one', '// two', '/* three */', '// four']) {
      expect(placeOf(code, code.indexOf(comment)).line).toBe(placeOf(source, source.indexOf(comment)).line)
    }
  })

  it('takes a module', () => {
    const source = `
      import type { T } from './t.js'
      import { v, type U } from './v.js'
      export enum E { A = 1 }
      export enum E { B = 2 }
      export namespace N { export const x: T = v }
      export namespace N { export const y = x }
      export import y = N.y
      export type { T }
      export default class { constructor(readonly u: U) {} }
    `
    const { code } = transformTypeScript(source, { mode: 'module' })
    expect(code.replaceAll(/ +/gu, ' ').trim().split(/\s*\n\s*/u)).toEqual([
      "import { v, } from './v.js'",
      'export var E; (function (E) { E[E["A"] = 1] = "A"; })(E || (E = {}));',
      ';(function (E) { E[E["B"] = 2] = "B"; })(E || (E = {}));',
      'export var N; (function (N) { ;N.x = v; })(N || (N = {}));',
      ';(function (N) { ;N.y = N.x; })(N || (N = {}));',
      'export var y = N.y;',
      'export default class { u; constructor( u ) { this.u = u;} }',
    ])
  })

  it('checks its arguments', () => {
    expect(() => transformTypeScript(/** @type {any} */ (1))).toThrow(TypeError)
    expect(() => transformTypeScript('', { mode: /** @type {any} */ ('script') })).toThrow(TypeError)
  })
})

describe('a program without such constructs', () => {
  it.each([
    ['nothing', ''],
    ['types', 'const a: number = 1; interface I { a: number }\ntype T = I\nreturn a as T'],
    ['a namespace of types', 'namespace T { export type U = 1 }\nlet x!: T.U\nreturn x'],
    ['declarations', 'declare enum E { A }\ndeclare namespace N { const x: 1 }\ndeclare class C { m(): 1 }\nreturn'],
    ['odd characters', '\ufeffconst 名: string = "\ud800\u2028😀" as string\r\nreturn 名!'],
    ['modifiers', 'class A { private static readonly x = 1; constructor(a?: number) {} public m(): void {} }'],
  ])('is stripped, byte for byte: %s', (_, source) => {
    expect(transformTypeScript(source)).toEqual({ code: stripTypeScript(source), map: null })
  })
})

describe('the source map', () => {
  /** Names that stand once in the source. */
  const MARKED = /\bmark\w*/gu

  const SOURCE = `
    const markA = 1; enum E { A = f(markB as number), B = markC() as number, C = [markD].length }
    function markE(): number { return markF } let markG: number = 4, markH = 1
    namespace N { export const x: number = markI, { y = markJ, z: [w] }: any = markK({ z: [markL] }); markM }
    /* é😀 */ namespace Q.R { /* 名 */ markN?.(N.x, markO!) ; export function f(a: string): void { markP } }
    import markQ = N.x; class K extends markR<number> { constructor(public p: number, private q = markS) {
      markT; super(markU); markV } }\u2028markW; enum F { A }; markX
    enum G {
      F = 7, G = markY
    } markZ
  `.replaceAll('\n', '\r\n')

  const whole = transformed(SOURCE)
  const found = [...whole.code.matchAll(MARKED)]

  it('has the right shape', () => {
    const { mappings, ...rest } = JSON.parse(whole.map)
    expect(rest).toEqual({ version: 3, sources: ['program.ts'], names: [] })
    expect(mappings).toEqual(expect.any(String))
    expect(found.map(([name]) => name)).toEqual([...SOURCE.matchAll(MARKED)].map(([name]) => name))
  })

  it.each(found.map(({ 0: name, index }) => ({ name, index })))('leads $name back to its place', ({ name, index }) => {
    const { line, column } = placeOf(whole.code, index)
    expect(createSourceMap(whole.map).originalPosition(line, column)).toEqual(placeOf(SOURCE, SOURCE.indexOf(name)))
  })

  it('is read the same by Node.js', () => {
    const reader = new SourceMap(JSON.parse(whole.map))
    const { originalPosition } = createSourceMap(whole.map)
    for (let at = 0; at < whole.code.length; at++) {
      const { line, column } = placeOf(whole.code, at)
      const position = originalPosition(line, column)
      if (position === undefined) continue
      const entry = /** @type {import('node:module').SourceMapping} */ (reader.findEntry(line - 1, column - 1))
      expect({ line: entry.originalLine + 1, column: entry.originalColumn + 1 }).toEqual(position)
    }
  })

  it('leads the frames of an error back to the source', async () => {
    const source = `enum E { A = 1 }  namespace N { export let depth = 0
        export const fail = (message: string): never => { depth++; throw new TypeError(message) } }
      class K { constructor(private readonly message: string) { N.fail(this.message) } }
      enum F { A = E.A as number,   B = run(() => new K('m')) as any }
      return F.B`
    const { code, map } = transformed(source)
    const head = '(async function (run) {'
    const script = new Script(`${head}${code}\n})`, { filename: 'program.ts', columnOffset: -head.length })
    /** @type {string} */
    let stack = ''
    await script.runInThisContext()((/** @type {() => void} */ work) => {
      try {
        work()
      } catch (error) {
        stack = /** @type {string} */ (/** @type {Error} */ (error).stack)
      }
      return 0
    })
    const { originalPosition } = createSourceMap(map)
    const frames = [...stack.matchAll(/program\.ts:(\d+):(\d+)/gu)]
    const positions = frames.map(([, line, column]) => originalPosition(Number(line), Number(column)))
    const expected = ['new TypeError', 'fail(this', 'new K(', 'run(', 'enum F']
    expect(positions).toEqual(expected.slice(0, frames.length).map(text => placeOf(source, source.indexOf(text))))
    expect(frames.length).toBeGreaterThanOrEqual(4)
  })
})

describe('what is refused', () => {
  it.each([
    ['`await` stands in a function that is not async', 1, 32, 'namespace N { export const x = await 1 }'],
    ['`return` cannot stand in the body of a namespace', 1, 15, 'namespace N { return 1 }'],
    ['`for await` stands in a function that is not async', 1, 31, 'namespace N { const x = 1;for await (const y of []) {} }'],
    ['`await using` cannot stand in the body of a namespace', 1, 15, 'namespace N { await using x = f() }'],
    ['`await` stands in a function that is not async', 2, 14, '\nenum E { A = await f() }'],
    ['`yield` cannot stand in the initializer of an enum member', 1, 31, 'function* g() { enum E { A = (yield 1) } }'],
    ['imports and exports of modules cannot stand in a namespace', 1, 29, 'namespace N { const x = 1;  export { x } }'],
    ['a namespace can only be declared at the top level', 1, 3, '{ namespace N { export const x = 1 } }'],
    ['a namespace can only be declared at the top level', 1, 16, 'function f() { namespace N { export const x = 1 } }'],
    ['cannot be the whole body of another statement', 1, 8, 'if (1) enum E { A }'],
    ['an import alias can only be declared at the top level', 1, 16, 'function f() { import a = N.x }'],
    ['must be all exported or all local', 1, 44, 'namespace N { enum E { B = 1 } export enum E { C = 2 } }'],
    ['an enum member cannot have a numeric name', 1, 10, "enum E { '1' = 2 }"],
    ['must be well-formed text', 1, 10, "enum E { '\ud800' = 2 }"],
    ['binding pattern', 1, 23, 'class A { constructor(public { x }) {} }'],
    ['cannot be used as a parameter property name', 1, 30, 'class A { constructor(public constructor) {} }'],
    ['`super()` must be a statement', 1, 57, 'class A extends Object { constructor(public x) { if (x) super() } }'],
    ['`super()` must be a statement', 1, 66, 'class A extends Object { constructor(public x) { const f = () => super(); f() } }'],
  ])('%s (%i:%i)', (message, line, column, source) => {
    const error = refusalOf(source)
    expect(error.message).toContain(message)
    expect([error.line, error.column]).toEqual([line, column])
  })

  it.each([
    ['a decorator', '@d class A { constructor(public x) {} }', 'decorator'],
    ['an angle-bracket assertion', 'enum E { A = <number>1 }', 'angle-bracket-assertion'],
    ['a static import', "import x from 'x'; enum E { A }", 'static-import'],
    ['a static export', 'export enum E { A }', 'static-export'],
    ['`import = require()`', "enum E { A } import x = require('x')", 'non-erasable-import-alias'],
    ['`export =`', 'enum E { A } export = E', 'static-export'],
  ])('%s, as when stripping', (_, source, code) => {
    expect(refusalOf(source).code).toBe(code)
  })

  it.each([
    ['the same name twice', 1, 'enum E { A } const E = 1'],
    ['a class after its namespace', 2, 'namespace N { export const x: number = 1 }\nclass N {}'],
    ['an invalid target', 2, 'enum E { A }\n  1 = E.A'],
    ['a missing brace', 1, 'enum E { A'],
  ])('invalid code, at its place in the source: %s', (_, line, source) => {
    expect(refusalOf(source).line).toBe(line)
  })
})

describe('in the background', () => {
  it('does the same', async () => {
    expect(await transformInBackground('enum E { A } return E')).toEqual(transformTypeScript('enum E { A } return E'))
    expect(await transformInBackground('const a: number = 1')).toEqual(transformTypeScript('const a: number = 1'))
    const source = 'enum E { A: number }'
    const { line, column, message } = refusalOf(source)
    expect(await transformInBackground(source)).toMatchObject({ diagnostic: { line, column, message } })
  })
})

describe('a source that is made to be costly', () => {
  const MANY = 20_000
  /** @param {(index: number) => string} make @param {number} [count] */
  const many = (make, count = MANY) => Array.from({ length: count }, (_, index) => make(index)).join('')

  it.each([
    ['nested functions in an enum', `enum E { A = ${'(() => '.repeat(MANY)}1${')()'.repeat(MANY)} }`],
    ['nested namespaces', `${'namespace N { export const x = 1; '.repeat(MANY)}${'}'.repeat(MANY)}`],
    ['a dotted namespace', `namespace ${'N.'.repeat(MANY)}N { export const x = 1 }`],
    ['nested classes', `${'new class { constructor(public x = '.repeat(2000)}1${') {} }'.repeat(2000)}`],
    ['a chain of constants', `const c0 = 1; ${many(i => `const c${i + 1} = c${i} + 1;`)} enum E { A = c${MANY} }`],
    ['strings that double', `enum E { A0 = 'xxxxxxxx', ${many(i => `A${i + 1} = A${i} + A${i},`, 60)} }`],
    ['a long name', `enum ${'N'.repeat(100_000)} { ${many(i => `A${i},`)} }`],
    ['far names', `namespace N { export let x = 1; ${'{'.repeat(MANY)}${'x;'.repeat(MANY)}${'}'.repeat(MANY)} }`],
    ['a circle', 'namespace N { export import a = N.b; export import b = N.a; f() } import c = N.a.b; enum E { A = c }'],
    ['many members', `enum E { ${many(i => `A${i},`, 50_000)} } return E.A49999`],
  ])('is taken or refused, and nothing breaks: %s', (_, source) => {
    expect(outcome(source)).toMatch(/^(taken|refused)$/u)
  })
})
