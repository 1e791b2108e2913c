/**
 * Tools over the working directory, read-only: `fs.list`, `fs.read`, `fs.grep` and `git.log`. What they throw is
 * written for the author of the program.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { promisify } from 'node:util'

const ROOT = await realpath(process.cwd())
const SKIPPED_FOLDERS = new Set(['.git', 'node_modules', 'target'])
const MAX_READ_BYTES = 1024 * 1024
const MAX_LOG_ENTRIES = 1000
const NUL = '\0'

const run = promisify(execFile)

/** @typedef {{ path: string, bytes: number }} FileEntry */

export const fs = {
  /**
   * `{ path? }` → all files under a folder, sorted by path; build output and dependencies are left out.
   * @param {any} [args]
   */
  list: async args => await filesUnder(await insideRoot(textField(args, 'path', '.'))),

  /**
   * `{ path }` → the text of a file of at most 1 MiB.
   * @param {any} args
   */
  read: async args => await readText(await insideRoot(textField(args, 'path'))),

  /**
   * `{ pattern, path? }` → the lines under a folder that match a regular expression, as `{ path, line, text }`.
   * @param {any} args
   */
  grep: async args => {
    const pattern = new RegExp(textField(args, 'pattern'), 'u')
    const files = await filesUnder(await insideRoot(textField(args, 'path', '.')))
    const perFile = await Promise.all(files.map(file => matchesIn(file, pattern)))
    return perFile.flat()
  },
}

export const git = {
  /**
   * `{ limit? }` → the newest commits, as `{ hash, author, date, subject }`.
   * @param {any} [args]
   */
  log: async args => {
    const limit = Math.min(args?.limit ?? 20, MAX_LOG_ENTRIES)
    const format = ['%h', '%an', '%aI', '%s'].join('%x00')
    const output = await runGit(['log', `--max-count=${Number(limit)}`, `--format=${format}`])
    return output.split('\n').filter(line => line !== '').map(line => {
      const [hash = '', author = '', date = '', subject = ''] = line.split(NUL)
      return { hash, author, date, subject }
    })
  },
}

export const errorClasses = {
  fs: { name: 'FsError', memberNameProperty: 'operation' },
  git: { name: 'GitError', memberNameProperty: 'operation' },
}

/**
 * @param {any} args
 * @param {string} field
 * @param {string} [fallback]
 * @returns {string}
 */
function textField(args, field, fallback) {
  const value = args?.[field] ?? fallback
  if (typeof value !== 'string') throw new TypeError(`give { ${field}: string }`)
  return value
}

/**
 * @param {string} path
 * @returns {Promise<string>} the path without links, which is the root or below it
 */
async function insideRoot(path) {
  const real = await realpath(resolve(ROOT, path)).catch(() => {
    throw new Error(`no such file or folder: ${path}`)
  })
  if (real !== ROOT && !real.startsWith(ROOT + sep)) throw new Error(`outside of the repository: ${path}`)
  return real
}

/**
 * @param {string} folder
 * @returns {Promise<FileEntry[]>}
 */
async function filesUnder(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  const perEntry = await Promise.all(entries.map(async entry => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : await filesUnder(path)
    return entry.isFile() ? [{ path: relative(ROOT, path).replaceAll(sep, '/'), bytes: (await stat(path)).size }] : []
  }))
  return perEntry.flat().toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** @param {string} path */
async function readText(path) {
  const { size } = await stat(path)
  if (size > MAX_READ_BYTES) throw new Error(`${relative(ROOT, path)} has ${size} bytes, more than ${MAX_READ_BYTES}`)
  const text = await readFile(path, 'utf8')
  if (text.includes(NUL)) throw new Error(`${relative(ROOT, path)} is no text`)
  return text
}

/**
 * @param {FileEntry} file
 * @param {RegExp} pattern
 */
async function matchesIn({ path, bytes }, pattern) {
  if (bytes > MAX_READ_BYTES) return []
  const text = await readFile(join(ROOT, path), 'utf8')
  if (text.includes(NUL)) return []
  return text.split('\n')
    .map((line, index) => ({ path, line: index + 1, text: line }))
    .filter(line => pattern.test(line.text))
}

/** @param {string[]} args */
async function runGit(args) {
  try {
    const { stdout } = await run('git', args, { cwd: ROOT, maxBuffer: MAX_READ_BYTES * 16 })
    return stdout
  } catch (error) {
    const { code, stderr } = /** @type {{ code?: unknown, stderr?: string }} */ (error)
    throw new Error(code === 'ENOENT' ? 'git is not installed' : stderr?.trim() || 'git failed', { cause: error })
  }
}
