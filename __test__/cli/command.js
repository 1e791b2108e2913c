import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const CLI = fileURLToPath(new URL('../../js/cli.js', import.meta.url))

/**
 * @typedef {object} Ended
 * @property {number | null} status
 * @property {NodeJS.Signals | null} signal
 * @property {string} stdout
 * @property {string} stderr
 */

/**
 * Starts the command line; the test's end ends it.
 * @param {string[]} args
 * @param {{ cwd?: string, stdin?: string }} [options]
 */
export function start(args, { cwd, stdin = '' } = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { cwd, stdio: 'pipe' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = { status: null, signal: null, stdout: '', stderr: '' }
  /** @type {Set<() => void>} */
  const watchers = new Set()
  for (const name of /** @type {const} */ (['stdout', 'stderr'])) {
    child[name].setEncoding('utf8').on('data', text => {
      ended[name] += text
      for (const watcher of watchers) watcher()
    })
  }
  child.stdin.on('error', () => {}).end(stdin)
  /** @type {Promise<Ended>} */
  const end = new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({ ...ended, status, signal }))
  })
  return {
    end,
    closeOutput: () => child.stdout.destroy(),
    /** @param {NodeJS.Signals} signal */
    kill: signal => child.kill(signal),
    /**
     * Resolves once standard error holds the text; fails if the command ends without it.
     * @param {string} text
     */
    errorOutput: async text => {
      /** @type {Promise<void>} */
      const seen = new Promise(resolve => {
        const watcher = () => ended.stderr.includes(text) && resolve()
        watchers.add(watcher)
        watcher()
      })
      await Promise.race([seen, end])
      if (!ended.stderr.includes(text)) throw new Error(`ended without '${text}':\n${ended.stdout}\n${ended.stderr}`)
    },
  }
}

/**
 * @param {string[]} args
 * @param {{ cwd?: string, stdin?: string }} [options]
 */
export const run = (args, options) => start(args, options).end

/**
 * Runs a program given as text.
 * @param {string} program
 * @param {string[]} [args]
 */
export const runText = (program, args = []) => run(['-', ...args], { stdin: program })

/**
 * @param {Record<string, string>} files
 * @returns {Promise<(name: string) => string>} the path of a file in a new folder, which the test's end removes
 */
export async function folderWith(files) {
  const folder = await mkdtemp(join(tmpdir(), 'dsh-code-run-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)))
  return name => join(folder, name)
}
