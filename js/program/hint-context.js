/**
 * What hints rest on: the source, the bindings of the run, and where calls came from.
 */
import { JSONStringify, RegExpExec, StringSlice } from '../intrinsics.js'
import { lineOf } from './excerpt.js'
import { membersOf } from './names.js'
import { framesOf } from './stack.js'

/** @typedef {import('../protocol.js').StartNamespace} StartNamespace */
/**
 * What hints rest on.
 * @typedef {object} Context
 * @property {string} source
 * @property {string} [code] what runs, where its lines and columns are those of the source
 * @property {readonly StartNamespace[]} namespaces
 * @property {Pick<import('./calls.js').Calls, 'originOf'>} calls
 */

/** @type {Context} */
export let context = { source: '', namespaces: [], calls: { originOf: () => undefined } }

/** @param {Context} run */
export function setHintContext(run) {
  context = run
}

export const IDENTIFIER = /^[A-Za-z_$][\w$]*$/

/** How a program writes a member. @param {string} global @param {string} name */
export const access = (global, name) => RegExpExec(IDENTIFIER, name) === null ? `${global}[${JSONStringify(name)}]` : `${global}.${name}`

/** @param {string} global @param {string} name */
export function hasMember(global, name) {
  const names = membersOf(context.namespaces, global) ?? []
  for (let index = 0; index < names.length; index++) if (names[index] === name) return true
  return false
}

/** The source's line before the place where an error was made. @param {object} error */
export function textBefore(error) {
  const frames = framesOf(error)
  if (frames === undefined || frames.line === 0) return ''
  return StringSlice(lineOf(context.source, frames.line) ?? '', 0, frames.column - 1)
}
