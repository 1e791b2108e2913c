import { Context } from '@deepseek-ai/cordis'
import { InvariantRegistry } from '@deepseek-ai/dsh-invariants'
import { describe, expect, it } from 'vitest'
import * as invariant from 'dsh-code-runtime-native/invariant'

describe('the invariant companion', () => {
  it('claims the name of the package, and gives it up with its fiber', async () => {
    const ctx = new Context()
    await ctx.plugin(InvariantRegistry)
    const fiber = await ctx.plugin(invariant)
    expect(() => ctx.invariants.register('dsh-code-runtime-native', () => {})).toThrow('already registered')
    await fiber.dispose()
    await ctx.invariants.register('dsh-code-runtime-native', () => {})
    await ctx.fiber.dispose()
  })
})
