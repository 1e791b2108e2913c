/**
 * Node.js's whole console and the worker's standard streams, one log entry for each call or write.
 */
import { Console } from 'node:console'
import { ObjectCreate, ObjectDefineProperty, ObjectFreeze, ReflectApply, StringEndsWith, StringSlice, dataDescriptor } from '../intrinsics.js'
import { describe, peek } from '../describe.js'
import { inspectBriefly, shorten } from './bounds.js'
import { ByteText } from './byte-text.js'

const DEPTH = 4
const MAX_ARRAY_LENGTH = 100
const MAX_STRING_LENGTH = 10_000

const bufferFrom = Buffer.from

/** @typedef {(text: string) => void} Emit */

/**
 * Replaces the global console.
 * @param {Emit} emit
 */
export function installConsole(emit) {
  const original = globalThis.console
  const stream = consoleStream(emit)
  const options = inspectOptions()
  const console = new Console(/** @type {any} */ ({ stdout: stream, stderr: stream, ignoreErrors: false, colorMode: false, inspectOptions: options }))
  for (const key of Reflect.ownKeys(original)) {
    const value = /** @type {any} */ (peek(key in console ? console : original, key))
    const isMethod = typeof value === 'function' && typeof key === 'string' && key !== 'Console' && key[0] !== '_'
    const method = key === 'table' ? withoutOptions(value, options) : value
    const enumerable = Reflect.getOwnPropertyDescriptor(original, key)?.enumerable === true
    ObjectDefineProperty(console, key, { ...dataDescriptor(isMethod ? guard(key, method, emit) : value), enumerable })
  }
  ObjectDefineProperty(globalThis, 'console', { ...dataDescriptor(console), enumerable: false })
}

/** A prototype from which nothing is inherited. V8 keeps an object without any prototype as a dictionary, slow to list. */
const NOTHING = ObjectFreeze(ObjectCreate(null))

/** Node.js keeps this very object, adds to it, and lists it for each value. @returns {{ depth?: number, maxArrayLength?: number, maxStringLength: number }} */
const inspectOptions = () => /** @type {any} */ ({ __proto__: NOTHING, depth: DEPTH, maxArrayLength: MAX_ARRAY_LENGTH, maxStringLength: MAX_STRING_LENGTH })

/**
 * `console.table` has bounds of its own for what is in a cell, which options would override.
 * @param {any} method @param {ReturnType<typeof inspectOptions>} options
 */
const withoutOptions = (method, options) => (/** @type {unknown[]} */ ...values) => {
  delete options.depth
  delete options.maxArrayLength
  try {
    return ReflectApply(method, undefined, values)
  } finally {
    options.depth = DEPTH
    options.maxArrayLength = MAX_ARRAY_LENGTH
  }
}

/** All that Node.js's console asks of a stream. @param {Emit} emit */
const consoleStream = (emit) => ObjectFreeze({
  __proto__: null,
  /** @param {string} chunk */
  write(chunk) {
    emit(StringEndsWith(chunk, '\n') ? StringSlice(chunk, 0, chunk.length - 1) : chunk)
    return true
  },
  on() {},
  once() {},
  removeListener() {},
  listenerCount: () => 0,
})

/**
 * A console method that never throws into the program: what is printed may be hostile, or merely broken.
 * @param {string} name @param {Function} method @param {Emit} emit
 */
function guard(name, method, emit) {
  const guarded = {
    /** @param {unknown[]} values */
    [name](...values) {
      try {
        return ReflectApply(method, undefined, values)
      } catch (error) {
        emit(`[console.${name} could not print: ${describe(peek(error, 'message') ?? error)}]${listBriefly(values)}`)
        return undefined
      }
    },
  }[name]
  return guarded
}

/** The values without what they have to say about their printing. @param {readonly unknown[]} values */
function listBriefly(values) {
  let text = ''
  for (let index = 0; index < values.length; index++) text += ` ${typeof values[index] === 'string' ? values[index] : inspectBriefly(values[index])}`
  return shorten(text, MAX_STRING_LENGTH)
}

/**
 * Takes what is written to `process.stdout` and `process.stderr`, through whatever method.
 * @param {Emit} emit
 */
export function captureStreams(emit) {
  captureStream(process.stdout, emit)
  captureStream(process.stderr, emit)
}

/** @param {NodeJS.WriteStream} stream @param {Emit} emit */
function captureStream(stream, emit) {
  const written = new ByteText(emit)
  /** @param {string | Uint8Array} chunk @param {string} encoding */
  const take = (chunk, encoding) => {
    if (typeof chunk !== 'string') written.bytes(chunk)
    else if (isText(encoding)) written.text(chunk)
    else written.bytes(bufferFrom(chunk, /** @type {BufferEncoding} */ (encoding)))
  }
  ObjectDefineProperty(stream, '_write', dataDescriptor((/** @type {any} */ chunk, /** @type {string} */ encoding, /** @type {() => void} */ done) => {
    take(chunk, encoding)
    done()
  }))
  ObjectDefineProperty(stream, '_writev', dataDescriptor((/** @type {{ chunk: any, encoding: string }[]} */ chunks, /** @type {() => void} */ done) => {
    for (let index = 0; index < chunks.length; index++) {
      const { chunk, encoding } = /** @type {{ chunk: any, encoding: string }} */ (chunks[index])
      take(chunk, encoding)
    }
    done()
  }))
}

/** Encodings whose strings mean themselves; the others spell bytes. @param {string} encoding */
const isText = (encoding) => encoding === 'utf8' || encoding === 'utf-8' || encoding === 'utf16le' || encoding === 'ucs2' || encoding === 'buffer'
