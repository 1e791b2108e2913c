import { describe, expect, it } from 'vitest'
import { FIELDS, resolveConfig } from '../../js/config.js'

describe('configuration', () => {
  it('has the documented defaults', () => {
    expect(resolveConfig()).toEqual({ computeMs: 60_000, maxWallMs: 600_000, maxOutputBytes: 67_108_864, maxOldGenerationSizeMb: 512, maxExternalMb: 1024, standbyWorkers: 1, typescript: 'strip', teardownGraceMs: 250, completionNotes: false })
    expect(resolveConfig({})).toEqual(resolveConfig())
  })

  it('keeps what is given and cannot be changed afterwards', () => {
    const given = { computeMs: 0.5, standbyWorkers: 0, teardownGraceMs: 0 }
    const config = resolveConfig(given)
    given.computeMs = 7
    expect(config).toMatchObject({ computeMs: 0.5, standbyWorkers: 0, teardownGraceMs: 0 })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('names an unknown field and those that are known', () => {
    expect(() => resolveConfig({ maxwallMs: 5 })).toThrow(new RegExp(`config\\.maxwallMs.*${Object.keys(FIELDS).join('.*')}`))
  })

  it('survives values that cannot be rendered', () => {
    for (const value of [Object.create(null), Symbol('s'), { toString() { throw 1 } }, new Proxy({}, { get() { throw 1 } })]) {
      expect(() => resolveConfig({ computeMs: value })).toThrow(/config\.computeMs must be a positive number/)
    }
  })
})
