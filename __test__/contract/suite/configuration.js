import { describe, expect, it } from 'vitest'
import { forbidden } from './backend.js'

const NUMBERS = [0, -1, NaN, Infinity, '5', true, {}, [], 1n, Symbol('n'), () => 1]
const BAD = {
  computeMs: NUMBERS,
  maxWallMs: NUMBERS,
  maxOutputBytes: [...NUMBERS, 3, 4.5, 2 ** 53],
  maxOldGenerationSizeMb: NUMBERS,
  maxExternalMb: NUMBERS,
  standbyWorkers: [-1, 0.5, NaN, Infinity, '1', {}],
  typescript: ['', 'Strip', true, 1, {}],
  teardownGraceMs: [-1, NaN, Infinity, '1', {}],
  completionNotes: [0, 1, 'true', {}],
}
const RULES = {
  computeMs: 'a positive number',
  maxWallMs: 'a positive number',
  maxOutputBytes: 'a safe integer of at least 4',
  maxOldGenerationSizeMb: 'a positive number',
  maxExternalMb: 'a positive number',
  standbyWorkers: 'a non-negative integer',
  typescript: "'strip' or 'transform'",
  teardownGraceMs: 'a non-negative number',
  completionNotes: 'a boolean',
}

/** @param {import('./backend.js').Backend} backend */
export function configuration(backend) {
  describe('configuration', () => {
    for (const [field, values] of Object.entries(BAD)) {
      it.each(values.map((value) => [describeValue(value), value]))(`refuses config.${field} = %s`, (_, value) => {
        const rule = RULES[/** @type {keyof typeof RULES} */ (field)]
        expect(() => backend.create(forbidden({ [field]: value }))).toThrow(`config.${field} must be ${rule}`)
      })
    }

    it.each(['maxWallMs', 'teardownGraceMs'])('refuses config.%s past the longest timer', (field) => {
      expect(() => backend.create({ [field]: 2147483648 })).toThrow(`config.${field} must be at most 2147483647`)
    })

    it('names the value', () => {
      expect(() => backend.create({ computeMs: -7 })).toThrow(/-7/)
      expect(() => backend.create(forbidden({ typescript: 'swc' }))).toThrow(/swc/)
    })

    it('refuses fields that it does not know', () => {
      expect(() => backend.create(forbidden({ computeMS: 5 }))).toThrow(/computeMS/)
    })

    it.each([null, 5, 'config'])('refuses %j as a configuration', (config) => {
      expect(() => backend.create(forbidden(config))).toThrow(TypeError)
    })

    it('takes the least and the greatest values', async () => {
      const runtime = backend.create({ computeMs: Number.MAX_VALUE, maxWallMs: 2147483647, maxOutputBytes: 4, standbyWorkers: 0, teardownGraceMs: 0, typescript: 'strip', completionNotes: false })
      expect(await runtime.run({ program: 'return 42', bindings: [] })).toStrictEqual({ value: 42, logs: [] })
      await runtime.dispose()
    })

    it('takes undefined for a field that is left out', async () => {
      const runtime = backend.create(forbidden({ computeMs: undefined, maxOutputBytes: undefined }))
      expect(await runtime.run({ program: 'return 42', bindings: [] })).toStrictEqual({ value: 42, logs: [] })
      await runtime.dispose()
    })

    it('boots no worker ahead with standbyWorkers 0', async () => {
      const runtime = backend.create({ standbyWorkers: 0 })
      await runtime.warm()
      await runtime.run({ program: 'return 1', bindings: [] })
      expect(runtime.stats().workers).toMatchObject({ booted: 1, standbyReady: 0, standbyBooting: 0 })
      await runtime.dispose()
    })
  })
}

/** @param {unknown} value */
const describeValue = (value) => typeof value === 'object' ? JSON.stringify(value) : typeof value === 'string' ? `'${value}'` : String(value)
