import { writeError } from './streams.js'

/** @typedef {'SIGHUP' | 'SIGINT' | 'SIGTERM'} EndingSignal */

/** @type {EndingSignal[]} */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM']

/**
 * Ends a run at the first Ctrl-C, or polite request to end. The next one finds no listener, and the system ends the
 * process.
 * @returns {{ signal: AbortSignal, receivedSignal: () => EndingSignal, release: () => void }}
 */
export function abortOnSignals() {
  const controller = new AbortController()
  /** @type {EndingSignal} */
  let received = 'SIGINT'
  const release = () => SIGNALS.forEach(name => process.off(name, onSignal))
  /** @param {NodeJS.Signals} name */
  const onSignal = name => {
    release()
    received = /** @type {EndingSignal} */ (name)
    const cause = name === 'SIGINT' ? 'Ctrl-C' : name
    void writeError(`\ndsh-code-run: ${cause}: ending the run; once more kills this process\n`)
    controller.abort(`interrupted by ${cause}`)
  }
  for (const name of SIGNALS) process.on(name, onSignal)
  return { signal: controller.signal, receivedSignal: () => received, release }
}
