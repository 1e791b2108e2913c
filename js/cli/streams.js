/**
 * Everything that a terminal may act upon, except line feed and tab: a program's text must not move the cursor, retitle
 * the window or write to the clipboard.
 */
// oxlint-disable-next-line no-control-regex
const TERMINAL_CONTROLS = /[\0-\x08\x0b-\x1f\x7f-\x9f]/g

/** @param {string} text */
export const writeOutput = text => write(process.stdout, text)

/** @param {string} text */
export const writeError = text => write(process.stderr, text)

/**
 * Writes to standard error what a program had a say in, ended by a line feed.
 * @param {string} text
 */
export function writeForeign(text) {
  const shown = process.stderr.isTTY ? escapeControls(text) : text
  return writeError(shown.endsWith('\n') ? shown : `${shown}\n`)
}

/** @param {string} text */
export function escapeControls(text) {
  return text.replace(TERMINAL_CONTROLS, control => `\\x${control.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/**
 * @param {NodeJS.WriteStream} stream
 * @param {string} text
 * @returns {Promise<void>} resolves when the text is written, or the reader has gone (`dsh-code-run … | head`)
 */
function write(stream, text) {
  return new Promise(done => {
    stream.write(text, () => done())
  })
}

// A reader that has gone is no failure of the run. Each write's callback hears of it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
