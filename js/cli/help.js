import { EXIT_STATUS } from './exit-status.js'

export const HELP = `Usage: dsh-code-run PROGRAM.ts [options]
       dsh-code-run -           (reads the program from standard input)

Runs a TypeScript program once, in a fresh worker thread. The program is the body of an async
function: it may use await and return at its top level. What it logs appears on standard error
while it runs; the value it returns is printed at the end, as JSON, on standard output.

Options
  -t, --tools MODULE.mjs   gives the program functions of this process; may be repeated
  -c, --config KEY=VALUE   sets a field of the runtime's configuration; may be repeated
  -j, --json               prints the result, logs included, as one line of JSON and nothing else
  -s, --stats              tells afterwards what the run took: time, memory, calls
  -h, --help               prints this text
  -v, --version            prints the version

Tools
  Every object that MODULE.mjs exports by name is a namespace. Its members are async functions
  that take one JSON value and resolve to one:

    export const fs = {
      read: async ({ path }) => readFile(path, 'utf8'),
    }

  and the program calls:  const text: string = await fs.read({ path: 'README.md' })

  To let the program tell failed calls from other errors, name an error class for the namespace:

    export const errorClasses = {
      fs: { name: 'FsError', memberNameProperty: 'operation' },
    }

  and the program may write:  catch (e) { if (e instanceof FsError) console.log(e.operation, e.message) }
  Exports that are no objects, and the default export, are left alone.

Configuration
  computeMs               milliseconds that the program may be busy (default 60000)
  maxWallMs               milliseconds that it may take, waits included (default 600000)
  maxOutputBytes          bytes of logs and value together (default 67108864)
  maxOldGenerationSizeMb  mebibytes of JavaScript heap (default 512)
  maxExternalMb           mebibytes outside the heap (default 1024)
  typescript              transform: enums, namespaces and parameter properties run, too
  completionNotes         true: a log entry says why a program ended without a value

Exit status
  ${EXIT_STATUS.completed}    the program completed
  ${EXIT_STATUS.exception}    exception: it did not parse, it threw, or it left an error unhandled
  ${EXIT_STATUS.usage}    the command line, the program file, the tools or the configuration are not usable
  ${EXIT_STATUS.timeout}    timeout: out of computeMs or maxWallMs
  ${EXIT_STATUS['worker-exit']}    worker-exit: the worker ended by itself or ran out of memory
  ${EXIT_STATUS['invalid-output']}    invalid-output: the value that it returned is no JSON
  ${EXIT_STATUS['output-limit']}    output-limit: logs and value are over maxOutputBytes
  ${EXIT_STATUS.internal}   a defect of this command or of the tools, not of the program
  ${EXIT_STATUS.SIGINT}  abort: ended by Ctrl-C; a second Ctrl-C kills at once
  ${EXIT_STATUS.SIGTERM}  abort: ended by SIGTERM
  ${EXIT_STATUS.SIGHUP}  abort: ended by SIGHUP

A worker thread is no sandbox: the program can do whatever you can. Run what you would run yourself.
`
