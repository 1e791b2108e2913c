import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stripTypeScript } from '../../js/index.js'
import { stripInBackground, stripNow } from '../../js/strip.js'

/** Each hazard of erasing: [what would go wrong, source, what is left, spaces as dots]. */
const REPAIRS = [
  ['a call over an erased statement', 'f\ntype T = 1\n(x)', 'f\n;.........\n(x)'],
  ['a subscript over an erased statement', 'const a = b\ninterface I {}\n[1].map(g)', 'const a = b\n;.............\n[1].map(g)'],
  ['a template over an erased overload', 'f\nfunction g(): void\n`a`', 'f\n;.................\n`a`'],
  ['a call of what was asserted', 'const a = b as T\n(c)', 'const a = b ;...\n(c)'],
  ['a subscript of a directive', "'use strict'\ntype T = 1\n[1].map(g)", "'use strict'\n;.........\n[1].map(g)"],
  ['a call of the last directive', 'function f() { "a"\n"b" // c\ndeclare let d: T\n(e) }', 'function f() { "a"\n"b" // c\n;...............\n(e) }'],
  ['a subscript of what was asserted', "const a = ['a'] as const\n[1].map(g)", "const a = ['a'] ;.......\n[1].map(g)"],
  ['a statement without a body', 'if (a) type T = 1\nb()', 'if (a) ;.........\nb()'],
  ['`return` without its value', 'return <T>\n(a: T) => a', 'return (..\n.a...) => a'],
  ['`async` without its function', 'f = async <T>\n(a) => a', 'f = async (..\n.a) => a'],
  ['a line break before an arrow', 'f = (a):\nT => a', 'f = (a..\n) => a'],
  ['a line break in a template type before an arrow', 'f = (a): `b${C\n}` => 1', 'f = (a........\n.) => 1'],
  ['a computed field as a subscript', 'class A { a = 1\n private ["b"] = 2 }', 'class A { a = 1\n ;...... ["b"] = 2 }'],
  ['an asserted field as a subscript', 'class A { a = 1 as T\n ["b"] = 2 }', 'class A { a = 1 ;...\n ["b"] = 2 }'],
  ['an erased field between two others', 'class A { a = 1\n declare b: T\n ["c"] = 2 }', 'class A { a = 1\n ;...........\n ["c"] = 2 }'],
  ['a field named `get` as a getter', 'class A { get: T\n a() {} }', 'class A { get;..\n a() {} }'],
  ['a parameter named `this`', 'function f(this: T, a: U) {}', 'function f(........ a...) {}'],
]

describe('what erasing would break and does not', () => {
  it.each(REPAIRS)('%s', (_, source, left) => {
    const stripped = stripTypeScript(source)
    const dots = [...stripped].map((character, at) => (character === ' ' && source[at] !== ' ' ? '.' : character)).join('')
    expect(dots.replaceAll(/(?<=\.) (?=[.;)])|(?<=;) (?=\.)/g, '.')).toBe(left)
  })
})

describe('what only the checker of the compiler finds wrong, in what is erased', () => {
  it.each([
    ['an optional rest parameter', 'function f(...a?: T[]) {}', 'function f(...a      ) {}'],
    ['an optional rest parameter that is a pattern', 'const f = (...[a] ? : T[]) => a', 'const f = (...[a]        ) => a'],
    ['an optional parameter of a setter', 'class A { set x(v?: T) {} }', 'class A { set x(v    ) {} }'],
    ['a result of a setter', 'class A { set x(v): void {} }', 'class A { set x(v)       {} }'],
    ['type parameters of an accessor', 'class A { get x<T>() { return 1 } }', 'class A { get x   () { return 1 } }'],
    ['type parameters and a result of a constructor', 'class A { constructor<T>(): void {} }', 'class A { constructor   ()       {} }'],
    ['an index signature with two parameters', 'class A { [a: string, b: string]: T }', 'class A {                           }'],
    ['elements of a tuple in another order', 'type T = [a?: A, ...B[], ...C[], d?: D]', '                                       '],
  ])('%s', (_, source, left) => {
    expect(stripTypeScript(source)).toBe(left)
  })
})

describe('positions', () => {
  it.each(['\n', '\r\n', '\r', '\u2028', '\u2029'])('keeps line breaks (%j), and the length, in erased text', newline => {
    const source = `const a: {${newline}  b: 1${newline}} = c${newline}d()`
    const stripped = stripTypeScript(source)
    expect(stripped).toHaveLength(source.length)
    expect(stripped.split(newline)).toHaveLength(4)
    expect(stripped.endsWith(`${newline}d()`)).toBe(true)
  })

  it('keeps astral characters and lone surrogates where they are', () => {
    const source = 'const s: "😀" = "😀\ud83d" as T; f(s!)'
    expect(stripTypeScript(source)).toBe('const s       = "😀\ud83d"     ; f(s )')
  })

  it('blanks what is white space to TypeScript and to no engine, but not in strings, templates, patterns and comments', () => {
    expect(stripTypeScript('\u200bconst a\u200b:\u0085T = 1\u0085')).toBe(' const a     = 1 ')
    const kept = 'f("\u200b", \'\u0085\', `\u200b${a}\u0085`, /\u200b/) // \u200b\n/* \u0085 */'
    expect(stripTypeScript(kept)).toBe(kept)
  })

  it('keeps a byte order mark and other white space', () => {
    expect(stripTypeScript('\ufeffconst a:\u00a0T\u3000= 1')).toBe('\ufeffconst a   \u3000= 1')
  })
})

describe('a body', () => {
  it.each([
    ['top-level return and await', 'return await f()'],
    ['new.target', 'return new.target'],
    ['var and function of one name', 'var f; function f() {} return f'],
    ['using', 'using a = f(); await using b = g()'],
    ['arguments', 'return arguments.length'],
  ])('can have %s', (_, source) => {
    expect(stripTypeScript(source)).toBe(source)
  })

  it.each([
    ['ends it early', '}\nf()\n{'],
    ['leaves its function', '})(); (function () {'],
    ['reads as a comment', 'const a = 1 <!-- b'],
    ['has members of a type that nothing separates', 'let a: { b: C d: E }'],
    ['has such members of an interface', 'interface A { b: C d: E }'],
    ['has a function type without its arrow', 'let a: A<(b: C) D[]>'],
    ['has a constructor type without its arrow', 'let a: new (b: C) D'],
    ['has more than a type in a substitution', 'type A = `${B `c`}`'],
    ['has a signature without a name', 'function (a: T): void'],
    ['has a namespace of declared values', 'namespace N { export declare const x: number }'],
    ['has a namespace in a namespace with declared values', 'namespace N { declare namespace M { const x: number } }'],
  ])('is refused if it %s', (_, source) => {
    expect(() => stripTypeScript(source)).toThrow(SyntaxError)
  })
})

describe('types of functions and templates', () => {
  it.each([
    '(this: A, b?: C, ...d: E[]) => F', 'new () => | A', '<T,>(a: T) => a is (T)', 'abstract new (\n) // a\n => A',
    '({ a, b: [c] }: D) => () => E', '`${A}`', '`a${A /* b */}b${(B)}c${C<D>[\'e\']}`', '`${`${A}` extends infer B ? `${B & string}` : (c: D) => `${E}`}`',
  ])('%s', type => {
    expect(stripTypeScript(`let a: ${type}\n= b`).replaceAll(/\s+/g, ' ')).toBe('let a = b')
  })
})

describe('a module', () => {
  const strip = (/** @type {string} */ source) => stripTypeScript(source, { mode: 'module' })

  it.each([
    ["import type { A } from 'a'", ' '.repeat(26)],
    ["import { type A, b } from 'a'", "import {         b } from 'a'"],
    ["import a, { type B } from 'a'", "import a, {        } from 'a'"],
    ["export type { A } from 'a'", ' '.repeat(26)],
    ["export { type A, b } from 'a'", "export {         b } from 'a'"],
    ["export type A = 1; export const b: A = 1", "                   export const b    = 1"],
    ['export default interface A {}', ' '.repeat(29)],
    ['export abstract class A {}', 'export          class A {}'],
  ])('%s', (source, left) => {
    expect(strip(source)).toBe(left)
  })

  it('can be a script where it has no imports and exports', () => {
    expect(strip('var a: T = 010; with (a) {}')).toBe('var a    = 010; with (a) {}')
    expect(() => strip('export {}; with (a) {}')).toThrow(SyntaxError)
  })
})

describe('plain JavaScript', () => {
  const folders = ['../../js/', '../../scripts/', '../../node_modules/vitest/dist/', '../../node_modules/vite/dist/node/chunks/']
  const files = folders.flatMap(folder => {
    const url = new URL(folder, import.meta.url)
    return readdirSync(url, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.[cm]?js$/.test(name)).map(name => new URL(name, url))
  })

  it('is left as it is', () => {
    let taken = 0
    for (const file of files) {
      const source = readFileSync(file, 'utf8')
      if (source.length > 1_000_000) continue
      expect({ file: file.pathname, isUnchanged: stripTypeScript(source, { mode: 'module' }) === source }).toEqual({ file: file.pathname, isUnchanged: true })
      taken++
    }
    expect(taken).toBeGreaterThan(20)
  })

  it('is what stripping leaves', () => {
    for (const [, source = ''] of REPAIRS) {
      const once = stripTypeScript(source)
      expect(stripTypeScript(once)).toBe(once)
    }
  })
})

describe('sources that would keep a parser busy or overflow its stack', () => {
  it.each([
    '(', '[', '{', 'a=>', 'f<T<', 'f<{[', '(a=', '<T>(a=', '!', 'a.', 'x?', 'if(a)', '`${', 'new ', 'a?b:', 'for(;;)',
    'a\n=>', 'async (', 'f<(a=', 'class A{a=', 'typeof ',
  ])('many of %j are refused', unit => {
    expect(() => stripTypeScript(unit.repeat(200_000))).toThrow(SyntaxError)
  })

  it.each(['f<{[', 'f<{[f<{[x]:1}>+1]:1}>+1;', 'x?(a):b=>', 'f<(a='])('a few of %j are refused as well, or read', unit => {
    for (const count of [20, 60, 2000]) {
      try {
        stripTypeScript(unit.repeat(count))
      } catch (error) {
        expect(error).toBeInstanceOf(SyntaxError)
      }
    }
  })

  it.each([
    ['names nested in many scopes', '{'.repeat(9000) + 'a;'.repeat(100_000) + '}'.repeat(9000)],
    ['`await`s of one another', 'await '.repeat(60_000) + 'a'],
    ['`arguments` in many calls', 'f('.repeat(9000) + 'arguments,'.repeat(80_000) + ')'.repeat(9000)],
  ])('%s are refused', (_, source) => {
    expect(() => stripTypeScript(source)).toThrow(/nested too deeply/)
  })

  it('a list that outgrows the memory for a tree is refused', () => {
    const source = 'async<T>(a='.repeat(14) + '[' + '0,'.repeat(100_000)
    expect(() => stripTypeScript(source)).toThrow(SyntaxError)
  })

  it.each([
    ['types after a statement', 'a\n', 'type A=1\n'],
    ['errors', '', 'let a;'],
    ['errors of literals', '(', '"\\u",'],
  ])('many %s are read, or the first is told', (_, head, unit) => {
    const source = head + unit.repeat(Math.floor(1_000_000 / unit.length))
    let left = ''
    try {
      left = stripTypeScript(source)
    } catch (error) {
      expect(error).toBeInstanceOf(SyntaxError)
    }
    if (left !== '') expect(left).toHaveLength(source.length)
  })

  it('spaces are no matter', () => {
    expect(stripTypeScript(' '.repeat(2_000_000))).toHaveLength(2_000_000)
  })
})

describe('off the main thread', () => {
  it('comes to the same', async () => {
    for (const source of ['const a: T = 1', 'enum E {}', ' '.repeat(3_000_000)]) {
      expect(await stripInBackground(source)).toEqual(stripNow(source))
    }
  })
})

describe('what is no source', () => {
  it('is a type error', () => {
    expect(() => stripTypeScript(/** @type {any} */ (1))).toThrow(TypeError)
    expect(() => stripTypeScript('', /** @type {any} */ ({ mode: 'x' }))).toThrow(TypeError)
  })
})
