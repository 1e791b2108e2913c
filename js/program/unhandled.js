import { uncurryThis } from '../intrinsics.js'
import { reportThrown, reportUnhandled } from './report.js'

const listenerCount = uncurryThis(process.listenerCount)

/**
 * An error that nobody handled ends the run, unless the program listens for such errors itself.
 * @param {import('./output.js').Output} output
 */
export function endOnUnhandledErrors(output) {
  process.on('uncaughtException', (error) => {
    if (listenerCount(process, 'uncaughtException') === 1) output.fail('exception', reportThrown(error))
  })
  process.on('unhandledRejection', (reason) => {
    if (listenerCount(process, 'unhandledRejection') > 1) return
    output.fail('exception', reportUnhandled(reason))
  })
}
