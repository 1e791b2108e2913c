/**
 * Child processes of the program. They would inherit the host's terminal and, where nobody says otherwise, its environment:
 * what they were to write there is logged, their input is empty, and their environment carries the marker of the run by
 * which they are found when it ends.
 */
import { ArrayIsArray, ObjectDefineProperty, ReflectApply, ReflectConstruct, dataDescriptor } from '../intrinsics.js'
import { textOf } from './byte-text.js'
import { STDIN, isStandard } from './descriptors.js'

const { getBuiltinModule } = process
const { setTimeout: setTimer } = globalThis

/** How long a child that has exited may keep its own end from the program while its output is read, in milliseconds. */
const MAX_EXIT_DELAY_MS = 100
/** Bytes that a synchronous child may write to an output that it would have inherited, which knows no limit. */
const MAX_SYNC_BYTES = 1 << 26

/**
 * What a child shares with its parent, by the type of an entry of `stdio`.
 * @param {{ type: string, fd?: number }} entry @param {number} index
 */
function inheritedDescriptor(entry, index) {
  if (entry.type === 'inherit') return entry.fd ?? index
  return entry.type === 'fd' ? entry.fd : undefined
}

/**
 * @param {any[]} stdio
 * @param {(index: number) => object} capture the entry for an output that is to be logged
 * @returns {any[]}
 */
function withoutInheritance(stdio, capture) {
  /** @type {any[]} */
  const own = []
  for (let index = 0; index < stdio.length; index++) {
    const fd = inheritedDescriptor(stdio[index], index)
    const entry = !isStandard(fd) ? stdio[index] : fd === STDIN ? { type: 'ignore' } : capture(index)
    ObjectDefineProperty(own, index, dataDescriptor(entry))
  }
  return own
}

/** @param {readonly string[] | undefined} pairs @param {string} marker */
function withMarker(pairs, marker) {
  const own = [marker]
  for (let index = 0; index < (pairs?.length ?? 0); index++) ObjectDefineProperty(own, index + 1, dataDescriptor(pairs?.[index]))
  return own
}

/**
 * The arguments that start a process: an object of options up to Node.js 22, then file, arguments, folder, environment,
 * `stdio` and more. Another form is left as it is, since what is wrong there ends the host.
 * @param {any[]} args @param {string} marker @param {(index: number) => object} capture
 */
function changeSpawn(args, marker, capture) {
  const options = args[0]
  if (ArrayIsArray(options?.stdio)) return [{ ...options, stdio: withoutInheritance(options.stdio, capture), envPairs: withMarker(options.envPairs, marker) }]
  if (typeof options !== 'string' || !ArrayIsArray(args[3]) || !ArrayIsArray(args[4])) return args
  args[3] = withMarker(args[3], marker)
  args[4] = withoutInheritance(args[4], capture)
  return args
}

/**
 * @param {object} context
 * @param {(text: string) => void} context.emit
 * @param {string} context.marker
 * @param {() => void} context.onStart
 * @param {any} context.Pipe the handle of a pipe, as Node.js has it
 * @param {number} context.pipeKind
 */
export function childReplacements({ emit, marker, onStart, Pipe, pipeKind }) {
  /** Reads a child's output into the log. @param {any} handle @param {() => void} onClosed */
  const log = (handle, onClosed) => {
    const { Socket } = getBuiltinModule('node:net')
    const socket = new Socket(/** @type {any} */ ({ handle, readable: true, writable: false }))
    socket.setEncoding('utf8').on('data', (/** @type {any} */ text) => emit(text)).on('error', () => {}).on('close', onClosed)
  }
  return {
    /** @param {Function} original */
    spawn: (original) => /** @this {any} */ function(/** @type {any[]} */ ...args) {
      onStart()
      /** @type {any[]} */
      const pipes = []
      const changed = changeSpawn(args, marker, () => {
        const handle = ReflectConstruct(Pipe, [pipeKind])
        ObjectDefineProperty(pipes, pipes.length, dataDescriptor(handle))
        return { type: 'pipe', handle }
      })
      const failure = ReflectApply(original, this, changed)
      let open = failure ? 0 : pipes.length
      if (open === 0) return failure
      // Its exit is told when its output was read: a program that waits for it expects the whole.
      let { onexit } = this
      /** @type {any[] | undefined} */
      let exit
      const tell = () => {
        if (exit === undefined || typeof onexit !== 'function') return
        const told = onexit
        onexit = undefined
        ReflectApply(told, this, exit)
      }
      ObjectDefineProperty(this, 'onexit', dataDescriptor((/** @type {any[]} */ ...status) => {
        exit = status
        if (open === 0) tell()
        else setTimer(tell, MAX_EXIT_DELAY_MS)
      }))
      for (let index = 0; index < pipes.length; index++) log(pipes[index], () => { if (--open === 0) tell() })
      return failure
    },
    /** @param {Function} original */
    spawnSync: (original) => function(/** @type {any} */ options) {
      onStart()
      if (!ArrayIsArray(options?.stdio)) return ReflectApply(original, undefined, [options])
      /** @type {number[]} */
      const captured = []
      const stdio = withoutInheritance(options.stdio, (index) => {
        ObjectDefineProperty(captured, captured.length, dataDescriptor(index))
        return { type: 'pipe', readable: false, writable: true }
      })
      const own = { ...options, stdio, envPairs: withMarker(options.envPairs, marker) }
      if (captured.length > 0) own.maxBuffer = MAX_SYNC_BYTES
      const result = ReflectApply(original, undefined, [own])
      for (let at = 0; result.output && at < captured.length; at++) {
        const index = /** @type {number} */ (captured[at])
        const text = result.output[index] ? textOf(result.output[index]) : ''
        if (text !== '') emit(text)
        result.output[index] = null
      }
      return result
    },
  }
}
