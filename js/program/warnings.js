import { StringIncludes } from '../intrinsics.js'
import { describe, messageOf, peek } from '../describe.js'

/**
 * Warnings of Node.js become log entries, without the number of the host's process. One is no news to a program: that the
 * loader which its `import()` goes through is experimental was our choice.
 * @param {(text: string) => void} emit
 */
export function logWarnings(emit) {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    const message = messageOf(warning)
    if (StringIncludes(message, 'USE_MAIN_CONTEXT_DEFAULT_LOADER')) return
    const code = peek(warning, 'code')
    emit(`${typeof code === 'string' ? `[${code}] ` : ''}${describe(peek(warning, 'name'))}: ${message}`)
  })
}
