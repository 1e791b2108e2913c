import { Script, constants } from 'node:vm'
import { ObjectDefineProperty, PromiseThen, dataDescriptor } from '../intrinsics.js'
import { describeFailure } from './failure.js'
import { PROGRAM_FILE } from './stack.js'

/**
 * Runs the program and sends its end.
 * @param {import('../protocol.js').StartMessage} start
 * @param {import('./output.js').Output} output
 * @param {import('./calls.js').Calls} calls
 */
export function startProgram(start, output, calls) {
  try {
    const shadowed = defineGlobals(calls.globals(start.namespaces))
    const program = compile(start.code, shadowed.names)
    const completion = program(...shadowed.values)
    // Undefined, a constructor lets `then` make a plain promise, whatever the program did to Promise.
    ObjectDefineProperty(completion, 'constructor', dataDescriptor(undefined))
    PromiseThen(completion, (value) => output.done(value), (error) => output.fail('exception', describeFailure(error)))
  } catch (error) {
    output.fail('exception', describeFailure(error))
  }
}

/**
 * Defines what the program sees as globals. Names that a realm does not give away (`undefined`, `NaN`) come back: they are
 * parameters of the program instead.
 * @param {readonly { name: string, value: unknown }[]} globals
 */
function defineGlobals(globals) {
  /** @type {{ names: string[], values: unknown[] }} */
  const shadowed = { names: [], values: [] }
  for (const { name, value } of globals) {
    try {
      Object.defineProperty(globalThis, name, dataDescriptor(value))
    } catch {
      shadowed.names.push(name)
      shadowed.values.push(value)
    }
  }
  return shadowed
}

/**
 * The program as the body of a strict async function whose positions are those of the source: the function's head stands
 * before column 1 of the program's first line.
 * @param {string} code
 * @param {readonly string[]} parameters
 * @returns {(...values: unknown[]) => Promise<unknown>}
 */
function compile(code, parameters) {
  const head = `(async function(${parameters.join()}){"use strict";`
  const script = new Script(`${head}${code}\n})`, {
    filename: PROGRAM_FILE,
    columnOffset: -head.length,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return script.runInThisContext()
}
