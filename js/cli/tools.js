import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from './usage-error.js'

/** @import { CodeBindingErrorClass, CodeBindingNamespace } from '../../index.js' */

/** The export that is no namespace: the error class of each namespace that has one. */
const ERROR_CLASSES = 'errorClasses'

/**
 * @param {string[]} paths
 * @returns {Promise<CodeBindingNamespace[]>} the namespaces of all modules, in order
 * @throws {UsageError}
 */
export async function loadTools(paths) {
  const perModule = await Promise.all(paths.map(async path => namespacesOf(path, await importModule(path))))
  return perModule.flat()
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, unknown>>}
 */
async function importModule(path) {
  try {
    return await import(pathToFileURL(resolve(path)).href)
  } catch (error) {
    throw new UsageError(`cannot load the tools ${path}: ${error instanceof Error ? error.stack : String(error)}`)
  }
}

/**
 * @param {string} path
 * @param {Record<string, unknown>} exported
 * @returns {CodeBindingNamespace[]}
 */
function namespacesOf(path, exported) {
  const { [ERROR_CLASSES]: errorClasses = {}, default: _, ...candidates } = exported
  if (!isObject(errorClasses)) throw new UsageError(`${path}: ${ERROR_CLASSES} is no object`)
  const namespaces = Object.entries(candidates)
    .filter(([, value]) => isObject(value))
    .map(([global, members]) => namespaceOf(path, global, /** @type {object} */ (members), errorClasses[global]))
  if (namespaces.length === 0) throw new UsageError(`${path} exports no object of functions by name`)
  const stray = Object.keys(errorClasses).find(global => !namespaces.some(namespace => namespace.global === global))
  if (stray !== undefined) throw new UsageError(`${path}: ${ERROR_CLASSES}.${stray} belongs to no exported namespace`)
  return namespaces
}

/**
 * @param {string} path
 * @param {string} global
 * @param {object} members
 * @param {unknown} errorClass
 * @returns {CodeBindingNamespace}
 */
function namespaceOf(path, global, members, errorClass) {
  for (const [member, value] of Object.entries(members)) {
    if (typeof value !== 'function') throw new UsageError(`${path}: ${global}.${member} is no function`)
  }
  // The runtime checks names and error classes; its message is good enough to show.
  const namespace = { global, functions: { ...members } }
  return errorClass === undefined
    ? namespace
    : { ...namespace, errorClass: /** @type {CodeBindingErrorClass} */ (errorClass) }
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null
}
