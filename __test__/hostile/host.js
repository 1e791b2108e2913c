/**
 * A host that runs one hostile program, in a process of its own: it tells the result, whether a healthy program runs after
 * it, and what became of the process itself.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A host that hangs is killed after this long, in milliseconds. */
const MAX_MS = 150_000

/**
 * @typedef {object} Order
 * @property {string} program
 * @property {object} [config] of the runtime
 * @property {string} [input] what the host finds on its standard input
 * @property {readonly string[]} [execArgv]
 * @property {boolean} [leaves] does the host end with `process.exit(7)` right after the result, without disposal?
 * @property {number} [beside] how many innocent programs run beside the hostile one
 * @property {number} [copies] how many of the hostile one run at once
 */
/**
 * @typedef {object} Observed
 * @property {any} result
 * @property {any} healthy result of the healthy program
 * @property {number} lingering threads that have not ended
 * @property {any[]} beside results of the innocent programs
 * @property {any[]} others results of the other copies
 * @property {number | null} status
 * @property {NodeJS.Signals | null} signal
 * @property {string} output
 * @property {string} errors
 * @property {number} residentBytes most of the process's resident memory
 */

/** @param {Order} order @returns {Promise<Observed>} */
export function runInHost({ input = '', execArgv = [], ...order }) {
  const host = fork(fileURLToPath(new URL('host-process.js', import.meta.url)), [JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    execArgv: [...execArgv],
    env: { PATH: process.env.PATH, HOST_SECRET: 'the-secret-of-the-host' },
  })
  host.stdin?.on('error', () => {})
  host.stdin?.write(input)
  /** @type {any} */
  let told
  let output = ''
  let errors = ''
  host.on('message', (message) => { told = message })
  host.stdout?.setEncoding('utf8').on('data', (text) => { output += text })
  host.stderr?.setEncoding('utf8').on('data', (text) => { errors += text })
  const timer = setTimeout(() => host.kill('SIGKILL'), MAX_MS)
  return new Promise((resolve) => {
    host.on('close', (status, signal) => {
      clearTimeout(timer)
      resolve({ ...told, status, signal, output, errors })
    })
  })
}

/** What every hostile program leaves behind: a host that lives, runs others, ends by itself, and whose terminal is clean. */
export const UNHARMED = { healthy: { value: 'alive', logs: [] }, status: 0, signal: null, output: '', errors: '' }
