/** What users of the package may write, and what the compiler must tell them. It is compiled and never run. */
import { subscribe } from 'node:diagnostics_channel'
import {
  DUNDER_MEMBER,
  PORTABLE_RESERVED_WORDS,
  ProgramSyntaxError,
  RESERVED_BINDING_GLOBALS,
  RESERVED_ERROR_MEMBERS,
  WorkerThreadCodeRuntime,
  stripTypeScript,
  transformTypeScript,
} from 'dsh-code-runtime-native'
import type {
  CodeBindingNamespace,
  CodeJsonValue,
  CodeRunFailure,
  CodeRuntime,
  RunEndRecord,
  RunStartRecord,
  WorkerThreadCodeRuntimeConfig,
} from 'dsh-code-runtime-native'

const everything: Required<WorkerThreadCodeRuntimeConfig> = {
  computeMs: 1,
  maxWallMs: 1,
  maxOutputBytes: 4,
  maxOldGenerationSizeMb: 1,
  maxExternalMb: 1,
  standbyWorkers: 0,
  typescript: 'transform',
  teardownGraceMs: 0,
  completionNotes: true,
}
await using runtime = new WorkerThreadCodeRuntime(everything)
void (new WorkerThreadCodeRuntime() satisfies CodeRuntime)
// @ts-expect-error a misspelled field
void new WorkerThreadCodeRuntime({ computeMS: 1 })
// @ts-expect-error a number written as text
void new WorkerThreadCodeRuntime({ computeMs: '1' })
// @ts-expect-error no such mode
void new WorkerThreadCodeRuntime({ typescript: 'check' })

const namespace: CodeBindingNamespace = {
  global: 'fs',
  functions: {
    read: async args => String(args),
    list: async () => [{ path: 'a', bytes: 1 }, null],
    // @ts-expect-error a Date is no JSON
    modified: async () => new Date(),
    // @ts-expect-error neither is undefined
    write: async () => undefined,
    // @ts-expect-error the result is promised
    size: () => 1,
  },
  errorClass: { name: 'FsError', memberNameProperty: 'operation' },
}

const { value, logs, error } = await runtime.run({
  program: 'return 1',
  bindings: [namespace],
  signal: AbortSignal.timeout(1000),
  onLog: text => console.log(text.length),
})
// @ts-expect-error bindings are never implied
void runtime.run({ program: '' })
// @ts-expect-error the value may be absent
value satisfies CodeJsonValue
value satisfies CodeJsonValue | undefined
logs satisfies string[]

function status(failure: CodeRunFailure): number {
  switch (failure.kind) {
    case 'exception': return 1
    case 'timeout': return 2
    case 'abort': return 3
    case 'worker-exit': return 4
    case 'invalid-output': return 5
    case 'output-limit': return 6
  }
}
if (error) status(error)

stripTypeScript('const a: 1 = 1') satisfies string
const { code, map } = transformTypeScript('export enum E { A }', { mode: 'module' })
code satisfies string
map satisfies string | null
// @ts-expect-error no such mode
stripTypeScript('', { mode: 'script' })

try {
  stripTypeScript('enum')
} catch (caught) {
  if (caught instanceof ProgramSyntaxError) {
    caught satisfies SyntaxError
    ;[caught.code, caught.message] satisfies string[]
    ;[caught.line, caught.column] satisfies (number | null)[]
    ;[caught.excerpt, caught.hint] satisfies (string | null)[]
  }
}
// @ts-expect-error only the package makes them
void new ProgramSyntaxError()

const sets = [PORTABLE_RESERVED_WORDS, RESERVED_BINDING_GLOBALS, RESERVED_ERROR_MEMBERS]
sets satisfies ReadonlySet<string>[]
// @ts-expect-error they are everyone's
PORTABLE_RESERVED_WORDS.add('x')
DUNDER_MEMBER.test('__x__') satisfies boolean

subscribe('dsh-code-runtime-native:run:start', message => (message as RunStartRecord).programSha256)
subscribe('dsh-code-runtime-native:run:end', message => {
  const record = message as RunEndRecord
  record.phases.stripMs satisfies number
  record.calls.members.map(({ global, member, rejected }) => `${global}.${member}: ${rejected}`)
  record.memory.peakHeapBytes satisfies number | null
  // @ts-expect-error a record is shared by its subscribers
  record.outcome = 'completed'
})
runtime.stats().runs.ended['worker-exit'] satisfies number
runtime.stats().workers.standby.hit satisfies number
