import {
  IntrinsicError, IntrinsicMap, IntrinsicPromise, IntrinsicWeakMap, JSONParse, MapDelete, MapGet, MapSet, ObjectCreate, ObjectDefineProperty,
  ReflectConstruct, WeakMapGet, WeakMapSet, dataDescriptor, hiddenDescriptor,
} from '../intrinsics.js'
import { peek } from '../describe.js'
import { writeLossless } from '../lossless.js'
import { CALL } from '../ring.js'
import { copyFrames, stackBelow } from './stack.js'

/** Calls of a run that the host holds unanswered; further ones wait here. */
const MAX_UNANSWERED = 1024
/** UTF-16 units of argument text that the host holds unanswered, one call alone excepted. */
const MAX_UNANSWERED_LENGTH = 1 << 27

/** @typedef {import('../protocol.js').StartNamespace} StartNamespace */
/** @typedef {{ member: Member, argumentCount: number }} Origin the call that an error is the rejection of */
/** @typedef {{ global: string, name: string, ErrorClass: Function | undefined, className: string, memberNameProperty: string }} Member */
/**
 * A call that the program made and the host has not answered.
 * @typedef {object} Pending
 * @property {number} index of the member
 * @property {Member} member
 * @property {number} length of the argument's text
 * @property {(value: unknown) => void} resolve
 * @property {(error: unknown) => void} reject
 * @property {number} argumentCount
 * @property {{ stack?: string }} site where it was called
 */

/** The binding namespaces of a run and the calls that are under way. */
export class Calls {
  #outbox
  /** @type {Map<number, Pending>} */
  #pending = new IntrinsicMap()
  #lastId = 0
  #unanswered = 0
  #unansweredLength = 0
  /** Calls that wait for the host to answer others. @type {{ id: number, text: string, next: any } | undefined} */
  #waiting
  /** @type {{ id: number, text: string, next: any } | undefined} */
  #lastWaiting
  /** Which call an error came from. @type {WeakMap<object, Origin>} */
  #origins = new IntrinsicWeakMap()

  /** @param {import('./outbox.js').Outbox} outbox */
  constructor(outbox) {
    this.#outbox = outbox
  }

  /**
   * The global objects of a run, in declaration order.
   * @param {readonly StartNamespace[]} namespaces
   * @returns {{ name: string, value: unknown }[]}
   */
  globals(namespaces) {
    /** @type {{ name: string, value: unknown }[]} */
    const globals = []
    let index = 0
    for (let at = 0; at < namespaces.length; at++) {
      const { global, names, errorClass } = /** @type {StartNamespace} */ (namespaces[at])
      const ErrorClass = errorClass === undefined ? undefined : makeErrorClass(errorClass.name)
      const namespace = ObjectCreate(null)
      for (let member = 0; member < names.length; member++) {
        const name = /** @type {string} */ (names[member])
        const call = this.#member(index++, { global, name, ErrorClass, className: errorClass?.name ?? 'Error', memberNameProperty: errorClass?.memberNameProperty ?? '' })
        ObjectDefineProperty(namespace, name, dataDescriptor(call, false))
      }
      ObjectDefineProperty(globals, globals.length, dataDescriptor({ name: global, value: namespace }))
      if (errorClass !== undefined) ObjectDefineProperty(globals, globals.length, dataDescriptor({ name: errorClass.name, value: ErrorClass }))
    }
    return globals
  }

  /**
   * @param {number} id
   * @param {boolean} isResolved
   * @param {string} text JSON text of the resolution, or the rejection's message
   */
  settle(id, isResolved, text) {
    const pending = MapGet(this.#pending, id)
    if (pending === undefined) return
    MapDelete(this.#pending, id)
    this.#unanswered -= 1
    this.#unansweredLength -= pending.length
    this.#sendWaiting()
    if (isResolved) pending.resolve(JSONParse(text))
    else pending.reject(this.#rejection(pending, text))
  }

  /**
   * @param {unknown} error
   * @returns {Origin | undefined} the call that was rejected with it
   */
  originOf(error) {
    return typeof error === 'object' && error !== null ? WeakMapGet(this.#origins, error) : undefined
  }

  /** @param {number} index @param {Member} member */
  #member(index, member) {
    const calls = this
    /** @param {unknown} args */
    const call = { [member.name](/** @type {unknown} */ args) { return calls.#call(index, member, args, arguments.length, call) } }[member.name]
    return call
  }

  /** @param {number} index @param {Member} member @param {unknown} args @param {number} argumentCount @param {Function | undefined} call */
  #call(index, member, args, argumentCount, call) {
    const site = stackBelow(call)
    const promise = new IntrinsicPromise((resolve, reject) => {
      const written = writeLossless(args)
      if (written?.text === undefined) {
        reject(this.#rejection({ member, argumentCount, site }, `binding arguments must be lossless JSON: ${written?.loss}`))
        return
      }
      const id = ++this.#lastId
      MapSet(this.#pending, id, { index, member, length: written.text.length, resolve, reject, argumentCount, site })
      if (this.#waiting === undefined && this.#hasRoom(written.text.length)) this.#send(id, index, written.text)
      else this.#wait(id, written.text)
    })
    // `await` asks a promise for it, and goes through `then` where it is not Promise: both may have been replaced.
    ObjectDefineProperty(promise, 'constructor', promiseConstructor)
    return promise
  }

  /** @param {number} length */
  #hasRoom(length) {
    return this.#unanswered === 0 || (this.#unanswered < MAX_UNANSWERED && this.#unansweredLength + length <= MAX_UNANSWERED_LENGTH)
  }

  /** @param {number} id @param {number} index @param {string} text */
  #send(id, index, text) {
    this.#unanswered += 1
    this.#unansweredLength += text.length
    this.#outbox.send(CALL, text, id, index)
  }

  /** @param {number} id @param {string} text */
  #wait(id, text) {
    const call = { id, text, next: undefined }
    if (this.#lastWaiting === undefined) this.#waiting = call
    else this.#lastWaiting.next = call
    this.#lastWaiting = call
  }

  #sendWaiting() {
    while (this.#waiting !== undefined && this.#hasRoom(this.#waiting.text.length)) {
      const { id, text, next } = this.#waiting
      this.#waiting = next
      if (next === undefined) this.#lastWaiting = undefined
      const pending = MapGet(this.#pending, id)
      if (pending !== undefined) this.#send(id, pending.index, text)
    }
  }

  /** @param {Pick<Pending, 'member' | 'argumentCount' | 'site'>} call @param {string} message */
  #rejection({ member, argumentCount, site }, message) {
    const { ErrorClass, className, name, memberNameProperty } = member
    const error = ReflectConstruct(IntrinsicError, [message], ErrorClass ?? IntrinsicError)
    if (ErrorClass !== undefined) {
      ObjectDefineProperty(error, 'name', dataDescriptor(className))
      ObjectDefineProperty(error, memberNameProperty, dataDescriptor(name))
    }
    setStack(error, `${className}: ${message}`, site)
    copyFrames(site, error)
    WeakMapSet(this.#origins, error, { member, argumentCount })
    return error
  }
}

/**
 * @param {Error} error @param {string} head @param {{ stack?: string }} site
 */
function setStack(error, head, site) {
  // Formatted now, by the program's own Error.prepareStackTrace where it has one.
  const frames = peek(site, 'stack')
  try {
    ObjectDefineProperty(error, 'stack', hiddenDescriptor(typeof frames === 'string' ? head + frames : head))
  } catch {
    // Node.js 20 formats the stack that is replaced, too.
  }
}

const promiseConstructor = hiddenDescriptor(IntrinsicPromise)

/** @param {string} name */
const makeErrorClass = (name) => ({ [name]: class extends IntrinsicError {} })[name]
