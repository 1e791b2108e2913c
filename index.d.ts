/**
 * Runs one model-written TypeScript program per fresh Node.js worker thread, against async functions of its host.
 *
 * ```js
 * import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'
 *
 * await using runtime = new WorkerThreadCodeRuntime({ computeMs: 10_000 })
 * const { value, logs, error } = await runtime.run({
 *   program: 'const total: number = await tools.add({ a: 2, b: 40 }); return total',
 *   bindings: [{ global: 'tools', functions: { add: async ({ a, b }) => a + b } }],
 * })
 * ```
 *
 * Units are part of the names: `…Ms` are milliseconds, `…Bytes` are bytes, `…Mb` are mebibytes (1,048,576 bytes).
 *
 * @packageDocumentation
 */

/// <reference types="node" />
/// <reference lib="esnext.disposable" />

// ---------------------------------------------------------------------------------------------------------------------
// The run: what goes in, what comes out
// ---------------------------------------------------------------------------------------------------------------------

/**
 * A value that crosses between host and program: lossless JSON.
 *
 * `null`, booleans, strings (lone surrogates too), finite numbers other than `-0`, dense plain arrays, and plain or
 * null-prototype objects with only enumerable string keys, recursively and to any depth. Refused: `undefined`,
 * functions, symbols, bigints, `NaN`, infinities, `-0`, holes, extra or non-enumerable or symbol properties, class
 * instances, `Date`, `Map`, boxed primitives, and cycles. The same object may occur twice. An accessor is read once,
 * and what was read is what crosses.
 */
export type CodeJsonValue = null | boolean | number | string | CodeJsonValue[] | { [key: string]: CodeJsonValue }

/**
 * A host function that the program calls as `await namespace.member(args)`.
 *
 * @param args the one argument of the call, lossless JSON rebuilt on the host's side. The program chose it: check it.
 * @returns a promise of lossless JSON of any size. A resolution that is not lossless rejects the program's call with
 *   `binding resolution must be lossless JSON: …`. One of megabytes is read over several turns of the event loop: do
 *   not change it once it is given. Whatever is thrown or rejected with becomes a rejection of that call
 *   in the program, an `Error` with the same message; it never touches the host.
 */
export type CodeBindingFunction = (args: unknown) => Promise<CodeJsonValue>

/** The error class that the rejected calls of a namespace are instances of, inside the program. */
export interface CodeBindingErrorClass {
  /**
   * The global that holds the class, and the `name` of its instances. The rules are those of
   * {@link CodeBindingNamespace.global}, and no two injected names of a run may be equal.
   */
  name: string
  /**
   * The own enumerable property of an instance that holds the called member's name. Not empty, not in
   * {@link RESERVED_ERROR_MEMBERS} and not of the form {@link DUNDER_MEMBER}; otherwise `run()` rejects, saying
   * `… member property … is not usable`.
   */
  memberNameProperty: string
}

/** A group of host functions that the program sees as the members of one global object without a prototype. */
export interface CodeBindingNamespace {
  /**
   * The global's name: it matches `[A-Za-z_][A-Za-z0-9_]*`, is not in {@link PORTABLE_RESERVED_WORDS} (otherwise
   * `run()` rejects, saying `… is not a usable identifier`), not in {@link RESERVED_BINDING_GLOBALS} (`reserved binding
   * global …`) and no other name of the run (`duplicate binding global …`, `duplicate injected global …`).
   */
  global: string
  /**
   * The members, in this order. Any string is an ordinary name, `__proto__`, `constructor` and `toString` too. Only own
   * enumerable properties count; calling one that holds no function rejects that call as an unknown binding.
   */
  functions: Record<string, CodeBindingFunction>
  /** The class of this namespace's rejections. Default: the program's own `Error`. */
  errorClass?: CodeBindingErrorClass
}

/** One run: the program and all that it may reach. Nothing is kept from one run to the next. */
export interface CodeRunRequest {
  /**
   * The source: the body of an async function in strict mode, so that top-level `await` and `return` work. TypeScript
   * types are removed, with every line and column kept. At most 2 MiB of UTF-8; a longer one ends as an `exception`.
   */
  program: string
  /** The namespaces that the program sees as globals. An empty array is fine. */
  bindings: CodeBindingNamespace[]
  /**
   * Ends the run as `abort` when it fires, before or during, also in the middle of a loop; the failure's message is
   * `String(signal.reason)`. Calls of bindings that are under way are not cancelled: give the same signal to what they
   * use.
   */
  signal?: AbortSignal
  /**
   * Called with each admitted entry of {@link CodeRunResult.logs}, in order, while the program runs. Of a run that ends as
   * `output-limit` the result may lack the last of them, which give way to its message. What this throws, or rejects with,
   * is contained.
   */
  onLog?: (text: string) => void
}

/** Why a run failed. */
export interface CodeRunFailure {
  /**
   * | kind | when |
   * |---|---|
   * | `exception` | the program did not parse, threw, or left an error unhandled (in a timer, in a promise nobody awaited) |
   * | `timeout` | `compute budget exhausted (Nms busy)` or `wall-clock ceiling reached (Nms)` |
   * | `abort` | {@link CodeRunRequest.signal} fired, or the runtime was disposed (`runtime disposed`) |
   * | `worker-exit` | the worker ended by itself, or hit a limit of heap or external memory, which the message names |
   * | `invalid-output` | the completion value is not lossless JSON; the message says where, what, and the way out |
   * | `output-limit` | `outer output exceeded N bytes` |
   */
  kind: 'exception' | 'timeout' | 'abort' | 'worker-exit' | 'invalid-output' | 'output-limit'
  /** Text for the author of the program, a person or a model. Positions are `program.ts:line:column` of its source. */
  message: string
}

/** What a run came to. A program that fails does not reject `run()`: it resolves with {@link CodeRunResult.error}. */
export interface CodeRunResult {
  /** What the program returned. Absent when it returned `undefined` and when it failed; `null` is a value. */
  value?: CodeJsonValue
  /**
   * What the program emitted, in order, one entry a console call or write. Present in failed runs as well, up to the
   * moment of the failure.
   */
  logs: string[]
  /** Present if the run failed, and only then. */
  error?: CodeRunFailure
}

/** What runs programs, whatever it runs them on. */
export interface CodeRuntime {
  /** The source language that `run` takes, in lower case. */
  readonly language: string
  /** What a run is isolated by, in lower case: a label, no security claim. */
  readonly isolation: string
  /** Runs one program; see {@link WorkerThreadCodeRuntime.run}. */
  run(request: CodeRunRequest): Promise<CodeRunResult>
}

// ---------------------------------------------------------------------------------------------------------------------
// The runtime
// ---------------------------------------------------------------------------------------------------------------------

/**
 * The settings of a runtime. Every field is optional. A field that breaks its rule, and a field that is none of these,
 * throws a `TypeError` at construction that names the field, the rule and the value it got.
 */
export interface WorkerThreadCodeRuntimeConfig {
  /**
   * The busy time that a program may use: milliseconds in which its worker's event loop is active, from the program's
   * start. Waiting for a binding costs nothing. Past it the run ends as `timeout`.
   *
   * Default 60,000. Otherwise: `config.computeMs must be a positive number`.
   */
  computeMs?: number
  /**
   * The longest time in milliseconds that a run may take, waiting included. Past it the run ends as `timeout`.
   *
   * Default 600,000 (10 minutes). Otherwise: `config.maxWallMs must be a positive number`, or
   * `config.maxWallMs must be at most 2147483647`.
   */
  maxWallMs?: number
  /**
   * The most that a result may hold: UTF-8 bytes of the JSON of `logs` plus those of the completion value, or of the
   * failure's message. At the cap everything is returned; one byte over it the run ends as `output-limit` with the
   * longest prefix of the logs that fits. What binding calls carry is not counted.
   *
   * Default 67,108,864 (64 MiB). Otherwise: `config.maxOutputBytes must be a safe integer of at least 4`.
   */
  maxOutputBytes?: number
  /**
   * The JavaScript heap that a program may use, in mebibytes. Past it the run ends as `worker-exit`.
   *
   * Default 512. Otherwise: `config.maxOldGenerationSizeMb must be a positive number`.
   */
  maxOldGenerationSizeMb?: number
  /**
   * The memory outside the JavaScript heap that a program may use (array buffers and the like), in mebibytes. Past it
   * the run ends as `worker-exit`.
   *
   * Default 1,024. Otherwise: `config.maxExternalMb must be a positive number`.
   */
  maxExternalMb?: number
  /**
   * How many workers are kept booted ahead of the runs that will use them, each for one program. The first are booted
   * at the first run, or by {@link WorkerThreadCodeRuntime.warm}. 0 turns it off: each run then boots its own worker.
   *
   * Default 1. Otherwise: `config.standbyWorkers must be a non-negative integer`.
   */
  standbyWorkers?: number
  /**
   * What becomes of TypeScript. `'strip'` removes types and takes erasable syntax only. `'transform'` also runs enums,
   * namespaces with values and parameter properties; a program without them takes the same path as under `'strip'`.
   *
   * Default `'strip'`. Otherwise: `config.typescript must be 'strip' or 'transform'`.
   */
  typescript?: 'strip' | 'transform'
  /**
   * How long, in milliseconds, a result waits for its worker to have exited. A worker that is stuck for longer, in a
   * system call for instance, is reaped behind the result's back, and `dispose()` still waits for it, up to a bound.
   *
   * Default 250; 0 waits for none. Otherwise: `config.teardownGraceMs must be a non-negative number`, or
   * `config.teardownGraceMs must be at most 2147483647`.
   */
  teardownGraceMs?: number
  /**
   * Whether a run that ends well without a value and without logs gets one log entry that says so, and why: there is no
   * `return`, a function was never called, the last expression was not returned.
   *
   * Default `false`. Otherwise: `config.completionNotes must be a boolean`.
   */
  completionNotes?: boolean
}

/**
 * Runs each program in a worker thread of its own that has run nothing before and serves nothing after.
 *
 * A worker thread contains accidents; it is no security boundary. A program has the rights of the host's process.
 */
export class WorkerThreadCodeRuntime implements CodeRuntime {
  /** @throws {TypeError} for a configuration that is not valid; see {@link WorkerThreadCodeRuntimeConfig}. */
  constructor(config?: WorkerThreadCodeRuntimeConfig)

  readonly language: 'typescript'
  readonly isolation: 'worker-thread'

  /**
   * Runs one program. Any number of runs may be under way at once.
   *
   * @returns a promise of the outcome. Everything that the program does, failing included, resolves. It rejects for
   *   misuse by the caller only: with a `TypeError` for a malformed request or binding list, with an `Error` after
   *   {@link dispose}.
   */
  run(request: CodeRunRequest): Promise<CodeRunResult>

  /**
   * Boots the standby workers ahead of the first run. Calling it is never necessary.
   *
   * @returns a promise that resolves when as many as {@link WorkerThreadCodeRuntimeConfig.standbyWorkers} are ready, at
   *   once if that is 0. It rejects with an `Error` after {@link dispose}, and if a worker cannot be booted.
   */
  warm(): Promise<void>

  /** What this runtime has done since it was constructed, as a new object at each call. */
  stats(): RuntimeStats

  /**
   * Ends every run under way as `abort` with the message `runtime disposed`, and all standby workers.
   *
   * @returns a promise that resolves when every worker has exited, or a bound for stuck ones has passed. It never
   *   rejects, and it is the same promise at each call.
   */
  dispose(): Promise<void>

  /** The same as {@link dispose}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>
}

// ---------------------------------------------------------------------------------------------------------------------
// TypeScript
// ---------------------------------------------------------------------------------------------------------------------

/** What a source is. */
export interface TypeScriptOptions {
  /**
   * `'body'`: a program, the body of an async function. `'module'`: a whole module, with static imports and exports, of
   * which those that name only types are removed.
   *
   * Default `'body'`. Any other value throws a `TypeError`.
   */
  mode?: 'body' | 'module'
}

/**
 * Removes type syntax by blanking it, so that everything that stays keeps its line and column (in UTF-16 code units).
 *
 * @throws {ProgramSyntaxError} for what does not parse, and for syntax that has no erasable form.
 */
export function stripTypeScript(source: string, options?: TypeScriptOptions): string

/** What {@link transformTypeScript} made. */
export interface TransformedTypeScript {
  /** The JavaScript. */
  code: string
  /** A source map (version 3, JSON text) from `code` to the source, or `null` when every position was kept. */
  map: string | null
}

/**
 * Like {@link stripTypeScript}, and compiles enums, namespaces with values and parameter properties to JavaScript. A
 * source without them is only blanked and needs no map.
 *
 * @throws {ProgramSyntaxError} for what does not parse, and for other syntax that has no erasable form.
 */
export function transformTypeScript(source: string, options?: TypeScriptOptions): TransformedTypeScript

/**
 * A source that is not taken. Its `message` is one sentence. The fields about the place are `null` where there is none
 * to point at, for instance when the source is too long.
 */
export class ProgramSyntaxError extends SyntaxError {
  /** Made by this package only. */
  private constructor(diagnostic: never)
  /** What is wrong, as a stable name for programs to compare; `docs/errors.md` lists them. */
  readonly code: string
  /** The line of the source, from 1. */
  readonly line: number | null
  /** The column of that line, from 1, in UTF-16 code units. */
  readonly column: number | null
  /** The source's line with a caret under the place, on two lines of text. */
  readonly excerpt: string | null
  /** What to write instead, in one line, or `null` where there is nothing certain to say. */
  readonly hint: string | null
}

// ---------------------------------------------------------------------------------------------------------------------
// Names that bindings cannot have
// ---------------------------------------------------------------------------------------------------------------------

/** The reserved words of ECMAScript and of Python: no name of a namespace or of an error class, on any backend. */
export const PORTABLE_RESERVED_WORDS: ReadonlySet<string>

/** Globals that a backend owns (`console`, `__dsh_main__`, …): no name of a namespace or of an error class. */
export const RESERVED_BINDING_GLOBALS: ReadonlySet<string>

/** Members that errors have in some language (`message`, `with_traceback`, …): no `memberNameProperty`. */
export const RESERVED_ERROR_MEMBERS: ReadonlySet<string>

/** Matches names of the form `__x__`: no `memberNameProperty`. */
export const DUNDER_MEMBER: RegExp

// ---------------------------------------------------------------------------------------------------------------------
// What operators see
// ---------------------------------------------------------------------------------------------------------------------

/** How a run ended: well, or with the kind of its failure. */
export type RunOutcome = 'completed' | CodeRunFailure['kind']

/**
 * The message on the channel `dsh-code-runtime-native:run:start` of `node:diagnostics_channel`, published when a
 * request has passed its checks and before its program is parsed. A request that makes `run()` reject leaves no record.
 *
 * Subscribers are handed the same object and must not write to it. Without subscribers no record is made.
 */
export interface RunStartRecord {
  /** Counts the runs that passed their checks, from 1, over all runtimes of this module instance. */
  readonly id: number
  /** The runtime's {@link CodeRuntime.isolation}. */
  readonly isolation: string
  /** When `run()` was called, as milliseconds since the Unix epoch. */
  readonly startedAtMs: number
  /** The UTF-8 length of the source. */
  readonly programBytes: number
  /** SHA-256 of the source as UTF-8, in lower-case hexadecimal. */
  readonly programSha256: string
}

/**
 * The message on the channel `dsh-code-runtime-native:run:end`, published just before the run's result is handed over:
 * exactly one for each {@link RunStartRecord}, whose fields it repeats.
 */
export interface RunEndRecord extends RunStartRecord {
  readonly outcome: RunOutcome
  /** The UTF-8 length of the failure's message; 0 for a run that completed. */
  readonly failureBytes: number
  /** From the call of `run()` to its result: the sum of {@link phases}. */
  readonly wallMs: number
  /** In which the event loop of the program's worker was active since the program started: what `computeMs` limits. */
  readonly busyMs: number
  readonly phases: RunPhases
  /** Where the run's worker came from. */
  readonly standby: RunStandby
  /**
   * Whether the worker had not exited, or the processes of its program were not found and killed, when `teardownGraceMs` was
   * over: that happens behind the result.
   */
  readonly isReapedLate: boolean
  readonly memory: RunMemory
  readonly calls: RunCalls
  readonly logs: RunLogs
  /** The UTF-8 length of the completion value's JSON text; 0 without a value. */
  readonly valueBytes: number
}

/** Where the time of a run went. A phase that was not reached took 0. */
export interface RunPhases {
  /** Checks of the request and its bindings. */
  readonly validateMs: number
  /** Removal, or transformation, of TypeScript. */
  readonly stripMs: number
  /** Until a worker was ready to take the program: the boot of one, unless a standby worker was there. */
  readonly workerWaitMs: number
  /** From handing the program to its worker to whatever ended it. */
  readonly programMs: number
  /** From the end of the program to the exit of its worker, or to the end of `teardownGraceMs`. */
  readonly teardownMs: number
}

/**
 * - `hit`: a worker was booted ahead and ready
 * - `booting`: one was being booted ahead, and the run waited for the rest of its boot
 * - `miss`: there was none, and the run booted its own
 * - `unused`: the run ended before it needed a worker
 */
export type RunStandby = 'hit' | 'booting' | 'miss' | 'unused'

/**
 * The largest sizes that were seen while the program ran. They are sampled, from a first moment after its start on, so
 * a short run has none: then they are `null`, and so they are where Node.js cannot tell.
 */
export interface RunMemory {
  /** The JavaScript heap of the worker, in bytes. */
  readonly peakHeapBytes: number | null
  /** Memory of the worker outside its heap, in bytes. */
  readonly peakExternalBytes: number | null
}

/** Counts of calls from the program to bindings. `started` is the sum of the other three. */
export interface RunCallCounts {
  /** Calls that reached the host. */
  readonly started: number
  /** Calls that were answered with a value. */
  readonly resolved: number
  /** Calls that were answered with a rejection. */
  readonly rejected: number
  /** Calls that had no answer when the run ended. */
  readonly inFlight: number
}

/** The calls of one member of a namespace. */
export interface RunMemberCalls extends RunCallCounts {
  /** The namespace: {@link CodeBindingNamespace.global}. */
  readonly global: string
  /** The member's name. */
  readonly member: string
}

/** The calls of a run: counts of all, and for each member that was called. */
export interface RunCalls extends RunCallCounts {
  /** The UTF-8 length of the JSON text of all arguments that reached the host. */
  readonly argumentBytes: number
  /** The UTF-8 length of the JSON text of all values that were sent back. */
  readonly resolutionBytes: number
  /** In the order of the first call of each. Calls of what is no member count above only. */
  readonly members: readonly RunMemberCalls[]
}

/** What a run emitted. */
export interface RunLogs {
  /** The length of the result's `logs`. */
  readonly entries: number
  /** What they count for in `maxOutputBytes`: the UTF-8 length of the JSON of `logs`. */
  readonly bytes: number
  /** Whether the output limit left something out. */
  readonly isCut: boolean
}

/** What a runtime did and holds. Counts are totals since its construction unless they say otherwise. */
export interface RuntimeStats {
  readonly runs: {
    /** Runs whose request passed its checks. */
    readonly started: number
    /** Runs under way now. */
    readonly live: number
    /** Runs that ended, by how they ended. */
    readonly ended: Readonly<Record<RunOutcome, number>>
    /** Sum of the times from call to result of the runs that ended. */
    readonly wallMs: number
    /** Sum of the busy times of the runs that ended. */
    readonly busyMs: number
  }
  readonly workers: {
    /** Workers that were started. */
    readonly booted: number
    /** Workers waiting booted now. */
    readonly standbyReady: number
    /** Workers being booted ahead now. */
    readonly standbyBooting: number
    /** Runs by where their worker came from. */
    readonly standby: Readonly<Record<RunStandby, number>>
    /** Workers that had not exited, or whose processes were not killed, when their result was handed over. */
    readonly reapedLate: number
    /** Those of them that have not exited yet. */
    readonly lingering: number
  }
  readonly calls: {
    /** Calls that reached the host. */
    readonly started: number
    /** Calls that were answered with a value. */
    readonly resolved: number
    /** Calls that were answered with a rejection. */
    readonly rejected: number
  }
  readonly logs: {
    /** Log entries that were admitted into results. */
    readonly entries: number
    /** Runs of which the output limit left something out. */
    readonly cutRuns: number
  }
}
