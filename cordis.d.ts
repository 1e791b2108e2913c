/**
 * The DSH plugin: the runtime of the root entry as the service `ctx.codeRuntime`.
 *
 * ```yaml
 * - id: code-runtime
 *   name: dsh-code-runtime-native/cordis
 *   config: { computeMs: 60000 }
 * ```
 *
 * @packageDocumentation
 */
import type { Context } from '@deepseek-ai/cordis'
import { CodeRuntime } from '@deepseek-ai/dsh-code-runtime'
import type Schema from '@deepseek-ai/schemastery'
import type { CodeRunRequest, CodeRunResult, RuntimeStats, WorkerThreadCodeRuntimeConfig } from './index.js'

/** The row's `config`, with the fields of the stock runtime and more. Every field is optional. */
export type Config = WorkerThreadCodeRuntimeConfig

/**
 * Registers `ctx.codeRuntime`. The end of the plugin's fiber is {@link WorkerThreadCodeRuntime.dispose}.
 *
 * It behaves as the root entry's class of the same name does; see there for what each member promises.
 */
export class WorkerThreadCodeRuntime extends CodeRuntime {
  /** The fields with their types, defaults and descriptions. What schemastery lets through, the constructor checks. */
  static Config: Schema<Config>

  /** @throws {TypeError} for a configuration that is not valid, an unknown field included. */
  constructor(ctx: Context, config?: Config)

  override readonly language: 'typescript'
  override readonly isolation: 'worker-thread'

  /** Runs one program. */
  override run(request: CodeRunRequest): Promise<CodeRunResult>

  /** Boots the standby workers ahead of the first run. */
  warm(): Promise<void>

  /** What this runtime has done since it was constructed. */
  stats(): RuntimeStats

  /** Ends every run under way and resolves when the workers are gone. */
  dispose(): Promise<void>

  /** The same as {@link dispose}. */
  [Symbol.asyncDispose](): Promise<void>
}

export default WorkerThreadCodeRuntime
