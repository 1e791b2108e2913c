/** The companion that DSH mounts beside this package when it checks invariants at run time. */

/**
 * @import { Context } from '@deepseek-ai/cordis'
 * @import { InvariantRegistry } from '@deepseek-ai/dsh-invariants'
 */

const PACKAGE_NAME = 'dsh-code-runtime-native'

export const name = 'code-runtime-native-invariant'

export const inject = ['invariants']

/**
 * No runtime invariant: what this package promises about a run, one settlement and nothing carried over to the next, it
 * enforces inside `run()`, where no event of the host's context could tell more.
 */
function install() {}

/**
 * Claims the package's name with the registry of invariants.
 *
 * @param {Context & { invariants: InvariantRegistry }} ctx
 * @returns {Promise<() => void>} gives the name up again
 */
export async function apply(ctx) {
  return ctx.invariants.register(PACKAGE_NAME, install)
}
