import { describe } from './describe.js'

/** Longest delay of a Node.js timer, in milliseconds; a longer one fires at once. */
export const MAX_TIMER_MS = 2_147_483_647

/** Least `maxOutputBytes`: the brackets of an empty log and an empty completion. */
const MIN_OUTPUT_BYTES = 4

/**
 * A rule: what a valid value is, in the words of the error, and the test.
 * @typedef {{ isValid: (value: any) => boolean, rule: string }} Rule
 */

/** @type {Rule} */
const POSITIVE = { isValid: (value) => typeof value === 'number' && Number.isFinite(value) && value > 0, rule: 'a positive number' }
/** @type {Rule} */
const TIMER = { isValid: (value) => value <= MAX_TIMER_MS, rule: `at most ${MAX_TIMER_MS}` }

/**
 * Every field: its default and its rules, the first broken one of which is named. The contract of each is in `index.d.ts`.
 * @type {{ readonly [field in keyof Required<Config>]: { readonly value: Required<Config>[field], readonly rules: readonly Rule[] } }}
 */
export const FIELDS = {
  computeMs: { value: 60_000, rules: [POSITIVE] },
  maxWallMs: { value: 600_000, rules: [POSITIVE, TIMER] },
  maxOutputBytes: { value: 67_108_864, rules: [{ isValid: (value) => Number.isSafeInteger(value) && value >= MIN_OUTPUT_BYTES, rule: `a safe integer of at least ${MIN_OUTPUT_BYTES}` }] },
  maxOldGenerationSizeMb: { value: 512, rules: [POSITIVE] },
  maxExternalMb: { value: 1024, rules: [POSITIVE] },
  standbyWorkers: { value: 1, rules: [{ isValid: (value) => Number.isSafeInteger(value) && value >= 0, rule: 'a non-negative integer' }] },
  typescript: { value: 'strip', rules: [{ isValid: (value) => value === 'strip' || value === 'transform', rule: "'strip' or 'transform'" }] },
  teardownGraceMs: { value: 250, rules: [{ isValid: (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0, rule: 'a non-negative number' }, TIMER] },
  completionNotes: { value: false, rules: [{ isValid: (value) => typeof value === 'boolean', rule: 'a boolean' }] },
}

/** @typedef {import('../index.d.ts').WorkerThreadCodeRuntimeConfig} Config */

/**
 * @param {unknown} given
 * @returns {Readonly<Required<Config>>} all fields
 * @throws {TypeError} naming the field, the rule and the value
 */
export function resolveConfig(given = {}) {
  if (typeof given !== 'object' || given === null) throw new TypeError(`config must be an object, got ${describe(given)}`)
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(FIELDS, key)) throw new TypeError(`config.${key} is not a known field; known are ${Object.keys(FIELDS).join(', ')}`)
  }
  const config = Object.fromEntries(Object.entries(FIELDS).map(([key, { value, rules }]) => {
    const field = /** @type {Record<string, unknown>} */ (given)[key]
    const chosen = field === undefined ? value : field
    const broken = rules.find(({ isValid }) => !isValid(chosen))
    if (broken !== undefined) throw new TypeError(`config.${key} must be ${broken.rule}, got ${describe(chosen)}`)
    return [key, chosen]
  }))
  return Object.freeze(/** @type {Required<Config>} */ (config))
}
