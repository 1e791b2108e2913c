import { RegExpExec } from '../intrinsics.js'
import { describeFailure } from './failure.js'
import { IDENTIFIER, context } from './hint-context.js'
import { hintsFor, unhandledHint } from './hints.js'
import { placeOfOnlyCall } from './source.js'

/** What a model reads of what its program threw. @param {unknown} thrown */
export const reportThrown = (thrown) => describeFailure(thrown, hintsFor(thrown), placeOf(thrown))

/** The same of a rejection that nothing handled. @param {unknown} reason */
export const reportUnhandled = (reason) => describeFailure(reason, hintsFor(reason) + unhandledHint(reason), placeOf(reason))

/** Where a call was made that nothing awaits, as far as the source tells for certain. @param {unknown} error */
function placeOf(error) {
  const member = context.calls.originOf(error)?.member
  if (member === undefined || RegExpExec(IDENTIFIER, member.name) === null) return undefined
  return placeOfOnlyCall(context.source, member.global, member.name)
}
