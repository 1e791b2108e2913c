/**
 * Hints about names that are not there: members of namespaces, globals.
 */
import { IntrinsicSet, RegExpExec, SetHas, StringIncludes } from '../intrinsics.js'
import { IDENTIFIER, access, context, hasMember } from './hint-context.js'
import { builtinModules } from './module-loader.js'
import { describeMembers, findMember, membersOf, nearestMember, nearestNamespace } from './names.js'
import { IntrinsicRegExp, escapeRegExp, isDeclared, sourceHas } from './source.js'

const NOT_DEFINED = /^([\w$]+) is not defined$/

/** Names that other places have and this one has not. */
const ABSENT = Object.freeze({
  __proto__: null,
  module: 'a program is the body of a function: return what it is to give back',
  exports: 'a program is the body of a function: return what it is to give back',
  __dirname: 'a program has no file; process.cwd() is the working directory',
  __filename: 'a program has no file; process.cwd() is the working directory',
  window: 'there is no browser here; this is Node.js',
  document: 'there is no browser here; this is Node.js',
  localStorage: 'there is no browser here; this is Node.js',
  alert: 'there is no browser here; use console.log(…)',
  prompt: 'nobody can be asked while a program runs',
  print: 'use console.log(…)',
  True: 'write true',
  False: 'write false',
  None: 'write null',
  len: 'write value.length',
  str: 'write String(value)',
  Deno: 'this is Node.js; use its modules, such as await import(\'node:fs/promises\')',
  Bun: 'this is Node.js; use its modules, such as await import(\'node:fs/promises\')',
})

const modules = new IntrinsicSet(builtinModules)

/** @param {string} message */
export function referenceHint(message) {
  const name = RegExpExec(NOT_DEFINED, message)?.[1]
  if (name === undefined) return undefined
  if (name === 'require') return requireHint()
  const member = findMember(context.namespaces, name)
  if (member !== undefined) return `it is a member of ${member.global}: write ${access(member.global, member.name)}(…)`
  const namespace = nearestNamespace(context.namespaces, name)
  if (namespace !== undefined) return `did you mean ${namespace}?`
  const called = calledMember(name)
  if (called !== undefined) return `write ${access(called.global, called.name)}(…)`
  const absent = /** @type {Record<string, string>} */ (/** @type {unknown} */ (ABSENT))[name]
  if (absent !== undefined) return absent
  if (SetHas(modules, name)) return `write const ${name} = await import('node:${name}')`
  return undefined
}

const REQUIRE = /\brequire\(\s*(['"])([\w@/.:-]{1,100})\1\s*\)/

function requireHint() {
  const specifier = RegExpExec(REQUIRE, context.source)?.[2] ?? '…'
  const target = SetHas(modules, specifier) ? `node:${specifier}` : specifier
  return `there is no require here; write await import('${target}')`
}

/** The member in `name.member(…)`, where a namespace has one of that name. @param {string} name */
function calledMember(name) {
  const pattern = new IntrinsicRegExp(`(?<![\\w$.])${escapeRegExp(name)}\\s*\\.\\s*([\\w$]+)\\s*\\(`)
  const member = RegExpExec(pattern, context.source)
  return member === null ? undefined : findMember(context.namespaces, /** @type {string} */ (member[1]))
}

/** `tools.nope`, where no local variable is called tools. @param {string} global @param {string} name */
export function missingMember(global, name) {
  const names = membersOf(context.namespaces, global)
  if (names === undefined || hasMember(global, name) || StringIncludes(name, '(...)') || isDeclared(context.source, global)) return undefined
  const nearest = nearestMember(names, name)
  if (nearest !== undefined) return `${global} has no member ${name}; did you mean ${access(global, nearest)}?`
  const other = findMember(context.namespaces, name)
  if (other !== undefined) return `${global} has no member ${name}; did you mean ${access(other.global, other.name)}?`
  return `${global} has no member ${name}; ${describeMembers(global, names)}`
}

/** `const { nope } = tools`. @param {string} name */
export function destructuredHint(name) {
  if (RegExpExec(IDENTIFIER, name) === null) return undefined
  for (let index = 0; index < context.namespaces.length; index++) {
    const { global } = /** @type {import('../protocol.js').StartNamespace} */ (context.namespaces[index])
    if (sourceHas(context.source, `\\{[^{}()]*\\b${escapeRegExp(name)}\\b[^{}():]*\\}\\s*=\\s*${global}\\b(?!\\s*[.\\[(?])`)) return missingMember(global, name)
  }
  return undefined
}
