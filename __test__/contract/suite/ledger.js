import { describe, expect, it } from 'vitest'
import { tools } from './backend.js'

const bytes = (/** @type {unknown} */ value) => Buffer.byteLength(JSON.stringify(value))

/** @param {import('./backend.js').Backend} backend */
export function ledger(backend) {
  /** @param {number} maxOutputBytes @param {string} program @param {Partial<import('./backend.js').Request>} [rest] */
  async function runWith(maxOutputBytes, program, rest) {
    const runtime = backend.create({ maxOutputBytes })
    const result = await runtime.run({ program, bindings: [], ...rest })
    await runtime.dispose()
    return result
  }
  /** The entry that is cut may be any of a text's prefixes between code points. @param {string[]} all @param {string[]} logs @param {number} room */
  function expectLongestPrefix(all, logs, room) {
    expect(bytes(logs)).toBeLessThanOrEqual(room)
    const last = logs.length - 1
    expect(logs.slice(0, last)).toEqual(all.slice(0, Math.max(0, last)))
    if (last >= 0) expect(all[last]?.startsWith(/** @type {string} */ (logs[last]))).toBe(true)
    for (const text of logs) expect(Buffer.from(text).toString()).toBe(text)
    if (bytes(all) <= room) {
      expect(logs).toEqual(all)
      return
    }
    const cut = logs[last] ?? ''
    const rest = last >= 0 && cut !== all[last] ? [...logs.slice(0, last), cut + String.fromCodePoint(/** @type {number} */ (all[last]?.codePointAt(cut.length)))] : [...logs, String.fromCodePoint(all[logs.length]?.codePointAt(0) ?? 0x20)]
    expect(bytes(rest)).toBeGreaterThan(room)
  }

  describe('output ledger', () => {
    /** @type {[string, string, string[], unknown][]} */
    const cases = [
      ['a value alone', 'return { a: "x".repeat(100) }', [], { a: 'x'.repeat(100) }],
      ['logs alone', 'console.log("x".repeat(50)); console.log("y".repeat(50))', ['x'.repeat(50), 'y'.repeat(50)], undefined],
      ['logs and a value', 'console.log("abc"); console.log("é😀\\n\\""); return [1, "😀", null, 1e21]', ['abc', 'é😀\n"'], [1, '😀', null, 1e21]],
      ['text of many bytes', 'console.log("\\u0001\\u2028é€😀\\\\".repeat(20)); return "\\ud800".repeat(9)', ['\u0001\u2028é€😀\\'.repeat(20)], '\ud800'.repeat(9)],
      ['a number in the long form', 'return Array(9).fill([1e300, 5e-324, 123456789.125])', [], Array.from({ length: 9 }, () => [1e300, 5e-324, 123456789.125])],
      ['empty entries', 'for (let n = 0; n < 20; n++) console.log()', Array(20).fill(''), undefined],
    ]

    it.each(cases)('returns everything at exactly the cap, and fails one byte over it: %s', async (_, program, logs, value) => {
      const size = bytes(logs) + (value === undefined ? 0 : bytes(value))
      expect(await runWith(size, program)).toStrictEqual(value === undefined ? { logs } : { value, logs })
      const over = await runWith(size - 1, program)
      const message = `outer output exceeded ${size - 1} bytes`
      expect(over.error).toEqual({ kind: 'output-limit', message })
      expect('value' in over).toBe(false)
      expectLongestPrefix(logs, over.logs, size - 1 - bytes(message))
    })

    it('cuts the last entry between code points, at every cap', async () => {
      const text = 'é😀€x'.repeat(12)
      for (let cap = 50; cap < 62; cap++) {
        const { logs, error } = await runWith(cap, `console.log(${JSON.stringify(text)})`)
        const message = `outer output exceeded ${cap} bytes`
        expect(error).toEqual({ kind: 'output-limit', message })
        expectLongestPrefix([text], logs, cap - bytes(message))
      }
    })

    it('counts a failure\'s message, and lets it give way to the limit', async () => {
      const program = 'console.log("abc"); throw { name: "E", message: "m".repeat(100) }'
      const whole = await runWith(10_000, program)
      const size = bytes(whole.logs) + bytes(whole.error?.message)
      expect(await runWith(size, program)).toStrictEqual(whole)
      const over = await runWith(size - 1, program)
      expect(over).toStrictEqual({ logs: ['abc'], error: { kind: 'output-limit', message: `outer output exceeded ${size - 1} bytes` } })
    })

    it('holds for failures before a worker is used', async () => {
      for (const cap of [4, 5, 20, 35]) {
        const { logs, error } = await runWith(cap, 'let x = = 5 // what is this')
        expect([logs, error?.kind]).toEqual([[], 'output-limit'])
        expect(bytes(logs) + bytes(error?.message)).toBeLessThanOrEqual(cap)
        expect(`outer output exceeded ${cap} bytes`.startsWith(error?.message ?? '?')).toBe(true)
      }
    })

    it.each(['return "a long enough value"', 'console.log("a"); console.log("b"); console.log("c"); for (;;);', 'throw new Error("x")', 'process.exit(1)', 'return [undefined]'])('holds at the least cap: %s', async (program) => {
      const { logs, error } = await runWith(4, program)
      expect(error?.kind).toBe('output-limit')
      expect(bytes(logs) + bytes(error?.message)).toBeLessThanOrEqual(4)
    })

    it('holds for what a program is ended with from outside', async () => {
      const runtime = backend.create({ maxOutputBytes: 60, computeMs: 30 })
      const { logs, error } = await runtime.run({ program: 'console.log("x".repeat(40)); for (;;);', bindings: [] })
      expect(bytes(logs) + bytes(error?.message)).toBeLessThanOrEqual(60)
      expect(error).toEqual({ kind: 'output-limit', message: 'outer output exceeded 60 bytes' })
      await runtime.dispose()
    })

    it('holds for an abort reason', async () => {
      const { logs, error } = await runWith(40, 'console.log("a"); await new Promise(() => {})', { signal: AbortSignal.abort('r'.repeat(1000)) })
      expect(error).toEqual({ kind: 'output-limit', message: 'outer output exceeded 40 bytes' })
      expect(logs).toEqual([])
    })

    it('ends a program that logs for ever', async () => {
      const { logs, error } = await runWith(100_000, 'for (;;) console.log("tick")')
      expect(error?.kind).toBe('output-limit')
      expectLongestPrefix(Array(20_000).fill('tick'), logs, 100_000 - bytes(error?.message))
    })

    it('counts what goes through the pipes', async () => {
      const program = 'const { _write } = Object.getPrototypeOf(process.stdout); for (;;) await new Promise((done) => { _write.call(process.stdout, "x".repeat(1000), "utf8", () => {}); setImmediate(done) })'
      const { logs, error } = await runWith(10_000, program)
      expect(error?.kind).toBe('output-limit')
      expect(bytes(logs) + bytes(error?.message)).toBeLessThanOrEqual(10_000)
    })

    it('does not count what calls carry', async () => {
      const { value } = await runWith(100, 'const text = await tools.f("x".repeat(1_000_000)); return text.length', { bindings: tools({ f: async (x) => x }) })
      expect(value).toBe(1_000_000)
    })

    it('never lets what is over the cap reach the listener', async () => {
      let told = 0
      const { error } = await runWith(1000, 'for (let n = 0; n < 100; n++) console.log("x".repeat(100))', { onLog: (text) => { told += text.length } })
      expect(error?.kind).toBe('output-limit')
      expect(told).toBeLessThan(1000)
    })
  })
}
