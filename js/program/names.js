/**
 * Names of namespaces and members that a program may have meant.
 */
import { IntrinsicUint8Array, StringCharCodeAt, StringSlice, StringToLowerCase } from '../intrinsics.js'

/** @typedef {import('../protocol.js').StartNamespace} StartNamespace */

/** How many members are listed, and how many UTF-16 units their names may take. */
const MAX_LISTED = 12
const MAX_LISTED_LENGTH = 240
/** Longer names are compared whole only. */
const MAX_COMPARED = 64

/**
 * @param {readonly StartNamespace[]} namespaces @param {string} global
 * @returns {readonly string[] | undefined}
 */
export function membersOf(namespaces, global) {
  for (let index = 0; index < namespaces.length; index++) {
    const namespace = /** @type {StartNamespace} */ (namespaces[index])
    if (namespace.global === global) return namespace.names
  }
  return undefined
}

/**
 * The one member of that name, whatever its case and its separators, in any namespace.
 * @param {readonly StartNamespace[]} namespaces @param {string} name
 * @returns {{ global: string, name: string } | undefined} nothing where there are several
 */
export function findMember(namespaces, name) {
  const sought = plain(name)
  /** @type {{ global: string, name: string } | undefined} */
  let found
  for (let index = 0; index < namespaces.length; index++) {
    const { global, names } = /** @type {StartNamespace} */ (namespaces[index])
    for (let member = 0; member < names.length; member++) {
      const candidate = /** @type {string} */ (names[member])
      if (plain(candidate) !== sought) continue
      if (found !== undefined) return undefined
      found = { global, name: candidate }
    }
  }
  return found
}

/**
 * @param {readonly StartNamespace[]} namespaces @param {string} name
 * @returns {string | undefined}
 */
export function nearestNamespace(namespaces, name) {
  let found
  for (let index = 0; index < namespaces.length; index++) {
    const { global } = /** @type {StartNamespace} */ (namespaces[index])
    if (distance(plain(global), plain(name)) > 1 || name.length < 3) continue
    if (found !== undefined) return undefined
    found = global
  }
  return found
}

/**
 * The member that is nearest to a name: the same but for case and separators, or a few letters away.
 * @param {readonly string[]} names @param {string} name
 * @returns {string | undefined} nothing where none is near, or several are
 */
export function nearestMember(names, name) {
  const sought = plain(name)
  const limit = sought.length < 4 ? 1 : sought.length < 8 ? 2 : 3
  let best
  let least = limit + 1
  for (let index = 0; index < names.length; index++) {
    const candidate = /** @type {string} */ (names[index])
    const away = distance(plain(candidate), sought)
    if (away < least) {
      least = away
      best = candidate
    } else if (away === least) best = undefined
  }
  return least > limit ? undefined : best
}

/**
 * @param {string} global @param {readonly string[]} names
 * @returns {string} such as `its members are add, fail`
 */
export function describeMembers(global, names) {
  if (names.length === 0) return 'it has none'
  let list = ''
  for (let index = 0; index < names.length && index < MAX_LISTED; index++) list += `${index === 0 ? '' : ', '}${names[index]}`
  if (names.length > MAX_LISTED || list.length > MAX_LISTED_LENGTH) return `Object.keys(${global}) has the names of its ${names.length} members`
  return names.length === 1 ? `its only member is ${list}` : `its members are ${list}`
}

/** In lower case and without separators. @param {string} name */
function plain(name) {
  const lower = StringToLowerCase(name.length > MAX_COMPARED ? '' : name)
  let text = ''
  for (let index = 0; index < lower.length; index++) {
    const unit = StringCharCodeAt(lower, index)
    if (unit !== 0x5f && unit !== 0x2d && unit !== 0x2e && unit !== 0x24) text += StringSlice(lower, index, index + 1)
  }
  return text === '' ? name : text
}

/** Levenshtein's distance. @param {string} first @param {string} second */
function distance(first, second) {
  if (first.length > MAX_COMPARED || second.length > MAX_COMPARED) return first === second ? 0 : Infinity
  const row = new IntrinsicUint8Array(second.length + 1)
  for (let column = 0; column <= second.length; column++) row[column] = column
  for (let line = 1; line <= first.length; line++) {
    let diagonal = line - 1
    row[0] = line
    for (let column = 1; column <= second.length; column++) {
      const above = /** @type {number} */ (row[column])
      const left = /** @type {number} */ (row[column - 1])
      const isSame = StringCharCodeAt(first, line - 1) === StringCharCodeAt(second, column - 1)
      const least = above < left ? above : left
      row[column] = isSame ? diagonal : (diagonal < least ? diagonal : least) + 1
      diagonal = above
    }
  }
  return /** @type {number} */ (row[second.length])
}
