/**
 * Files as a program is told of them: by their path below the working directory, and never by where that is on the host.
 */
import { StringIndexOf, StringLastIndexOf, StringSlice, StringStartsWith } from '../intrinsics.js'

const MAX_LENGTH = 100

const { cwd, platform, getBuiltinModule } = process

/** @type {{ url: string, path: string } | undefined} */
let found

/** The working directory, as a URL and as a path; both end with a separator. Few programs ask, and URLs take part of a boot to load. */
const directory = () => found ??= {
  url: `${getBuiltinModule('node:url').pathToFileURL(cwd()).href}/`,
  path: `${cwd()}${platform === 'win32' ? '\\' : '/'}`,
}

/**
 * @param {string} file path or URL
 * @returns {string} such as `lib/rows.js`
 */
export function displayName(file) {
  const { url, path } = directory()
  if (StringStartsWith(file, url)) return shorten(StringSlice(file, url.length))
  if (StringStartsWith(file, path)) return shorten(StringSlice(file, path.length))
  const packages = StringLastIndexOf(file, 'node_modules/')
  if (packages !== -1) return shorten(StringSlice(file, packages))
  if (StringStartsWith(file, 'file:') || file[0] === '/') return shorten(`…${StringSlice(file, StringLastIndexOf(file, '/'))}`)
  return shorten(file)
}

/** @param {string} name */
const shorten = (name) => name.length > MAX_LENGTH ? `${StringSlice(name, 0, MAX_LENGTH)}…` : name

/** Errors of Node.js's loader, whose messages tell where the host's files are. */
const LOADER_CODES = Object.freeze({ __proto__: null, ERR_MODULE_NOT_FOUND: true, ERR_UNSUPPORTED_DIR_IMPORT: true, ERR_PACKAGE_PATH_NOT_EXPORTED: true, ERR_UNKNOWN_FILE_EXTENSION: true, ERR_PACKAGE_IMPORT_NOT_DEFINED: true, MODULE_NOT_FOUND: true })

/** @param {unknown} code of an error */
export const isLoaderCode = (code) => typeof code === 'string' && code in LOADER_CODES

/** A message with the working directory left out of its paths. @param {string} message */
export function withoutDirectory(message) {
  const { url, path } = directory()
  return replaceAll(replaceAll(message, url, './'), path, './')
}

/** @param {string} text @param {string} sought @param {string} replacement */
function replaceAll(text, sought, replacement) {
  let replaced = ''
  let start = 0
  for (let at = StringIndexOf(text, sought); at !== -1; at = StringIndexOf(text, sought, start)) {
    replaced += StringSlice(text, start, at) + replacement
    start = at + sought.length
  }
  return replaced + StringSlice(text, start)
}
