import { describe } from '../describe.js'
import { uncurryThis } from '../intrinsics.js'
import { describeFailure } from './failure.js'

const listenerCount = uncurryThis(process.listenerCount)

/**
 * An error that nobody handled ends the run, unless the program listens for such errors itself.
 * @param {import('./output.js').Output} output
 * @param {import('./calls.js').Calls} calls
 */
export function endOnUnhandledErrors(output, calls) {
  process.on('uncaughtException', (error) => {
    if (listenerCount(process, 'uncaughtException') === 1) output.fail('exception', describeFailure(error))
  })
  process.on('unhandledRejection', (reason) => {
    if (listenerCount(process, 'unhandledRejection') > 1) return
    const member = calls.originOf(reason)
    const note = member === undefined ? '' : `\nThe call ${member.global}.${describe(member.name)}(…) was not awaited, so nothing could catch its error.`
    output.fail('exception', describeFailure(reason) + note)
  })
}
