/**
 * The text that a model reads of what went wrong in its program: name and message, the line with a caret, the program's
 * frames, fields, causes. Whatever was thrown, a bounded text comes back and nothing is thrown.
 */
import {
  ArrayIsArray, IntrinsicError, IntrinsicSet, IsNativeError, IsProxy, ObjectGetOwnPropertyDescriptor, ObjectKeys, RegExpExec, SetAdd, SetHas,
  StringIndexOf, StringSlice, StringStartsWith,
} from '../intrinsics.js'
import { inherits, isObject, peek } from '../describe.js'
import { cutMiddle, inspectBriefly, pruneObject, shorten } from './bounds.js'
import { excerptOf } from './excerpt.js'
import { displayName, isLoaderCode, withoutDirectory } from './file-names.js'
import { PROGRAM_FILE, framesOf, installStackFormat } from './stack.js'

/** UTF-8 bytes of a failure's text. */
const MAX_BYTES = 16_384
/** The same of the message of the error alone, so that there is room for its position. */
const MAX_MESSAGE_BYTES = 8192
/** The same of an error that is told beside the one that was thrown. */
const MAX_RELATED_BYTES = 1024
/** How many causes and members of an AggregateError are told. */
const MAX_RELATED = 8
/** How many members of one AggregateError are told. */
const MAX_ERRORS = 4

const ErrorPrototype = IntrinsicError.prototype

/** The source of the program, for its lines. */
let source = ''

/** @param {string} text */
export function setSource(text) {
  source = text
}

/**
 * @param {unknown} thrown
 * @param {string} [hints] each on a line of its own, after a line break
 * @param {{ line: number, column: number }} [place] in the source, of an error that has no frames
 * @returns {string}
 */
export function describeFailure(thrown, hints = '', place = undefined) {
  // The program may have put its own format in the place of ours.
  try {
    installStackFormat()
  } catch {
    // Then its own stands.
  }
  if (!isError(thrown)) return cutMiddle((typeof thrown === 'string' ? thrown : inspectBriefly(thrown)) + hints, MAX_BYTES)
  const frames = framesOf(thrown)
  const excerpt = frames === undefined || frames.line === 0 ? '' : quoteLine(frames.line, frames.column)
  const where = frames?.text ? excerpt + frameLines(thrown) : place === undefined ? '' : quoteLine(place.line, place.column) + frameAt(place)
  const text = cutMiddle(headOf(thrown), MAX_MESSAGE_BYTES) + fileOf(thrown) + where + fieldsOf(thrown) + relatedOf(thrown)
  return cutMiddle(text + hints, MAX_BYTES)
}

/**
 * What V8 said of a program that it does not compile.
 * @param {unknown} error
 * @param {{ line: number, column: number } | undefined} position in the source
 */
export function describeCompileError(error, position) {
  return headOf(/** @type {object} */ (error)) + (position === undefined ? '' : quoteLine(position.line, position.column) + frameAt(position))
}

/** @param {{ line: number, column: number }} place */
const frameAt = ({ line, column }) => `\n    at ${PROGRAM_FILE}:${line}:${column}`

/** The line of the source, with a caret. @param {number} line @param {number} column */
function quoteLine(line, column) {
  const excerpt = excerptOf(source, line, column)
  if (excerpt === undefined) return ''
  const end = StringIndexOf(excerpt, '\n')
  return `\n    ${StringSlice(excerpt, 0, end)}\n    ${StringSlice(excerpt, end + 1)}`
}

/**
 * An error of this realm or another one, or what passes for one.
 * @param {unknown} value
 * @returns {value is object}
 */
export function isError(value) {
  if (!isObject(value) || typeof value === 'function' || IsProxy(value)) return false
  return IsNativeError(value) || inherits(value, ErrorPrototype) || (typeof peek(value, 'stack') === 'string' && typeof peek(value, 'message') === 'string')
}

/** Name and message. @param {object} error */
function headOf(error) {
  const name = nameOf(error)
  const message = peek(error, 'message')
  const text = typeof message !== 'string' ? message === undefined ? '' : inspectBriefly(message)
    : isLoaderCode(peek(error, 'code')) && message.length < 4096 ? withoutDirectory(message) : message
  if (name === '' || StringStartsWith(text, `${name}: `)) return text
  return text === '' ? name : `${name}: ${text}`
}

/** The error's name; that of its class where the class did not give one. @param {object} error */
export function nameOf(error) {
  const name = peek(error, 'name')
  if (typeof name !== 'string') return 'Error'
  if (name !== 'Error') return shorten(name, 200)
  const constructor = peek(error, 'constructor')
  if (typeof constructor !== 'function' || IsProxy(constructor)) return name
  const own = ObjectGetOwnPropertyDescriptor(constructor, 'name')?.value
  return typeof own === 'string' && own !== '' ? shorten(own, 200) : name
}

/** Where an imported file does not parse: Node.js puts it before the stack. */
const ARROW = /^([^\n]{1,500}):(\d+)\n([^\n]*)\n([ \t]*)\^/

/**
 * @param {string} stack
 * @returns {{ file: string, line: number, column: number } | undefined}
 */
export function arrowOf(stack) {
  const found = RegExpExec(ARROW, StringSlice(stack, 0, 5000))
  if (found === null) return undefined
  return { file: /** @type {string} */ (found[1]), line: +/** @type {string} */ (found[2]), column: /** @type {string} */ (found[4]).length + 1 }
}

/** The position in another file than the program's where a syntax error is. @param {object} error */
function fileOf(error) {
  if (peek(error, 'name') !== 'SyntaxError') return ''
  const stack = peek(error, 'stack')
  const arrow = typeof stack === 'string' ? arrowOf(stack) : undefined
  return arrow === undefined ? '' : `\n    at ${displayName(arrow.file)}:${arrow.line}:${arrow.column}`
}

/** The frames of an error; those that are the same as the one before are counted only. @param {object} error */
function frameLines(error) {
  const text = framesOf(error)?.text ?? ''
  let lines = ''
  let previous = ''
  let repeated = 0
  for (let start = 0; start < text.length;) {
    const next = StringIndexOf(text, '\n', start + 1)
    const end = next === -1 ? text.length : next
    const line = StringSlice(text, start, end)
    if (line === previous) repeated += 1
    else {
      lines += countOf(repeated) + shorten(line, 300)
      repeated = 0
    }
    previous = line
    start = end
  }
  return lines + countOf(repeated)
}

/** @param {number} repeated */
const countOf = (repeated) => repeated === 0 ? '' : `\n    … ${repeated} more of the same`

/** The error's own enumerable fields, those apart that are told already. @param {object} error */
function fieldsOf(error) {
  try {
    const keys = ObjectKeys(error)
    const told = ObjectKeys(error)
    let count = 0
    const isOfLoader = isLoaderCode(peek(error, 'code'))
    for (let index = 0; index < keys.length; index++) {
      const key = /** @type {string} */ (keys[index])
      if (key !== 'name' && key !== 'message' && key !== 'stack' && key !== 'cause' && key !== 'errors' && !(isOfLoader && key === 'url')) told[count++] = key
    }
    told.length = count
    return count === 0 ? '' : `\n${inspectBriefly(pruneObject(error, told))}`
  } catch {
    return ''
  }
}

/** Causes, and what an AggregateError holds; bounded in number, whatever they hold in their turn. @param {object} error */
function relatedOf(error) {
  const related = new Related()
  related.add(error, '')
  return related.text
}

class Related {
  text = ''
  #count = 0
  #seen = new IntrinsicSet()

  /** @param {object} error @param {string} indent */
  add(error, indent) {
    SetAdd(this.#seen, error)
    const cause = peek(error, 'cause')
    if (cause !== undefined) this.#tell('caused by', cause, indent)
    const errors = peek(error, 'errors')
    if (ArrayIsArray(errors) && !IsProxy(errors)) this.#tellMembers(errors, indent)
  }

  /** @param {unknown[]} errors @param {string} indent */
  #tellMembers(errors, indent) {
    const { length } = errors
    for (let index = 0; index < length && index < MAX_ERRORS; index++) this.#tell(`error ${index + 1} of ${length}`, peek(errors, index), indent)
    if (length > MAX_ERRORS) this.text += `\n${indent}… ${length - MAX_ERRORS} more errors`
  }

  /** @param {string} label @param {unknown} thrown @param {string} indent */
  #tell(label, thrown, indent) {
    if (this.#count === MAX_RELATED) return
    this.#count += 1
    if (!isError(thrown)) {
      this.text += `\n${indent}${label}: ${shorten(typeof thrown === 'string' ? thrown : inspectBriefly(thrown), MAX_RELATED_BYTES)}`
      return
    }
    this.text += `\n${indent}${label}: ${shorten(headOf(thrown), MAX_RELATED_BYTES)}`
    if (SetHas(this.#seen, thrown)) return
    this.text += indentLines(frameLines(thrown) + fieldsOf(thrown), indent)
    this.add(thrown, `${indent}  `)
  }
}

/** @param {string} text lines that begin with a line break @param {string} indent */
function indentLines(text, indent) {
  if (indent === '') return text
  let indented = ''
  for (let start = 0; start < text.length;) {
    const next = StringIndexOf(text, '\n', start + 1)
    const end = next === -1 ? text.length : next
    indented += `\n${indent}${StringSlice(text, start + 1, end)}`
    start = end
  }
  return indented
}
