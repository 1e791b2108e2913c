/**
 * What ordinary code does by accident that would reach past its worker, into the host's process or its terminal: refused, or
 * led to where the program's own output goes. Help against accidents and no security: a worker thread cannot be confined.
 *
 * Most entries replace a function in the layer below Node.js's modules, before those modules are loaded: so all forms of a
 * module are covered, for `import` and `require` alike.
 */
import { format } from 'node:util'
import workerThreads from 'node:worker_threads'
import { ObjectDefineProperty, ObjectGetOwnPropertyDescriptor, ReflectApply, ReflectConstruct, RegExpExec, dataDescriptor } from '../intrinsics.js'
import { STARTED_PROCESS, controlOf } from '../ring.js'
import { childReplacements } from './children.js'
import { syncBuiltinESMExports } from './module-loader.js'
import { nestedReplacement } from './nested.js'
import { descriptorReplacements, fileJobReplacements, isStandard, refusal } from './descriptors.js'

const { store } = Atomics
const { getBuiltinModule, pid, ppid } = process

/** @typedef {(original: Function) => unknown} Replacement */
/** @typedef {{ on: any, name: string, why: string, by: Replacement }} Entry */

/** A function that throws instead. @param {string} message @returns {Replacement} */
const refuse = (message) => () => function() {
  throw refusal(message)
}

/** A function whose first argument must be no standard descriptor. @type {Replacement} */
const refuseStandard = (original) => /** @this {unknown} */ function(/** @type {any[]} */ ...args) {
  if (isStandard(args[0])) throw refusal(`descriptor ${args[0]} is the host's; use console.log() or process.stdout`)
  return new.target ? ReflectConstruct(original, args, new.target === /** @type {unknown} */ (original) ? original : new.target) : ReflectApply(original, this, args)
}

/** @typedef {{ emit: (text: string) => void, memory: SharedArrayBuffer, marker: string, ports: import('./isolate.js').HostPorts }} Context */

/** @param {Context} context @returns {readonly Entry[]} */
const processTable = ({ emit }) => [
  { on: process, name: '_kill', by: refuseKill, why: "the process is the host's" },
  { on: process, name: '_rawDebug', by: () => (/** @type {unknown[]} */ ...values) => emit(ReflectApply(format, undefined, values)), why: "writes to the host's terminal" },
  { on: process, name: '_getActiveHandles', by: () => () => [], why: 'gives the ports to the host, whose messages Node.js believes' },
]

/** @param {Context} context @returns {readonly Entry[]} */
function moduleTable({ emit, memory, marker, ports }) {
  /** A function that does nothing, and says so where its caller looks. @param {string} message @returns {Replacement} */
  const ignore = (message) => () => () => emit(message)
  const control = controlOf(memory)
  const onStart = () => store(control, STARTED_PROCESS, 1)
  const { Pipe, constants } = binding('pipe_wrap')
  const children = childReplacements({ emit, marker, Pipe, pipeKind: constants?.SOCKET, onStart })
  const fs = binding('fs')
  const descriptors = Object.entries(descriptorReplacements(emit))
  const jobs = fileJobReplacements()
  const inspector = binding('inspector')
  // In this one there is no layer below that could be reached.
  const v8 = getBuiltinModule('node:v8')
  return [
    ...descriptors.map(([name, by]) => ({ on: fs, name, by, why: "descriptors 0 to 2 are the host's" })),
    { on: fs.ReadFileJob?.prototype, name: 'run', by: jobs.read, why: 'as above' },
    { on: fs.WriteFileJob?.prototype, name: 'run', by: jobs.write, why: 'as above' },
    { on: Pipe?.prototype, name: 'open', by: refuseStandard, why: 'new net.Socket({ fd: 0 }) reads what is typed for the host, and closes it' },
    { on: binding('tcp_wrap').TCP?.prototype, name: 'open', by: refuseStandard, why: 'as above, where it is a socket' },
    { on: binding('tty_wrap'), name: 'TTY', by: refuseStandard, why: 'as above, where it is a terminal, whose modes it changes' },
    { on: binding('process_wrap').Process?.prototype, name: 'spawn', by: children.spawn, why: "children inherit the host's terminal" },
    { on: binding('spawn_sync'), name: 'spawn', by: children.spawnSync, why: 'as above' },
    { on: binding('os'), name: 'setPriority', by: refusePriority, why: "the process is the host's" },
    { on: v8, name: 'setFlagsFromString', by: ignore('v8.setFlagsFromString() was ignored: flags are of the whole process'), why: 'flags are of the process' },
    { on: v8, name: 'setHeapSnapshotNearHeapLimit', by: ignore('v8.setHeapSnapshotNearHeapLimit() was ignored'), why: 'writes a file the size of the heap, and holds off the limit' },
    { on: inspector, name: 'MainThreadConnection', by: refuse("a program cannot debug its host's main thread"), why: 'evaluates code there' },
    { on: inspector, name: 'open', by: refuse('a program cannot open a debugger'), why: "listens on the host's debugging port" },
    { on: workerThreads, name: 'Worker', by: nestedReplacement({ control, marker, shareEnv: workerThreads.SHARE_ENV, onStart }), why: "the host does not see a nested worker's time and processes" },
    { on: workerThreads, name: 'postMessageToThread', by: () => async () => { throw refusal('a program cannot post to threads that are not its own; use worker.postMessage()') }, why: 'reaches the host past the protocol' },
    { on: workerThreads, name: 'moveMessagePortToContext', by: refuse('a program cannot move message ports'), why: 'gives ports without the limits of this thread' },
    { on: getBuiltinModule('node:async_hooks'), name: 'executionAsyncResource', by: standInFor(ports), why: 'what a message from the host runs in is the port on which it came' },
    { on: process, name: 'binding', by: refuse("process.binding() reaches below Node.js's modules"), why: 'what is wrong there ends the process' },
    { on: process, name: '_linkedBinding', by: refuse("process._linkedBinding() reaches below Node.js's modules"), why: 'as above' },
  ]
}

/** One of these words is in each program that loads a module, or a part of Node.js. */
const LOADING_WORD = /import|require|module|Module|binding|eval|Function|constructor/
/** Longer sources are not searched. */
const MAX_SEARCHED_LENGTH = 1 << 18

/** What every program has. @param {Context} context */
export function redirectProcess(context) {
  redirect(processTable(context))
  hideHostReport()
}

/**
 * What a program has that loads modules. The parts that are replaced are no part of a booted worker: to load them takes
 * longer than to run a small program.
 * @param {string} source @param {Context} context
 */
export function redirectModules(source, context) {
  if (source.length <= MAX_SEARCHED_LENGTH && RegExpExec(LOADING_WORD, source) === null) return
  redirect(moduleTable(context))
  syncBuiltinESMExports()
}

/** @param {readonly Entry[]} entries */
function redirect(entries) {
  for (const { on, name, by } of entries) {
    const original = on?.[name]
    if (original === undefined) continue
    const replacement = by(original)
    if (typeof original === 'function' && typeof replacement === 'function') Object.defineProperty(replacement, 'name', { value: original.name, configurable: true })
    if (typeof original === 'function' && original.prototype !== undefined && typeof replacement === 'function') replacement.prototype = original.prototype
    ObjectDefineProperty(on, name, { ...dataDescriptor(replacement), enumerable: Object.prototype.propertyIsEnumerable.call(on, name) })
  }
}

/**
 * A part of the layer below Node.js's modules; empty where this Node.js does not give it.
 * @param {string} name
 */
function binding(name) {
  const { emitWarning } = process
  try {
    process.emitWarning = () => {} // its deprecation is no news to a program
    return /** @type {any} */ (process).binding(name)
  } catch {
    return {}
  } finally {
    process.emitWarning = emitWarning
  }
}

/** @type {Replacement} */
function refuseKill(original) {
  return (/** @type {number} */ target, /** @type {number} */ signal) => {
    // Signal 0 only asks; 0 and -1 are the host's group and everybody.
    const isHost = target === 0 || target === -1 || Math.abs(target) === pid || Math.abs(target) === ppid
    if (signal !== 0 && isHost) throw refusal(`process ${target} is the host's: a program cannot send it signals; return, throw or call process.exit() to end`)
    return ReflectApply(original, process, [target, signal])
  }
}

/**
 * Gives another object in the place of a port to the host, always the same: libraries keep state there.
 * @param {import('./isolate.js').HostPorts} ports @returns {Replacement}
 */
const standInFor = ({ own, ofNode }) => (original) => {
  const standIn = {}
  return () => {
    const resource = ReflectApply(original, undefined, [])
    return resource !== undefined && (resource === own || resource === ofNode) ? standIn : resource
  }
}

/** @type {Replacement} */
function refusePriority(original) {
  return (/** @type {unknown[]} */ ...args) => {
    if (args[0] === 0 || args[0] === pid) throw refusal("os.setPriority() of this process is the host's affair")
    return ReflectApply(original, undefined, args)
  }
}

/** A report holds the host's environment: it is cut down to what libraries ask it for, which C library this is. */
function hideHostReport() {
  const original = ObjectGetOwnPropertyDescriptor(process, 'report')
  if (original === undefined) return
  /** @type {object | undefined} */
  let report
  const get = () => report ??= reportWithoutHost(original.get === undefined ? original.value : ReflectApply(original.get, process, []))
  ObjectDefineProperty(process, 'report', { get, enumerable: original.enumerable === true, configurable: true })
}

/** Its settings are the program's to change, for nothing: `domain` does. @param {{ getReport: () => any }} report */
const reportWithoutHost = (report) => ({
  getReport() {
    const { header, sharedObjects } = ReflectApply(report.getReport, report, [])
    const { nodejsVersion, glibcVersionRuntime, glibcVersionCompiler, wordSize, arch, platform, componentVersions, release } = header
    return { header: { nodejsVersion, glibcVersionRuntime, glibcVersionCompiler, wordSize, arch, platform, componentVersions, release }, sharedObjects }
  },
  writeReport: refuse("a report would hold the host's environment")(() => {}),
})
