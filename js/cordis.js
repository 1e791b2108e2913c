/** The DSH plugin: the runtime of the root entry as the service `ctx.codeRuntime`. */
import { CodeRuntime } from '@deepseek-ai/dsh-code-runtime'
import Schema from '@deepseek-ai/schemastery'
import { FIELDS } from './config.js'
import { WorkerThreadCodeRuntime as StandaloneRuntime } from './index.js'

/**
 * @import { Context } from '@deepseek-ai/cordis'
 * @import { CodeRunRequest, CodeRunResult, RuntimeStats, WorkerThreadCodeRuntimeConfig } from '../index.js'
 */

/**
 * The fields and their types, for DSH's loader and its settings. What values a field takes is checked, once for both
 * ways in, by the runtime that the fields are handed to; so are unknown fields, which this schema lets through.
 */
const CONFIG_SCHEMA = Schema.object({
  computeMs: Schema.number()
    .default(FIELDS.computeMs.value)
    .description('Busy time that a program may use, in milliseconds. Waiting for a tool costs nothing.'),
  maxWallMs: Schema.number()
    .default(FIELDS.maxWallMs.value)
    .description('The longest time that a run may take, in milliseconds, waiting included. At most 2147483647.'),
  maxOutputBytes: Schema.number()
    .default(FIELDS.maxOutputBytes.value)
    .description('The most that logs and the completion value of a run may hold together, in bytes of JSON. At least 4.'),
  maxOldGenerationSizeMb: Schema.number()
    .default(FIELDS.maxOldGenerationSizeMb.value)
    .description('The JavaScript heap that a program may use, in mebibytes.'),
  maxExternalMb: Schema.number()
    .default(FIELDS.maxExternalMb.value)
    .description('The memory outside the JavaScript heap that a program may use (array buffers and the like), in mebibytes.'),
  standbyWorkers: Schema.number()
    .default(FIELDS.standbyWorkers.value)
    .description('How many workers are kept booted ahead, each for one run. 0 turns it off.'),
  typescript: Schema.union([
    Schema.const('strip').description('Remove types; take erasable syntax only.'),
    Schema.const('transform').description('Also run enums, namespaces and parameter properties.'),
  ])
    .default(FIELDS.typescript.value)
    .description('What becomes of TypeScript.'),
  teardownGraceMs: Schema.number()
    .default(FIELDS.teardownGraceMs.value)
    .description('How long a result waits for its worker to have exited, in milliseconds.'),
  completionNotes: Schema.boolean()
    .default(FIELDS.completionNotes.value)
    .description('Whether a run that ends well without a value and without logs gets a log entry that says why.'),
})

/** See `cordis.d.ts`. */
export class WorkerThreadCodeRuntime extends CodeRuntime {
  static Config = CONFIG_SCHEMA

  language = /** @type {const} */ ('typescript')
  isolation = /** @type {const} */ ('worker-thread')

  /**
   * @param {Context} ctx
   * @param {WorkerThreadCodeRuntimeConfig} [config]
   */
  constructor(ctx, config) {
    super(ctx)
    // An ordinary property: consumers hold a proxy of this service, through which `#private` members are out of reach.
    this.runtime = new StandaloneRuntime(config)
    ctx.effect(() => () => this.runtime.dispose(), 'dsh-code-runtime-native')
  }

  /**
   * @override
   * @param {CodeRunRequest} request
   * @returns {Promise<CodeRunResult>}
   */
  run(request) {
    return this.runtime.run(request)
  }

  /** @returns {Promise<void>} */
  warm() {
    return this.runtime.warm()
  }

  /** @returns {RuntimeStats} */
  stats() {
    return this.runtime.stats()
  }

  /** @returns {Promise<void>} */
  dispose() {
    return this.runtime.dispose()
  }

  /** @returns {Promise<void>} */
  [Symbol.asyncDispose]() {
    return this.runtime.dispose()
  }
}

export default WorkerThreadCodeRuntime
