import { IntrinsicPromise, ObjectDefineProperty, hiddenDescriptor, uncurryThis } from '../intrinsics.js'

/**
 * @typedef {object} Answer
 * @property {Promise<unknown>} promise `then` makes a plain promise of it, whatever became of Promise
 * @property {(value: any) => void} resolve
 * @property {(reason: any) => void} reject
 */

const { withResolvers } = /** @type {any} */ (Promise)
const noConstructor = hiddenDescriptor(undefined)

/**
 * Node.js 20 has no `withResolvers`. It calls no function of ours: near the end of the stack an executor could not be called,
 * which would reject the promise, and what Node.js does then could not be called either, of which it tells the host's terminal.
 * @type {() => Answer}
 */
const makePromise = typeof withResolvers === 'function' ? uncurryThis(withResolvers).bind(undefined, IntrinsicPromise) : () => {
  /** @type {any} */
  const answer = { __proto__: null }
  answer.promise = new IntrinsicPromise((resolve, reject) => {
    answer.resolve = resolve
    answer.reject = reject
  })
  return answer
}

/** @returns {Answer} */
export function makeAnswer() {
  const answer = makePromise()
  ObjectDefineProperty(answer.promise, 'constructor', noConstructor)
  return answer
}

const { promise, resolve } = makeAnswer()
resolve(undefined)
/** Resolved. */
export const settled = promise
