/**
 * The contract's tests run against any backend: a suite is a function that takes one and declares its tests.
 */
import { afterAll, beforeAll } from 'vitest'

/** @typedef {import('../../../index.d.ts').WorkerThreadCodeRuntimeConfig} Config */
/** @typedef {import('../../../index.d.ts').CodeRunRequest} Request */
/** @typedef {import('../../../index.d.ts').CodeRunResult} Result */
/** @typedef {import('../../../index.d.ts').CodeBindingFunction} BindingFunction */
/** @typedef {import('../../../index.d.ts').WorkerThreadCodeRuntime} Runtime */
/** @typedef {{ create: (config?: Config) => Runtime }} Backend */
/** @typedef {(program: string, rest?: Partial<Request>) => Promise<Result>} RunProgram */

/**
 * One runtime for the tests of a `describe`, disposed after them.
 * @param {Backend} backend
 * @param {Config} [config]
 * @returns {RunProgram}
 */
export function useRuntime(backend, config) {
  /** @type {Runtime} */
  let runtime
  beforeAll(() => {
    runtime = backend.create(config)
  })
  afterAll(() => runtime.dispose())
  return (program, rest) => runtime.run({ program, bindings: [], ...rest })
}

/**
 * The binding list with one namespace, `tools`.
 * @param {Record<string, (args: any) => any>} functions what tests need not return promises, nor lossless JSON
 */
export const tools = (functions) => [{ global: 'tools', functions: /** @type {Record<string, BindingFunction>} */ (functions) }]

/**
 * As `tools`, with an error class `ToolError`.
 * @param {Record<string, (args: any) => any>} functions
 */
export const toolsWithErrors = (functions) => [{ global: 'tools', functions: /** @type {Record<string, BindingFunction>} */ (functions), errorClass: { name: 'ToolError', memberNameProperty: 'tool' } }]

/** @param {unknown} value @returns {any} a value that the types forbid */
export const forbidden = (value) => value

/** A promise, and the function that resolves it. */
export function deferred() {
  /** @type {(value?: any) => void} */
  let resolve = () => {}
  /** @type {Promise<any>} */
  const promise = new Promise((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
