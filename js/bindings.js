/**
 * The names that a binding list may inject, and the request's shape: misuse by the caller is found here, before anything runs.
 */
import { describe } from './describe.js'

const ECMASCRIPT_WORDS = [
  'arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else', 'enum', 'eval',
  'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null',
  'package', 'private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void',
  'while', 'with', 'yield',
]
const PYTHON_WORDS = [
  'False', 'None', 'True', '_', 'and', 'as', 'assert', 'async', 'await', 'break', 'case', 'class', 'continue', 'def', 'del', 'elif', 'else',
  'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is', 'lambda', 'match', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return',
  'try', 'type', 'while', 'with', 'yield',
]

/** @type {ReadonlySet<string>} */
export const PORTABLE_RESERVED_WORDS = new Set([...ECMASCRIPT_WORDS, ...PYTHON_WORDS])
/** @type {ReadonlySet<string>} */
export const RESERVED_BINDING_GLOBALS = new Set(['console', '__dsh_main__', '__builtins__', '__name__', '__debug__'])
/** @type {ReadonlySet<string>} */
export const RESERVED_ERROR_MEMBERS = new Set(['name', 'message', 'stack', 'args', 'with_traceback', 'add_note'])
export const DUNDER_MEMBER = /^__.+__$/s

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/

/** @typedef {import('../index.d.ts').CodeBindingFunction} CodeBindingFunction */
/** @typedef {import('../index.d.ts').CodeBindingNamespace} CodeBindingNamespace */

/**
 * One member of one namespace.
 * @typedef {{ global: string, name: string, fn: CodeBindingFunction | undefined }} Member
 */

/**
 * What a run needs of its binding list.
 * @typedef {object} Bindings
 * @property {readonly import('./protocol.js').StartNamespace[]} namespaces as the worker is told
 * @property {readonly Member[]} members of all namespaces, in the order of `namespaces`
 */

/**
 * @param {unknown} bindings of a request
 * @returns {Bindings}
 * @throws {TypeError} for what breaks the contract
 */
export function resolveBindings(bindings) {
  if (!Array.isArray(bindings)) throw new TypeError(`request.bindings must be an array, got ${describe(bindings)}`)
  /** @type {Set<string>} */
  const injected = new Set()
  for (const namespace of bindings) addGlobal(namespace, injected)
  const namespaces = []
  /** @type {Member[]} */
  const members = []
  for (const { global, functions, errorClass } of /** @type {CodeBindingNamespace[]} */ (bindings)) {
    if (errorClass !== undefined) addErrorClass(errorClass, injected)
    const names = Object.keys(functions)
    for (const name of names) members.push({ global, name, fn: typeof functions[name] === 'function' ? functions[name] : undefined })
    namespaces.push({ global, names, ...errorClass === undefined ? {} : { errorClass: { name: errorClass.name, memberNameProperty: errorClass.memberNameProperty } } })
  }
  return { namespaces, members }
}

/** @param {any} namespace @param {Set<string>} injected */
function addGlobal(namespace, injected) {
  const global = namespace?.global
  requireUsable(global, 'binding global')
  if (injected.has(global)) throw new TypeError(`duplicate binding global ${JSON.stringify(global)}`)
  if (typeof namespace.functions !== 'object' || namespace.functions === null) throw new TypeError(`functions of binding global ${JSON.stringify(global)} must be an object, got ${describe(namespace.functions)}`)
  injected.add(global)
}

/** @param {any} errorClass @param {Set<string>} injected */
function addErrorClass(errorClass, injected) {
  const name = errorClass?.name
  requireUsable(name, 'binding error class')
  if (injected.has(name)) throw new TypeError(`duplicate injected global ${JSON.stringify(name)}`)
  const property = errorClass.memberNameProperty
  if (typeof property !== 'string' || property === '' || RESERVED_ERROR_MEMBERS.has(property) || DUNDER_MEMBER.test(property)) throw new TypeError(`binding error member property ${quote(property)} is not usable`)
  injected.add(name)
}

/** @param {unknown} name @param {string} what */
function requireUsable(name, what) {
  if (typeof name !== 'string' || !IDENTIFIER.test(name) || PORTABLE_RESERVED_WORDS.has(name)) throw new TypeError(`${what} ${quote(name)} is not a usable identifier`)
  if (RESERVED_BINDING_GLOBALS.has(name)) throw new TypeError(`reserved binding global ${JSON.stringify(name)}`)
}

/** @param {unknown} value */
const quote = (value) => typeof value === 'string' ? JSON.stringify(value) : describe(value)
