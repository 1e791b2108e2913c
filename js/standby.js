import { availableParallelism } from 'node:os'
import { MAX_TIMER_MS } from './config.js'
import { claimTraining, train } from './substrate/training.js'
import { WorkerThreadSubstrate } from './substrate/worker-thread.js'

/** A run that found its worker ready and lasts gets its successor's booted beside it after this pause, in milliseconds. */
const REFILL_PAUSE_MS = 50
/** A worker that has waited so long rehearses, in milliseconds: it is not wanted at once, as where runs come faster than workers boot. */
const REHEARSAL_PAUSE_MS = 5
/** A process that runs so many programs runs more, and is worth a code cache. */
const RUNS_BEFORE_TRAINING = 2
/** Workers that may boot at once: more slow each other down, and hold the host's event loop up for as long as all of them take. */
const MAX_BOOTING = availableParallelism() + 1

/** Workers that are booting, of every runtime in the process. */
let underWay = 0
/** Runs that wait for their worker to be booted. @type {(() => void)[]} */
const queue = []
/** Keeps the process from ending while runs wait. @type {NodeJS.Timeout | undefined} */
let keptAlive

const hasRoom = () => underWay < MAX_BOOTING

/** @typedef {{ substrate: WorkerThreadSubstrate, how: 'hit' | 'booting' | 'miss' }} Taken */

/**
 * Workers booted ahead: each has run nothing and serves one program. None is booted before the first run or `warm`, none
 * keeps the process alive. Refilling waits for the answer where there are pauses between runs, since a boot at the moment of
 * a hit would tax it; where runs come faster than workers boot, the next worker boots beside each program.
 */
export class Standby {
  booted = 0
  #taken = 0
  /** @type {Set<WorkerThreadSubstrate>} every worker that is alive, whoever has it */
  alive = new Set()
  #size
  #limits
  /** @type {WorkerThreadSubstrate[]} */
  #waiting = []
  /** @type {NodeJS.Timeout | undefined} */
  #refillTimer
  /** The one that makes the code cache for those to come. @type {WorkerThreadSubstrate | undefined} */
  #trained
  #isDisposed = false

  /** @param {{ standbyWorkers: number, maxOldGenerationSizeMb: number }} config */
  constructor({ standbyWorkers, maxOldGenerationSizeMb }) {
    this.#size = standbyWorkers
    this.#limits = { maxOldGenerationSizeMb }
  }

  /**
   * A worker for one program; a refill is due later.
   * @param {() => boolean} isWanted still, where it has to be waited for
   * @returns {Taken | Promise<Taken | undefined>} nothing where it is not wanted any more
   */
  take(isWanted) {
    this.#taken += 1
    const substrate = this.#waiting.find(({ isReady }) => isReady) ?? this.#waiting[0]
    if (substrate !== undefined) {
      this.#waiting.splice(this.#waiting.indexOf(substrate), 1)
      return this.#refillBehind({ substrate, how: substrate.isReady ? 'hit' : 'booting' })
    }
    if (hasRoom()) return this.#refillBehind({ substrate: this.#boot(), how: 'miss' })
    return inQueue(() => isWanted() ? this.take(isWanted) : undefined)
  }

  /** Boots what is missing now. @returns {Promise<void>} when all standby workers are ready */
  async warm() {
    this.#refill()
    const booting = this.#waiting.filter(({ isReady }) => !isReady)
    // Who waits for them is not to see the process end meanwhile.
    for (const substrate of booting) substrate.ref()
    await Promise.all(booting.map(({ ready }) => ready))
    for (const substrate of booting) if (this.#waiting.includes(substrate)) substrate.unref()
    if (!this.#isDisposed && booting.some(({ isExited }) => isExited)) throw new Error('a standby worker could not be booted')
  }

  /** Boots what is missing in the next turn of the event loop: what this one does comes first. */
  refillSoon() {
    setImmediate(() => this.#refill())
  }

  /** @returns {{ ready: number, booting: number }} */
  count() {
    const ready = this.#waiting.filter(({ isReady }) => isReady).length
    return { ready, booting: this.#waiting.length - ready }
  }

  /** Ends the workers that wait. @returns {Promise<void>} when they are gone */
  async dispose() {
    this.#isDisposed = true
    clearTimeout(this.#refillTimer)
    await Promise.all([...this.#waiting.splice(0), this.#trained].map((substrate) => substrate?.end()))
  }

  /**
   * Refills once a taken worker has its program: its own boot is not to be slowed by another one. Behind the first run as
   * behind one that found its worker ready: nobody knows yet how fast runs come.
   * @param {Taken} taken
   */
  #refillBehind(taken) {
    const isFirst = this.#taken === 1
    void taken.substrate.ready.then(() => taken.how === 'hit' || isFirst ? this.#refillLater() : this.refillSoon())
    return taken
  }

  #refillLater() {
    if (this.#size > 0) this.#refillTimer ??= setTimeout(() => this.#refill(), REFILL_PAUSE_MS).unref()
  }

  /** Boots what is missing. */
  #refill() {
    clearTimeout(this.#refillTimer)
    this.#refillTimer = undefined
    // Those who wait for a worker come first; the last of them refills.
    while (queue.length === 0 && !this.#isDisposed && this.#waiting.length < this.#size) this.#waiting.push(this.#boot())
    if (queue.length === 0 && !this.#isDisposed && this.#taken >= RUNS_BEFORE_TRAINING && claimTraining()) this.#train()
  }

  #train() {
    this.#trained = new WorkerThreadSubstrate(this.#limits)
    void train(this.#trained)
  }

  #boot() {
    const substrate = new WorkerThreadSubstrate(this.#limits)
    this.booted += 1
    this.alive.add(substrate)
    underWay += 1
    void substrate.ready.then(hasBooted)
    void substrate.ready.then(() => setTimeout(() => this.#rehearse(substrate), REHEARSAL_PAUSE_MS).unref())
    void substrate.exited.then(() => this.#forget(substrate))
    return substrate
  }

  /** @param {WorkerThreadSubstrate} substrate */
  #rehearse(substrate) {
    if (this.#waiting.includes(substrate)) substrate.rehearse()
  }

  /** @param {WorkerThreadSubstrate} substrate */
  #forget(substrate) {
    this.alive.delete(substrate)
    const index = this.#waiting.indexOf(substrate)
    if (index !== -1) this.#waiting.splice(index, 1)
  }
}

function hasBooted() {
  underWay -= 1
  bootWaiting()
}

/**
 * @template T
 * @param {() => T | Promise<T>} take
 * @returns {Promise<T>} what `take` answers when it is its turn
 */
function inQueue(take) {
  keptAlive ??= setInterval(() => {}, MAX_TIMER_MS)
  return new Promise((resolve, reject) => {
    queue.push(() => {
      try {
        resolve(take())
      } catch (error) {
        reject(error)
      }
    })
  })
}

function bootWaiting() {
  while (hasRoom() && queue.length > 0) queue.shift()?.()
  if (queue.length > 0) return
  clearInterval(keptAlive)
  keptAlive = undefined
}
