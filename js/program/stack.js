/**
 * Stacks in the program's own coordinates: `program.ts:line:column` of the source as written, no frame of ours or of Node's
 * own modules, no path of the host.
 */
import {
  IntrinsicError, IntrinsicWeakMap, ObjectDefineProperty, RegExpExec, StringCharCodeAt, StringIndexOf, StringLastIndexOf, StringSlice, StringStartsWith,
  WeakMapGet, WeakMapSet, dataDescriptor, uncurryThis,
} from '../intrinsics.js'
import { isObject, peek } from '../describe.js'
import { displayName } from './file-names.js'

export const PROGRAM_FILE = 'program.ts'
const FRAME_START = '\n    at '
const OWN_FILE = __filename

const { captureStackTrace } = IntrinsicError

/** V8's call sites have a prototype of their own, which a program can reach and change. */
const CallSite = (() => {
  const { prepareStackTrace } = Error
  Error.prepareStackTrace = (_, sites) => sites
  const sites = /** @type {NodeJS.CallSite[]} */ (/** @type {unknown} */ (new Error().stack))
  Error.prepareStackTrace = /** @type {any} */ (prepareStackTrace)
  return Object.getPrototypeOf(sites[0])
})()
const getFileName = uncurryThis(CallSite.getFileName)
const getLineNumber = uncurryThis(CallSite.getLineNumber)
const getColumnNumber = uncurryThis(CallSite.getColumnNumber)
const isEvalSite = uncurryThis(CallSite.isEval)
const siteToString = uncurryThis(CallSite.toString)

/**
 * The program's frames of a stack.
 * @typedef {object} Frames
 * @property {string} text each frame after a line break
 * @property {number} line of the program's innermost frame, from 1; 0 where there is none
 * @property {number} column of the same, from 1
 */

/** @typedef {{ line: number, column: number }} Position from 1 */
/** @typedef {(line: number, column: number) => Position | undefined} OriginalPosition */

/** What V8 formatted so far: a program may replace the `stack` of an error. @type {WeakMap<object, Frames>} */
const formatted = new IntrinsicWeakMap()

/** @type {OriginalPosition | undefined} */
let originalPosition

/** @param {OriginalPosition | undefined} given for a program whose positions are not those of the source */
export function setOriginalPosition(given) {
  originalPosition = given
}

/**
 * A position in the compiled program as one of the source.
 * @param {number} line @param {number} column both as V8 gives them
 * @returns {Position | undefined} nothing where no part of the source stands behind it
 */
export const toSource = (line, column) => originalPosition === undefined ? { line, column } : originalPosition(line, column)

/** Makes every stack that V8 formats from now on one of the program. */
export function installStackFormat() {
  ObjectDefineProperty(IntrinsicError, 'prepareStackTrace', { ...dataDescriptor(formatStack), enumerable: false })
}

/** @param {unknown} error @param {readonly NodeJS.CallSite[]} sites */
function formatStack(error, sites) {
  const frames = formatFrames(sites)
  if (isObject(error)) WeakMapSet(formatted, error, frames)
  return header(error) + frames.text
}

/** @param {readonly NodeJS.CallSite[]} sites @returns {Frames} */
function formatFrames(sites) {
  let text = ''
  let line = 0
  let column = 0
  // Native functions have no file: they belong to the frame that called them.
  let natives = ''
  for (let index = 0; index < sites.length; index++) {
    const site = /** @type {NodeJS.CallSite} */ (sites[index])
    const file = getFileName(site)
    if (typeof file !== 'string') {
      if (!isEvalSite(site)) {
        natives += FRAME_START + siteToString(site)
        continue
      }
      text += natives + FRAME_START + mendEvalOrigin(siteToString(site))
    } else if (file === PROGRAM_FILE) {
      const position = toSource(getLineNumber(site) ?? 0, getColumnNumber(site) ?? 0)
      if (line === 0 && position !== undefined) ({ line, column } = position)
      text += natives + FRAME_START + withPosition(siteToString(site), position)
    } else if (!isForeign(file)) text += natives + FRAME_START + withFile(siteToString(site), file)
    natives = ''
  }
  return { text: text + natives, line, column }
}

/** A file of ours or of Node.js. @param {string} file */
const isForeign = (file) => file === OWN_FILE || StringStartsWith(file, 'node:')

/**
 * A frame of the program with its position in the source.
 * @param {string} frame such as `async go (program.ts:1:2)`
 * @param {Position | undefined} position
 */
function withPosition(frame, position) {
  if (originalPosition === undefined) return frame
  const at = StringLastIndexOf(frame, `${PROGRAM_FILE}:`)
  if (at === -1) return frame
  const place = position === undefined ? PROGRAM_FILE : `${PROGRAM_FILE}:${position.line}:${position.column}`
  return StringSlice(frame, 0, at) + place + (frame[frame.length - 1] === ')' ? ')' : '')
}

/** @param {string} frame @param {string} file */
function withFile(frame, file) {
  const at = StringLastIndexOf(frame, file)
  return at === -1 ? frame : StringSlice(frame, 0, at) + displayName(file) + StringSlice(frame, at + file.length)
}

/**
 * V8 tells where `eval` was called in coordinates of the script, whose first line is our head.
 * @param {string} frame such as `eval at go (program.ts:1:40), <anonymous>:1:6`
 */
function mendEvalOrigin(frame) {
  const prefix = `(${PROGRAM_FILE}:`
  const start = StringIndexOf(frame, prefix)
  if (start === -1) return frame
  const line = readNumber(frame, start + prefix.length)
  const column = readNumber(frame, line.end + 1)
  if (line.value <= 1 || column.value === 0 || frame[line.end] !== ':' || frame[column.end] !== ')') return frame
  const position = toSource(line.value - 1, column.value)
  const place = position === undefined ? '' : `:${position.line}:${position.column}`
  return `${StringSlice(frame, 0, start)}(${PROGRAM_FILE}${place}${StringSlice(frame, column.end)}`
}

/** @param {string} text @param {number} start of decimal digits @returns {{ value: number, end: number }} */
function readNumber(text, start) {
  let value = 0
  let end = start
  for (; end < text.length; end++) {
    const digit = StringCharCodeAt(text, end) - 0x30
    if (digit < 0 || digit > 9) break
    value = value * 10 + digit
  }
  return { value, end }
}

/** What V8 puts before the frames, as `Error.prototype.toString` has it. @param {unknown} error */
function header(error) {
  const name = textOf(peek(error, 'name'), 'Error')
  const message = textOf(peek(error, 'message'), '')
  if (name === '') return message
  return message === '' ? name : `${name}: ${message}`
}

/** @param {unknown} value @param {string} missing */
function textOf(value, missing) {
  if (value === undefined) return missing
  try {
    return `${value}`
  } catch {
    return missing
  }
}

/**
 * Gives an error the stack of where the program called a function of ours, or awaits it.
 * @param {Error} error @param {Function | undefined} called
 */
export function pointBelow(error, called) {
  try {
    captureStackTrace(error, called)
  } catch {
    // Node.js 20 formats the stack that is replaced, with the program's own Error.prepareStackTrace where it has one.
  }
}

/**
 * The frames of an error.
 * @param {object} error
 * @returns {Frames | undefined} nothing for what has no stack, or one that only the program made
 */
export function framesOf(error) {
  const known = WeakMapGet(formatted, error)
  if (known !== undefined) return known
  const stack = peek(error, 'stack') // V8 formats it now
  return WeakMapGet(formatted, error) ?? (typeof stack === 'string' ? readFrames(stack) : undefined)
}

const PROGRAM_FRAME = /\bprogram\.ts:(\d{1,9}):(\d{1,9})\)?$/
/** UTF-16 units of a stack's end that are searched for frames. */
const MAX_STACK = 20_000

/**
 * The program's frames in a stack that the program wrote itself.
 * @param {string} stack
 * @returns {Frames | undefined}
 */
function readFrames(stack) {
  const end = StringSlice(stack, stack.length > MAX_STACK ? stack.length - MAX_STACK : 0)
  const frames = { text: '', line: 0, column: 0 }
  for (let start = StringIndexOf(end, FRAME_START); start !== -1;) {
    const next = StringIndexOf(end, FRAME_START, start + 1)
    const frame = StringSlice(end, start, next === -1 ? end.length : next)
    const found = RegExpExec(PROGRAM_FRAME, frame)
    if (found !== null) {
      frames.text += frame
      if (frames.line === 0) {
        frames.line = +/** @type {string} */ (found[1])
        frames.column = +/** @type {string} */ (found[2])
      }
    }
    start = next
  }
  return frames.text === '' ? undefined : frames
}
