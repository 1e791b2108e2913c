#!/usr/bin/env node
/** The command line: one program, run once. `js/cli/help.js` says what it does. */
import { readFileSync } from 'node:fs'
import { EXIT_STATUS } from './cli/exit-status.js'
import { HELP } from './cli/help.js'
import { readInvocation } from './cli/invocation.js'
import { runProgram } from './cli/run-program.js'
import { UsageError } from './cli/usage-error.js'
import { writeError, writeOutput } from './cli/streams.js'

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit status
 */
async function main(args) {
  const invocation = readInvocation(args)
  if (invocation.action === 'help') {
    await writeOutput(HELP)
    return EXIT_STATUS.completed
  }
  if (invocation.action === 'version') {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
    await writeOutput(`${manifest.version}\n`)
    return EXIT_STATUS.completed
  }
  return await runProgram(invocation)
}

/**
 * @param {unknown} error
 * @returns {Promise<number>} the exit status
 */
async function explain(error) {
  if (error instanceof UsageError) {
    await writeError(`dsh-code-run: ${error.message}\nTry: dsh-code-run --help\n`)
    return EXIT_STATUS.usage
  }
  await writeError(`dsh-code-run: ${error instanceof Error ? error.stack : String(error)}\n`)
  return EXIT_STATUS.internal
}

// A tools module can fail outside of any call, in a timer for instance.
process.on('uncaughtException', async error => process.exit(await explain(error)))

// Exits by itself: a tools module may hold sockets or timers that would keep the process.
process.exit(await main(process.argv.slice(2)).catch(explain))
