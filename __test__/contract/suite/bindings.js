import { describe, expect, it } from 'vitest'
import { DUNDER_MEMBER, PORTABLE_RESERVED_WORDS, RESERVED_BINDING_GLOBALS, RESERVED_ERROR_MEMBERS } from '../../../js/index.js'
import { forbidden, tools, useRuntime } from './backend.js'

const answer = async () => 'answer'
const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'then', 'a b', '', '0', '-1', 'ünï', '\ud800', 'name', 'prototype', 'toJSON']

/** What strict code of a module may not name a variable. */
const ECMASCRIPT_WORDS = 'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(' ')
/** Hard and soft keywords. */
const PYTHON_WORDS = 'False None True _ and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try type while with yield'.split(' ')

/** @param {import('./backend.js').Backend} backend */
export function bindings(backend) {
  describe('namespaces', () => {
    const run = useRuntime(backend)

    it('are objects without a prototype, their members own, enumerable and not writable, in declaration order', async () => {
      const source = `
        const look = Object.getOwnPropertyDescriptors(tools)
        const writes = Object.keys(tools).map((name) => { try { tools[name] = 1; return 'written' } catch (error) { return error.name } })
        return [Object.getPrototypeOf(tools), Object.keys(tools), Object.values(look).map(({ enumerable, writable }) => [enumerable, writable]), writes]`
      const { value } = await run(source, { bindings: tools({ zeta: answer, alpha: answer, mid: answer }) })
      expect(value).toEqual([null, ['zeta', 'alpha', 'mid'], [[true, false], [true, false], [true, false]], Array(3).fill('TypeError')])
    })

    it('take any string as a member', async () => {
      const functions = Object.fromEntries(ODD_NAMES.filter((name) => name !== 'then').map((name) => [name, async () => `called ${name}`]))
      const source = `
        const answers = []
        for (const name of Object.keys(tools)) answers.push([name, await tools[name]({})])
        return answers`
      const { value } = await run(source, { bindings: tools(functions) })
      expect(value).toEqual(Object.keys(functions).map((name) => [name, `called ${name}`]))
    })

    it('offer own members only', async () => {
      const functions = Object.assign(Object.create({ inherited: answer }), { own: answer })
      const { value } = await run('return [Object.keys(tools), typeof tools.inherited, typeof tools.toString, await tools.own({})]', { bindings: tools(functions) })
      expect(value).toEqual([['own'], 'undefined', 'undefined', 'answer'])
    })

    it('answer what is no function as unknown binding', async () => {
      const functions = forbidden({ text: 'x', nothing: null, object: { call: answer } })
      const source = 'const messages = []; for (const name of Object.keys(tools)) await tools[name]({}).catch((error) => messages.push(error.message)); return messages'
      const { value } = await run(source, { bindings: tools(functions) })
      expect(value).toEqual(['text', 'nothing', 'object'].map((name) => `unknown binding "tools.${name}"`))
    })

    it('are several, with an error class each', async () => {
      const list = [
        { global: 'a', functions: { f: async () => 'a.f' }, errorClass: { name: 'AError', memberNameProperty: 'm' } },
        { global: 'b', functions: { f: async () => { throw new Error('b.f') } }, errorClass: { name: 'BError', memberNameProperty: 'n' } },
        { global: 'c', functions: {} },
      ]
      const source = 'const error = await b.f({}).catch((e) => e); return [await a.f({}), error instanceof BError, error instanceof AError, error.n, Object.keys(c)]'
      expect((await run(source, { bindings: list })).value).toEqual(['a.f', true, false, 'f', []])
    })

    it.each(['process', 'Object', 'Promise', 'Error', 'Array', 'JSON', 'Symbol', 'undefined', 'NaN', 'globalThis', 'require', 'Buffer', 'setTimeout', 'Reflect', 'program', '_a', '$'.replace('$', 'S')])('may be called %s', async (global) => {
      const list = [{ global, functions: { f: async (/** @type {any} */ x) => x } }, { global: 'other', functions: { f: answer, g: async () => { throw new Error('no') } } }]
      const result = await run(`console.log('on'); let message = ''; try { await other.g({}) } catch (error) { message = error.message } return [await ${global}.f({ a: [1] }), await other.f({}), message]`, { bindings: list })
      expect(result).toStrictEqual({ value: [{ a: [1] }, 'answer', 'no'], logs: ['on'] })
    })

    it('pass one argument, and nothing but it', async () => {
      /** @type {unknown[][]} */
      const seen = []
      const list = [{ global: 'tools', functions: { async f(/** @type {unknown[]} */ ...all) { seen.push(all); return null } } }]
      await run('await tools.f({ a: 1 }, 2, 3)', { bindings: list })
      expect(seen).toEqual([[{ a: 1 }]])
    })

    it("give the host data of its own realm and of its own", async () => {
      /** @type {any[]} */
      const seen = []
      await run('const shared = [1]; await tools.f({ a: shared, b: shared, __proto__: null })', { bindings: tools({ async f(args) { seen.push(args); return null } }) })
      expect(Object.getPrototypeOf(seen[0])).toBe(Object.prototype)
      expect(Array.isArray(seen[0].a)).toBe(true)
      expect(seen[0].a).not.toBe(seen[0].b)
    })
  })

  describe('names that may be injected', () => {
    /** @param {unknown} list */
    async function rejection(list) {
      const runtime = backend.create({ standbyWorkers: 0 })
      const failure = await runtime.run({ program: 'return 1', bindings: forbidden(list) }).then(() => undefined, (error) => error)
      expect(runtime.stats().workers.booted).toBe(0)
      await runtime.dispose()
      return failure
    }
    /** @param {unknown} global */
    const namespace = (global) => [{ global, functions: {} }]
    /** @param {unknown} name @param {unknown} [memberNameProperty] */
    const withError = (name, memberNameProperty = 'tool') => [{ global: 'tools', functions: {}, errorClass: { name, memberNameProperty } }]

    it('are exported as sets', () => {
      expect([...ECMASCRIPT_WORDS, ...PYTHON_WORDS].filter((word) => !PORTABLE_RESERVED_WORDS.has(word))).toEqual([])
      expect([...RESERVED_BINDING_GLOBALS].toSorted()).toEqual(['__builtins__', '__debug__', '__dsh_main__', '__name__', 'console'])
      expect([...RESERVED_ERROR_MEMBERS].toSorted()).toEqual(['add_note', 'args', 'message', 'name', 'stack', 'with_traceback'])
      expect([DUNDER_MEMBER.test('__x__'), DUNDER_MEMBER.test('x')]).toEqual([true, false])
    })

    it('are ASCII identifiers', async () => {
      for (const name of ['', '1a', 'a-b', 'a b', 'ä', '$', 'a.b', 'a\n', ' a', 5, null, undefined, {}]) {
        expect((await rejection(namespace(name))).message).toMatch(/is not a usable identifier/)
        expect((await rejection(withError(name))).message).toMatch(/is not a usable identifier/)
      }
    })

    it('are no reserved words', async () => {
      for (const name of PORTABLE_RESERVED_WORDS) {
        expect((await rejection(namespace(name))).message).toMatch(/is not a usable identifier/)
        expect((await rejection(withError(name))).message).toMatch(/is not a usable identifier/)
      }
    })

    it('are no slot of a backend', async () => {
      for (const name of RESERVED_BINDING_GLOBALS) {
        expect((await rejection(namespace(name))).message).toMatch(/reserved binding global/)
        expect((await rejection(withError(name))).message).toMatch(/reserved binding global/)
      }
    })

    it('are different', async () => {
      expect((await rejection([...namespace('a'), ...namespace('a')])).message).toMatch(/duplicate binding global "a"/)
      expect((await rejection(withError('tools'))).message).toMatch(/duplicate injected global "tools"/)
      expect((await rejection([{ global: 'a', functions: {}, errorClass: { name: 'E', memberNameProperty: 'm' } }, { global: 'b', functions: {}, errorClass: { name: 'E', memberNameProperty: 'm' } }])).message).toMatch(/duplicate injected global "E"/)
      expect((await rejection([{ global: 'a', functions: {}, errorClass: { name: 'b', memberNameProperty: 'm' } }, ...namespace('b')])).message).toMatch(/duplicate injected global "b"/)
    })

    it('of a member property are usable', async () => {
      for (const property of ['', ...RESERVED_ERROR_MEMBERS, '__x__', '__proto__', '__class__', 5, undefined, null]) {
        expect((await rejection([{ global: 'tools', functions: {}, errorClass: { name: 'E', memberNameProperty: property } }])).message).toMatch(/member property .* is not usable/)
      }
    })

    it('reject with a TypeError', async () => {
      expect(await rejection(namespace('1'))).toBeInstanceOf(TypeError)
    })
  })
}
