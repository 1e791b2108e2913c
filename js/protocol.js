/**
 * The messages between host and worker, and the check that rebuilds each inbound one. Frames of the ring (`ring.js`) carry
 * what the program's side sends; the program itself can post to its parent too, in the form described below. Nothing past
 * this file sees an object that came from a worker.
 */

/** @typedef {{ global: string, names: readonly string[], errorClass?: { name: string, memberNameProperty: string } }} StartNamespace */

/**
 * Host to worker, first: the program.
 * @typedef {object} StartMessage
 * @property {string} code the body of an async function, in JavaScript
 * @property {string} source the program as written
 * @property {string | null} map source map from `code` to `source`, where they differ in positions
 * @property {readonly StartNamespace[]} namespaces
 * @property {number} maxOutputBytes
 * @property {boolean} completionNotes
 */

/** Host to worker that waits for its program: it may rehearse. */
export const REHEARSAL_REQUEST = 0

/** Host to worker that has run its program, in training: the code cache is wanted. */
export const CODE_CACHE_REQUEST = null

/**
 * Host to worker, afterwards: call id, whether it resolved, JSON text of the resolution or the rejection's message; and so on.
 * @typedef {(number | boolean | string)[]} Replies
 */

/**
 * A message that the program posted to its parent, rebuilt. `value` and `args` are `LOSSY` where they are no lossless JSON.
 * @typedef {{ type: 'log', text: string }
 *   | { type: 'output-limit' }
 *   | { type: 'call', id: number, global: string, name: string, args: unknown }
 *   | { type: 'done', value: unknown }
 *   | { type: 'done', error: { kind: FailureKind, message: string } }} ForgedMessage
 */
/** @typedef {'exception' | 'invalid-output' | 'output-limit'} FailureKind */

export const LOSSY = Symbol('lossy')

const FAILURE_KINDS = new Set(['exception', 'invalid-output', 'output-limit'])

/**
 * @param {unknown} message structured clone of what a program posted: plain data, no accessors
 * @returns {ForgedMessage | undefined} nothing for junk
 */
export function rebuildForged(message) {
  if (typeof message !== 'object' || message === null) return undefined
  const { type, id, global, name, args, text } = /** @type {Record<string, unknown>} */ (message)
  switch (type) {
    case 'log': return typeof text === 'string' ? { type, text } : undefined
    case 'output-limit': return { type }
    case 'call':
      if (typeof id !== 'number' || typeof global !== 'string' || typeof name !== 'string') return undefined
      return { type, id, global, name, args: decodeTokens(args) }
    case 'done': return rebuildDone(/** @type {any} */ (message))
    default: return undefined
  }
}

/** @param {{ value?: unknown, error?: any }} message @returns {ForgedMessage | undefined} */
function rebuildDone({ value, error }) {
  if (error !== undefined && error !== null) return rebuildFailure(error)
  return { type: 'done', value: value === undefined ? undefined : decodeTokens(value) }
}

/** @param {any} error @returns {ForgedMessage | undefined} */
function rebuildFailure(error) {
  const { kind, message } = error
  if (!FAILURE_KINDS.has(kind) || typeof message !== 'string') return undefined
  return { type: 'done', error: { kind, message } }
}

/**
 * Reads the payload of a `FAILED` frame.
 * @param {string} text
 * @returns {{ kind: FailureKind, message: string } | undefined}
 */
export function parseFailure(text) {
  try {
    const failure = rebuildFailure(JSON.parse(text))
    return failure !== undefined && 'error' in failure ? failure.error : undefined
  } catch {
    return undefined
  }
}

/**
 * Rebuilds a value from its tokens in pre-order: a scalar stands for itself, a container is `{ kind: 'array', length }` or
 * `{ kind: 'object', keys }` and its members follow.
 * @param {unknown} tokens
 * @returns {unknown} `LOSSY` where the tokens are no lossless JSON, whole and nothing over
 */
export function decodeTokens(tokens) {
  if (!Array.isArray(tokens)) return LOSSY
  /** @type {{ container: any, keys: string[] | undefined, length: number, next: number }[]} */
  const open = []
  for (let at = 0; at < tokens.length; at++) {
    const node = beginToken(tokens[at], tokens.length - at - 1)
    if (node === undefined) return LOSSY
    let value = node.value
    if (node.length > 0) {
      open.push({ container: value, keys: node.keys, length: node.length, next: 0 })
      continue
    }
    for (;;) {
      const parent = open.at(-1)
      if (parent === undefined) return at === tokens.length - 1 ? value : LOSSY
      place(parent, value)
      if (parent.next < parent.length) break
      value = parent.container
      open.pop()
    }
  }
  return LOSSY
}

/** @param {{ container: any, keys: string[] | undefined, next: number }} parent @param {unknown} value */
function place(parent, value) {
  const index = parent.next++
  if (parent.keys === undefined) parent.container.push(value)
  else Object.defineProperty(parent.container, /** @type {string} */ (parent.keys[index]), { value, enumerable: true, writable: true, configurable: true })
}

/**
 * @param {any} token @param {number} left tokens that follow: what a container says of its size is not believed
 * @returns {{ value: any, length: number, keys: string[] | undefined } | undefined}
 */
function beginToken(token, left) {
  switch (typeof token) {
    case 'string':
    case 'boolean': return { value: token, length: 0, keys: undefined }
    case 'number': return Number.isFinite(token) && !Object.is(token, -0) ? { value: token, length: 0, keys: undefined } : undefined
    case 'object': return token === null ? { value: null, length: 0, keys: undefined } : beginContainer(token, left)
    default: return undefined
  }
}

/** @param {any} token @param {number} left */
function beginContainer({ kind, length, keys }, left) {
  if (kind === 'array') return Number.isSafeInteger(length) && length >= 0 && length <= left ? { value: [], length, keys: undefined } : undefined
  if (kind !== 'object' || !Array.isArray(keys) || keys.length > left || keys.findIndex((key) => typeof key !== 'string') !== -1 || new Set(keys).size !== keys.length) return undefined
  return { value: {}, length: keys.length, keys }
}

/**
 * The tokens of a value; see `decodeTokens`.
 * @param {any} value lossless JSON
 * @returns {unknown[]}
 */
export function encodeTokens(value) {
  /** @type {unknown[]} */
  const tokens = []
  const pending = [value]
  while (pending.length > 0) {
    const current = pending.pop()
    if (typeof current !== 'object' || current === null) {
      tokens.push(current)
      continue
    }
    const keys = Array.isArray(current) ? undefined : Object.keys(current)
    tokens.push(keys === undefined ? { kind: 'array', length: current.length } : { kind: 'object', keys })
    const members = keys === undefined ? current : keys.map((key) => current[key])
    for (let index = members.length - 1; index >= 0; index--) pending.push(members[index])
  }
  return tokens
}
