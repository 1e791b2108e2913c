import { resolveBindings } from './bindings.js'
import { resolveConfig } from './config.js'
import { describe } from './describe.js'
import { prepareProgram } from './prepare.js'
import { RunRecord, Totals } from './record.js'
import { Run } from './run.js'
import { Standby } from './standby.js'

/** How long `dispose()` waits for workers that do not end, in milliseconds: those inside a system call or a native one. */
const DISPOSE_GRACE_MS = 800

/** A symbol and not a `#private` name: a consumer may hold the runtime through a proxy. */
const INTERNALS = Symbol('internals')

/**
 * @typedef {object} Internals
 * @property {Readonly<Required<import('../index.d.ts').WorkerThreadCodeRuntimeConfig>>} config
 * @property {Set<Run>} live
 * @property {Standby} standby
 * @property {Totals} totals
 * @property {Promise<void> | undefined} disposal
 */

/** Runs each program in a fresh worker thread. The contract is in `index.d.ts`. */
export class WorkerThreadCodeRuntime {
  /** @param {import('../index.d.ts').WorkerThreadCodeRuntimeConfig} [config] */
  constructor(config) {
    const resolved = resolveConfig(config)
    this.language = /** @type {const} */ ('typescript')
    this.isolation = /** @type {const} */ ('worker-thread')
    /** @type {Internals} */
    const internals = { config: resolved, live: new Set(), standby: new Standby(resolved), totals: new Totals(), disposal: undefined }
    /** @type {Internals} */
    this[INTERNALS] = internals
    Object.defineProperty(this, INTERNALS, { enumerable: false })
  }

  /**
   * @param {import('../index.d.ts').CodeRunRequest} request
   * @returns {Promise<import('../index.d.ts').CodeRunResult>}
   */
  async run(request) {
    const internals = this[INTERNALS]
    if (internals.disposal !== undefined) throw new Error('run() after the code runtime was disposed')
    const { config, live, standby, totals } = internals
    const record = new RunRecord(totals, this.isolation)
    const { program, signal, onLog } = requireRequest(request)
    const bindings = resolveBindings(request.bindings)
    record.validated(program)
    /** @param {import('./standby.js').Taken} taken */
    const takeNow = ({ substrate, how }) => {
      record.tookWorker(how)
      return substrate
    }
    const run = new Run({
      request: /** @type {import('../index.d.ts').CodeRunRequest} */ ({ program, signal, onLog }),
      bindings,
      config,
      record,
      prepare: () => prepareProgram(program, config.typescript),
      takeSubstrate(isWanted) {
        const taken = standby.take(isWanted)
        return taken instanceof Promise ? taken.then((late) => late && takeNow(late)) : takeNow(taken)
      },
      onSettled() {
        live.delete(run)
        if (run.substrate !== undefined) standby.refillSoon()
      },
    })
    live.add(run)
    return run.start()
  }

  /** @returns {Promise<void>} */
  async warm() {
    const { disposal, standby } = this[INTERNALS]
    if (disposal !== undefined) throw new Error('warm() after the code runtime was disposed')
    await standby.warm()
  }

  /** @returns {import('../index.d.ts').RuntimeStats} */
  stats() {
    const { live, standby, totals } = this[INTERNALS]
    const used = [...live].filter(({ substrate }) => substrate !== undefined).length
    const { ready, booting } = standby.count()
    return totals.stats({ live: live.size, booted: standby.booted, ready, booting, lingering: standby.alive.size - used - ready - booting })
  }

  /** @returns {Promise<void>} */
  dispose() {
    const internals = this[INTERNALS]
    // Deferred, so that a listener which is called meanwhile finds the runtime disposed.
    internals.disposal ??= Promise.resolve().then(() => disposeAll(internals))
    return internals.disposal
  }

  /** @returns {Promise<void>} */
  [Symbol.asyncDispose]() {
    return this.dispose()
  }
}

/** @param {Internals} internals */
async function disposeAll({ live, standby }) {
  const runs = [...live]
  const workers = [...standby.alive]
  for (const run of runs) run.dispose()
  const gone = Promise.all([standby.dispose(), ...workers.map(({ exited }) => exited), ...runs.map(({ result }) => result)])
  /** @type {NodeJS.Timeout | undefined} */
  let timer
  await Promise.race([gone, new Promise((resolve) => { timer = setTimeout(resolve, DISPOSE_GRACE_MS) })])
  clearTimeout(timer)
}

/** @param {unknown} request */
function requireRequest(request) {
  if (typeof request !== 'object' || request === null) throw new TypeError(`request must be an object, got ${describe(request)}`)
  const { program, signal, onLog } = /** @type {import('../index.d.ts').CodeRunRequest} */ (request)
  if (typeof program !== 'string') throw new TypeError(`request.program must be a string, got ${describe(program)}`)
  if (signal !== undefined && !(typeof signal === 'object' && signal !== null && typeof signal.addEventListener === 'function')) throw new TypeError(`request.signal must be an AbortSignal, got ${describe(signal)}`)
  if (onLog !== undefined && typeof onLog !== 'function') throw new TypeError(`request.onLog must be a function, got ${describe(onLog)}`)
  return { program, signal, onLog }
}
