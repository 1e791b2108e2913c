/**
 * The standard file descriptors, which a worker shares with its host: the program has those of a process whose input is
 * empty and whose output is the log. Below `node:fs` there is one layer that all of its forms end in, so that is what is
 * replaced: the synchronous ones, callbacks, promises, and streams.
 */
import { IntrinsicError, IntrinsicSet, PromiseThen, ReflectApply, SetAdd, SetDelete, uncurryThis } from '../intrinsics.js'
import { ByteText } from './byte-text.js'

const { nextTick } = process
const { pid } = process
const IntrinsicUint8Array = Uint8Array
const byteLength = Buffer.byteLength
const bufferFrom = Buffer.from
const bufferToString = uncurryThis(Buffer.prototype.toString)
const matches = uncurryThis(RegExp.prototype.exec)
const resolve = Promise.resolve.bind(Promise)

export const STDIN = 0

const OWN = `/proc/(?:self|thread-self|${pid})(?:/task/\\d+)?`
/** Names of the standard descriptors. */
const STANDARD_PATH = new RegExp(`^(?:/dev/(std(?:in|out|err))|(?:/dev|${OWN})/fd/([012]))$`)
const STANDARD_NAMES = { __proto__: null, stdin: 0, stdout: 1, stderr: 2 }
/** Files that give away the host or reach into it: environments of processes, its memory, its terminal. */
const HOST_PATH = new RegExp(`^(?:/proc/[^/]+(?:/task/\\d+)?/environ|${OWN}/(?:mem|clear_refs|oom_adj|oom_score_adj|coredump_filter)|/dev/tty)$`)

/** @typedef {(text: string) => void} Emit */
/** @typedef {(original: Function) => (...args: any[]) => unknown} Replacement */

/** @param {unknown} fd */
export const isStandard = (fd) => fd === 0 || fd === 1 || fd === 2

/** @param {string} message @returns {Error} */
export function refusal(message) {
  const error = new IntrinsicError(message)
  return Object.assign(error, { code: 'ERR_ACCESS_DENIED' })
}

/**
 * @param {Emit} emit
 * @returns {Record<string, Replacement>} by the name of the function in the layer below `node:fs`
 */
export function descriptorReplacements(emit) {
  /** Descriptors that the program opened: the others are the host's. @type {Set<number>} */
  const opened = new IntrinsicSet()
  /** @param {Function} open @param {any[]} args */
  const noteOpened = (open, args) => {
    const request = args[3]
    if (typeof request?.oncomplete === 'function') noteLater(request, opened)
    const fd = ReflectApply(open, undefined, args)
    if (typeof fd === 'number') SetAdd(opened, fd)
    return fd
  }
  const texts = [new ByteText(emit), new ByteText(emit), new ByteText(emit)]
  /** @param {number} fd */
  const textTo = (fd) => /** @type {ByteText} */ (texts[fd])
  return {
    read: reading(5),
    readBuffers: reading(3),
    writeBuffer: writing(5, ([fd, buffer, offset, length]) => {
      textTo(fd).bytes(view(buffer, offset, length))
      return length ?? buffer.byteLength
    }),
    writeBuffers: writing(3, ([fd, buffers]) => {
      let written = 0
      for (let index = 0; index < buffers.length; index++) {
        textTo(fd).bytes(view(buffers[index]))
        written += buffers[index].byteLength
      }
      return written
    }),
    writeString: writing(4, ([fd, text, , encoding]) => {
      if (encoding === undefined || encoding === null || encoding === 'utf8' || encoding === 'utf-8') textTo(fd).text(text)
      else textTo(fd).bytes(bufferFrom(text, encoding))
      return byteLength(text, encoding ?? 'utf8')
    }),
    // The host needs its own; a program that closes the standard ones has what it wants when it goes on.
    close: (original) => onStandard(1, () => true)((/** @type {any[]} */ ...args) => {
      if (!SetDelete(opened, args[0])) return fail(args[1], badDescriptor('close'))
      return ReflectApply(original, undefined, args)
    }),
    open: (original) => function(...args) {
      return throughPath(args, 3, () => noteOpened(original, args), (fd) => answer(args[3], fd))
    },
    // Without a descriptor of ours there is no handle of Node.js's kind, but for the empty input.
    openFileHandle: (original) => function(...args) {
      return throughPath(args, 3, () => ReflectApply(original, undefined, args), (fd) => {
        if (fd !== STDIN) throw refusal(`${pathOf(args[0])} is the host's; use console.log() or process.stdout`)
        args[0] = '/dev/null'
        return ReflectApply(original, undefined, args)
      })
    },
    readFileUtf8: (original) => function(...args) {
      if (args[0] === STDIN) return ''
      return throughPath(args, undefined, () => ReflectApply(original, undefined, args), (fd) => fd === STDIN ? '' : ReflectApply(original, undefined, args))
    },
    writeFileUtf8: (original) => function(...args) {
      const emitAll = (/** @type {any} */ fd) => fd === STDIN ? ReflectApply(original, undefined, args) : textTo(fd).text(args[1])
      if (isStandard(args[0])) return emitAll(args[0])
      return throughPath(args, undefined, () => ReflectApply(original, undefined, args), emitAll)
    },
    copyFile: (original) => function(...args) {
      return throughPath(args, 3, () => ReflectApply(original, undefined, args), () => ReflectApply(original, undefined, args))
    },
  }
}

/**
 * Reading and writing of whole files in one job, as Node.js 26 has it.
 * @returns {{ read: Replacement, write: Replacement }}
 */
export const fileJobReplacements = () => ({
  read: onStandardJob((job) => nextTick(() => job.ondone(null, bufferFrom(''), -1))),
  write: onStandardJob(() => {
    throw refusal("the standard files are the host's; use console.log() or process.stdout")
  }),
})

/**
 * The function that starts a job, and answers why it did not.
 * @param {(job: any) => void} onStandardPath
 * @returns {Replacement}
 */
function onStandardJob(onStandardPath) {
  return (original) => /** @this {any} */ function(/** @type {any[]} */ ...args) {
    try {
      return throughPath(args, undefined, () => ReflectApply(original, this, args), () => onStandardPath(this))
    } catch (error) {
      return error
    }
  }
}

/**
 * A function of a descriptor, which for the standard ones does what `act` does where that answers.
 * @param {number} at @param {(args: any[]) => unknown} act
 * @returns {Replacement}
 */
function onStandard(at, act) {
  return (original) => function(...args) {
    if (isStandard(args[0])) {
      const value = act(args)
      if (value !== undefined) return answer(args[at], value === true ? undefined : value)
    }
    return ReflectApply(original, undefined, args)
  }
}

/** @param {number} at where in the arguments the request is @param {(args: any[]) => number} write answers the bytes */
const writing = (at, write) => onStandard(at, (args) => args[0] === STDIN ? undefined : write(args))

/** @param {number} at where in the arguments the request is */
const reading = (at) => onStandard(at, ([fd]) => fd === STDIN ? 0 : undefined)

/**
 * @param {any[]} args the path first
 * @param {number | undefined} at where in the arguments the request is
 * @param {() => unknown} pass for every ordinary path
 * @param {(fd: number) => unknown} onStandardPath
 */
function throughPath(args, at, pass, onStandardPath) {
  const path = pathOf(args[0])
  if (path[0] !== '/') return pass()
  if (matches(HOST_PATH, path) !== null) return fail(at === undefined ? undefined : args[at], refusal(`${path} is the host's: a program cannot use it`))
  const named = matches(STANDARD_PATH, path)
  if (named === null) return pass()
  return onStandardPath(named[1] === undefined ? Number(named[2]) : /** @type {any} */ (STANDARD_NAMES)[named[1]])
}

/** @param {unknown} path */
const pathOf = (path) => typeof path === 'string' ? path : path instanceof IntrinsicUint8Array ? bufferToString(/** @type {any} */ (path)) : ''

/** @param {ArrayBufferView} buffer @param {number | null} [offset] @param {number | null} [length] */
function view(buffer, offset, length) {
  const start = offset ?? 0
  return new IntrinsicUint8Array(buffer.buffer, buffer.byteOffset + start, length ?? buffer.byteLength - start)
}

/** @param {any} request that a descriptor answers @param {Set<number>} opened */
function noteLater(request, opened) {
  const { oncomplete } = request
  /** @this {unknown} @param {unknown} error @param {unknown} fd */
  request.oncomplete = function(error, fd) {
    if (typeof fd === 'number') SetAdd(opened, fd)
    return ReflectApply(oncomplete, this, [error, fd])
  }
}

/** @param {string} syscall */
function badDescriptor(syscall) {
  const error = new IntrinsicError(`EBADF: bad file descriptor, ${syscall}`)
  return Object.assign(error, { errno: -9, code: 'EBADF', syscall })
}

/**
 * Answers as the layer below `node:fs` does: at once, with a promise, or by completing the request.
 * @param {any} request @param {unknown} value
 */
function answer(request, value) {
  if (typeof request === 'symbol') return resolve(value)
  if (typeof request?.oncomplete !== 'function') return value
  nextTick(() => request.oncomplete(null, value))
  return undefined
}

/** @param {any} request @param {Error} error */
function fail(request, error) {
  if (typeof request === 'symbol') return PromiseThen(resolve(undefined), () => { throw error })
  if (typeof request?.oncomplete !== 'function') throw error
  nextTick(() => request.oncomplete(error))
  return undefined
}
