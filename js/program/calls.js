import {
  IntrinsicError, IntrinsicMap, IntrinsicPromise, IntrinsicWeakMap, JSONParse, MapDelete, MapGet, MapSet, ObjectCreate, ObjectDefineProperty,
  PromiseThen, ReflectConstruct, WeakMapGet, WeakMapSet, dataDescriptor, hiddenDescriptor,
} from '../intrinsics.js'
import { writeLossless } from '../lossless.js'
import { CALL } from '../ring.js'
import { arePromisesPlain, makeAnswer, settled } from './answer.js'
import { pointBelow } from './stack.js'

/** Calls of a run that the host holds unanswered; further ones wait here. */
const MAX_UNANSWERED = 1024
/** UTF-16 units of argument text that the host holds unanswered, one call alone excepted. */
const MAX_UNANSWERED_LENGTH = 1 << 27

/** @typedef {import('../protocol.js').StartNamespace} StartNamespace */
/** @typedef {{ member: Member, argumentCount: number }} Origin the call that an error is the rejection of */
/** @typedef {{ call: Origin, message: string }} Refusal what the host answered instead of a value */
/** @typedef {{ global: string, name: string, ErrorClass: Function | undefined, className: string, memberNameProperty: string }} Member */
/**
 * A call that the program made and the host has not answered.
 * @typedef {object} Pending
 * @property {number} index of the member
 * @property {Member} member
 * @property {number} length of the argument's text
 * @property {(value: unknown) => void} resolve
 * @property {(refusal: Refusal) => void} reject
 * @property {number} argumentCount
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

  /** @param {import('../protocol.js').Replies} replies */
  settleAll(replies) {
    for (let index = 0; index + 2 < replies.length; index += 3) this.settle(/** @type {number} */ (replies[index]), /** @type {boolean} */ (replies[index + 1]), /** @type {string} */ (replies[index + 2]))
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
    else pending.reject({ call: pending, message: text })
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
    const written = writeLossless(args)
    const promise = written?.text === undefined
      ? refusedWith(this.#rejection({ member, argumentCount }, `binding arguments must be lossless JSON: ${written?.loss}`, call))
      : PromiseThen(this.#ask(index, member, argumentCount, written.text), undefined, this.#refuse)
    // `await` asks a promise for it, and goes through `then` where it is not Promise.
    if (!arePromisesPlain()) ObjectDefineProperty(promise, 'constructor', promiseConstructor)
    return promise
  }

  /** @param {number} index @param {Member} member @param {number} argumentCount @param {string} text */
  #ask(index, member, argumentCount, text) {
    const { promise, resolve, reject } = makeAnswer()
    const id = ++this.#lastId
    if (this.#waiting === undefined && this.#hasRoom(text.length)) this.#send(id, index, text)
    else this.#wait(id, text)
    // Last: a call that ran into the end of the stack is not to be waited for.
    MapSet(this.#pending, id, { index, member, length: text.length, resolve, reject, argumentCount })
    return promise
  }

  /**
   * Makes the error of a call in the job that rejects the program's promise: V8 then finds the functions that await it, and
   * the calls that succeed, nearly all, pay nothing for knowing their place.
   * @param {Refusal} refusal
   */
  #refuse = (refusal) => {
    throw this.#rejection(refusal.call, refusal.message)
  }

  /** @param {number} length */
  #hasRoom(length) {
    return this.#unanswered === 0 || (this.#unanswered < MAX_UNANSWERED && this.#unansweredLength + length <= MAX_UNANSWERED_LENGTH)
  }

  /** @param {number} id @param {number} index @param {string} text */
  #send(id, index, text) {
    this.#outbox.send(CALL, text, id, index)
    this.#unanswered += 1
    this.#unansweredLength += text.length
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

  /** @param {Origin} call @param {string} message @param {Function} [called] by the program, just now */
  #rejection({ member, argumentCount }, message, called) {
    const { ErrorClass, className, name, memberNameProperty } = member
    const error = ReflectConstruct(IntrinsicError, [message], ErrorClass ?? IntrinsicError)
    if (ErrorClass !== undefined) {
      ObjectDefineProperty(error, 'name', dataDescriptor(className))
      ObjectDefineProperty(error, memberNameProperty, dataDescriptor(name))
    }
    pointBelow(error, called)
    WeakMapSet(this.#origins, error, { member, argumentCount })
    return error
  }
}

/**
 * Rejected in a job of its own: a promise that is rejected before anybody could await it makes Node.js look for unhandled
 * ones, with iterators that a program may have replaced.
 * @param {Error} error
 */
const refusedWith = (error) => PromiseThen(settled, () => {
  throw error
})

const promiseConstructor = hiddenDescriptor(IntrinsicPromise)

/** @param {string} name */
const makeErrorClass = (name) => ({ [name]: class extends IntrinsicError {} })[name]
