/**
 * The companion that DSH mounts beside this package when it checks invariants at run time: it claims the package's name.
 *
 * @packageDocumentation
 */
import type { Context } from '@deepseek-ai/cordis'

/** The plugin's name. */
export const name: 'code-runtime-native-invariant'

/** The services it waits for. */
export const inject: string[]

/**
 * Claims the package's name with the registry of invariants.
 *
 * @returns a promise of a function that gives the name up again
 */
export function apply(ctx: Context): Promise<() => void>
