/** Checked by `tsc`, never run: the types of the plugin are those of its peer, both ways. */
import type { Context } from '@deepseek-ai/cordis'
import type * as peer from '@deepseek-ai/dsh-code-runtime'
import DefaultExport, { WorkerThreadCodeRuntime, type Config } from 'dsh-code-runtime-native/cordis'
import { apply, inject, name } from 'dsh-code-runtime-native/invariant'
import type * as root from 'dsh-code-runtime-native'
import * as implementation from '../../js/cordis.js'
import * as companion from '../../js/invariant.js'

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : never) : never

export const request: Same<root.CodeRunRequest, peer.CodeRunRequest> = true
export const result: Same<root.CodeRunResult, peer.CodeRunResult> = true
export const failure: Same<root.CodeRunFailure, peer.CodeRunFailure> = true
export const namespace: Same<root.CodeBindingNamespace, peer.CodeBindingNamespace> = true
export const errorClass: Same<root.CodeBindingErrorClass, peer.CodeBindingErrorClass> = true
export const bindingFunction: Same<root.CodeBindingFunction, peer.CodeBindingFunction> = true
export const json: Same<root.CodeJsonValue, peer.CodeJsonValue> = true

// What is declared is what is implemented.
export const plugin: typeof import('dsh-code-runtime-native/cordis') = implementation
export const invariant: typeof import('dsh-code-runtime-native/invariant') = companion

export function asPeer(service: WorkerThreadCodeRuntime): peer.CodeRuntime {
  return service
}

export function asStandalone(service: peer.CodeRuntime): root.CodeRuntime {
  return service
}

export async function mount(ctx: Context): Promise<void> {
  const config: Config = { computeMs: 1000, typescript: 'transform' }
  await ctx.plugin(WorkerThreadCodeRuntime, config)
  await ctx.plugin(DefaultExport, {})
  await ctx.plugin({ name, inject, apply })
  // @ts-expect-error computeMs is a number
  await ctx.plugin(WorkerThreadCodeRuntime, { computeMs: '1000' })
}
