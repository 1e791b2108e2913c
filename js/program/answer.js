import { peek } from '../describe.js'
import { IntrinsicPromise, ObjectDefineProperty, PromisePrototype, SymbolSpecies, hiddenDescriptor, uncurryThis } from '../intrinsics.js'

/**
 * @typedef {object} Answer
 * @property {Promise<unknown>} promise `then` makes a plain promise of it, as long as the program does nothing before
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

/**
 * Is what `then` and `await` ask a promise for as it was? Where it is not, a promise needs a constructor of its own, the
 * definition of which takes a fifth of a call's time.
 */
export const arePromisesPlain = () => peek(PromisePrototype, 'constructor') === IntrinsicPromise && peek(IntrinsicPromise, SymbolSpecies) === IntrinsicPromise

/** @returns {Answer} */
export function makeAnswer() {
  const answer = makePromise()
  if (!arePromisesPlain()) ObjectDefineProperty(answer.promise, 'constructor', noConstructor)
  return answer
}

const { promise, resolve } = makePromise()
ObjectDefineProperty(promise, 'constructor', noConstructor)
resolve(undefined)
/** Resolved; `then` makes a plain promise of it at any time. */
export const settled = promise
