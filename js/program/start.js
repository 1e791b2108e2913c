import { Script, constants } from 'node:vm'
import { IntrinsicError, ObjectDefineProperty, PromiseThen, dataDescriptor } from '../intrinsics.js'
import { peek } from '../describe.js'
import { arrowOf, describeCompileError, setSource } from './failure.js'
import { setHintContext } from './hint-context.js'
import { completionNote } from './notes.js'
import { reportThrown } from './report.js'
import { createSourceMap } from './source-map.js'
import { PROGRAM_FILE, setOriginalPosition, toSource } from './stack.js'

/** A binding may take the name `globalThis`. */
const realm = globalThis

/**
 * Runs the program and sends its end.
 * @param {import('../protocol.js').StartMessage} start
 * @param {import('./output.js').Output} output
 * @param {import('./calls.js').Calls} calls
 */
export function startProgram(start, output, calls) {
  const shadowed = defineGlobals(calls.globals(start.namespaces))
  const head = `(async function(${shadowed.names.join()}){"use strict";`
  setSource(start.source)
  setOriginalPosition(start.map === null ? undefined : createSourceMap(start.map).originalPosition)
  setHintContext({ source: start.source, ...start.map === null ? { code: start.code } : {}, namespaces: start.namespaces, calls })
  let program
  try {
    program = compile(head, start.code)
  } catch (error) {
    output.fail('exception', describeCompileError(error, positionOf(error)))
    return
  }
  const completion = program(...shadowed.values)
  // Undefined, a constructor lets `then` make a plain promise, whatever the program did to Promise.
  ObjectDefineProperty(completion, 'constructor', dataDescriptor(undefined))
  /** @param {unknown} value */
  const complete = (value) => {
    if (value === undefined && start.completionNotes && output.isEmpty) output.note(completionNote(start.code))
    output.done(value)
  }
  PromiseThen(completion, complete, (error) => output.fail('exception', reportThrown(error)))
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
      ObjectDefineProperty(realm, name, dataDescriptor(value))
    } catch {
      shadowed.names.push(name)
      shadowed.values.push(value)
    }
  }
  return shadowed
}

/**
 * The program as the body of a strict async function whose positions are those of the source: the function's head is line 0.
 * On the program's first line it would be in the way of those who look a position up there, as `node:assert` does.
 * @param {string} head
 * @param {string} code
 * @returns {(...values: unknown[]) => Promise<unknown>}
 */
export function compile(head, code) {
  const script = new Script(`${head}\n${code}\n})`, {
    filename: PROGRAM_FILE,
    lineOffset: -1,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return script.runInThisContext()
}

/** Where a program does not compile: Node.js puts file, line and a caret before the stack. @param {unknown} error */
function positionOf(error) {
  const stack = error instanceof IntrinsicError ? peek(error, 'stack') : undefined
  const arrow = typeof stack === 'string' ? arrowOf(stack) : undefined
  return arrow === undefined ? undefined : toSource(arrow.line, arrow.column)
}
