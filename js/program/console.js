/**
 * Node.js's whole console and the worker's standard streams, one log entry for each call or write.
 */
import { Console } from 'node:console'
import { StringDecoder } from 'node:string_decoder'
import { ObjectDefineProperty, ReflectApply, StringEndsWith, StringSlice, dataDescriptor, uncurryThis } from '../intrinsics.js'
import { describe, peek } from '../describe.js'

const INSPECT_OPTIONS = { depth: 4, maxArrayLength: 100, maxStringLength: 10_000 }

const bufferFrom = Buffer.from
const decode = uncurryThis(StringDecoder.prototype.write)

/** @typedef {(text: string) => void} Emit */

/**
 * Replaces the global console.
 * @param {Emit} emit
 */
export function installConsole(emit) {
  const original = globalThis.console
  const stream = consoleStream(emit)
  const console = new Console(/** @type {any} */ ({ stdout: stream, stderr: stream, ignoreErrors: false, colorMode: false, inspectOptions: INSPECT_OPTIONS }))
  for (const key of Reflect.ownKeys(original)) {
    const value = peek(key in console ? console : original, key)
    ObjectDefineProperty(console, key, { ...dataDescriptor(typeof value === 'function' && typeof key === 'string' && key !== 'Console' && key[0] !== '_' ? guard(key, value, emit) : value), enumerable: key !== 'Console' && typeof key === 'string' })
  }
  ObjectDefineProperty(globalThis, 'console', { ...dataDescriptor(console), enumerable: false })
}

/** All that Node.js's console asks of a stream. @param {Emit} emit */
const consoleStream = (emit) => ({
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
 * @param {PropertyKey} name @param {Function} method @param {Emit} emit
 */
function guard(name, method, emit) {
  const guarded = {
    /** @param {unknown[]} values */
    [name](...values) {
      try {
        return ReflectApply(method, undefined, values)
      } catch (error) {
        emit(`[console.${String(name)} could not print: ${describe(peek(error, 'message') ?? error)}]`)
        return undefined
      }
    },
  }[/** @type {string} */ (name)]
  return guarded
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
  const decoder = new StringDecoder('utf8')
  /** @param {string | Uint8Array} chunk @param {string} encoding */
  const take = (chunk, encoding) => {
    const text = typeof chunk === 'string' && isText(encoding) ? chunk : decode(decoder, typeof chunk === 'string' ? bufferFrom(chunk, /** @type {BufferEncoding} */ (encoding)) : /** @type {any} */ (chunk))
    if (text !== '') emit(text)
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
