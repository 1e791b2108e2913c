import { uncurryThis } from '../intrinsics.js'
import { describeFailure } from './failure.js'
import { hintsFor, unhandledHint } from './hints.js'

const listenerCount = uncurryThis(process.listenerCount)

/**
 * An error that nobody handled ends the run, unless the program listens for such errors itself.
 * @param {import('./output.js').Output} output
 */
export function endOnUnhandledErrors(output) {
  process.on('uncaughtException', (error) => {
    if (listenerCount(process, 'uncaughtException') === 1) output.fail('exception', describeFailure(error, hintsFor(error)))
  })
  process.on('unhandledRejection', (reason) => {
    if (listenerCount(process, 'unhandledRejection') > 1) return
    output.fail('exception', describeFailure(reason, hintsFor(reason) + unhandledHint(reason)))
  })
}
