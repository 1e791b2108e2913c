import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { EXIT_STATUS } from './exit-status.js'
import { describeRecord } from './record.js'
import { abortOnSignals } from './signals.js'
import { writeError, writeForeign, writeOutput } from './streams.js'
import { loadTools } from './tools.js'
import { UsageError } from './usage-error.js'
import { toJsonLine, toJsonPage } from './value.js'

/** @import { CodeBindingNamespace, CodeRunResult, RunEndRecord } from '../../index.js' */
/** @import { WorkerThreadCodeRuntimeConfig } from '../../index.js' */
/** @import { RunInvocation } from './invocation.js' */

const RUN_END_CHANNEL = 'dsh-code-runtime-native:run:end'

/**
 * @param {RunInvocation} invocation
 * @returns {Promise<number>} the exit status
 */
export async function runProgram(invocation) {
  const bindings = await loadTools(invocation.toolModules)
  const program = await readProgram(invocation.program)
  const interrupt = abortOnSignals()
  const { result, record } = await runOnce(invocation, { program, bindings, signal: interrupt.signal })
  interrupt.release()
  await (invocation.asJson ? writeJson(result, record) : writePage(invocation, result, record))
  if (result.error === undefined) return EXIT_STATUS.completed
  return result.error.kind === 'abort' ? EXIT_STATUS[interrupt.receivedSignal()] : EXIT_STATUS[result.error.kind]
}

/**
 * @param {string} path
 * @returns {Promise<string>}
 */
async function readProgram(path) {
  try {
    return await (path === '-' ? readAll(process.stdin) : readFile(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`cannot read the program: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * @param {RunInvocation} invocation
 * @param {{ program: string, bindings: CodeBindingNamespace[], signal: AbortSignal }} request
 * @returns {Promise<{ result: CodeRunResult, record: RunEndRecord | undefined }>}
 */
async function runOnce(invocation, request) {
  /** @type {RunEndRecord | undefined} */
  let record
  const keepRecord = (/** @type {unknown} */ message) => (record = /** @type {RunEndRecord} */ (message))
  if (invocation.withStats) subscribe(RUN_END_CHANNEL, keepRecord)
  const runtime = await createRuntime(invocation.config)
  try {
    const result = await runtime.run(invocation.asJson ? request : { ...request, onLog: writeForeign })
    return { result, record }
  } catch (error) {
    // Misuse, of which only the names that the tools chose can be the cause here.
    throw error instanceof TypeError ? new UsageError(error.message) : error
  } finally {
    await runtime.dispose()
    unsubscribe(RUN_END_CHANNEL, keepRecord)
  }
}

/** @param {WorkerThreadCodeRuntimeConfig} config */
async function createRuntime(config) {
  // Loaded late: `--help` and mistakes in the command line need no native addon.
  const { WorkerThreadCodeRuntime } = await import('../index.js')
  try {
    // One run has no use for a worker booted for the next.
    return new WorkerThreadCodeRuntime({ standbyWorkers: 0, ...config })
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error
  }
}

/**
 * @param {CodeRunResult} result
 * @param {RunEndRecord | undefined} record
 */
async function writeJson(result, record) {
  await writeOutput(`${toJsonLine(record === undefined ? result : { ...result, record })}\n`)
}

/**
 * @param {RunInvocation} invocation
 * @param {CodeRunResult} result
 * @param {RunEndRecord | undefined} record
 */
async function writePage(invocation, result, record) {
  if (result.value !== undefined) await writeOutput(`${toJsonPage(result.value)}\n`)
  if (result.error !== undefined) {
    const name = invocation.program === '-' ? 'standard input' : invocation.program
    await writeForeign(`${name}: ${result.error.kind}\n${result.error.message}`)
  } else if (result.value === undefined && result.logs.length === 0) {
    await writeError('(no value, no logs)\n')
  }
  if (record !== undefined) await writeError(describeRecord(record))
}
