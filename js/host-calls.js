import { messageOf } from './describe.js'
import { readJson } from './json-text.js'
import { LosslessText } from './lossless.js'
import { LOSSY, encodeTokens } from './protocol.js'
import { doInSlices } from './slices.js'

/** How many forged call ids are remembered one by one; then an id must be greater than all before. */
const MAX_FORGED_IDS = 1 << 16

/** How many members are named of those that have calls in flight. */
const MAX_SHOWN_MEMBERS = 8
/** UTF-16 units of a member's name that are shown. */
const MAX_SHOWN_NAME = 80

/**
 * Counts of one member's calls.
 * @typedef {{ started: number, resolved: number, rejected: number }} CallCounts
 */

/** @typedef {{ text: string } | { message: string }} Answer */
/** @typedef {import('./json-text.js').Read | null} Argument null where it is not lossless JSON */

/**
 * The host's side of binding calls: runs the functions, answers each call once, and lets answers that become ready in one
 * turn of the event loop travel together.
 */
export class HostCalls {
  argumentBytes = 0
  resolutionBytes = 0
  #members
  #isMeasured
  #send
  #sendForged
  /** @type {CallCounts[]} */
  #counts
  #lastId = 0
  /** @type {Set<number>} */
  #forgedIds = new Set()
  #greatestForgedId = -Infinity
  /** @type {import('./protocol.js').Replies} */
  #replies = []
  /** Calls whose argument is being read, or that wait for one that was made before. */
  #unread = 0
  /** @type {Promise<unknown> | undefined} */
  #lastRead
  #isStopped = false

  /**
   * @param {object} options
   * @param {readonly import('./bindings.js').Member[]} options.members
   * @param {boolean} [options.isMeasured] are the bytes of resolutions counted?
   * @param {(replies: import('./protocol.js').Replies) => void} options.send
   * @param {(message: object) => void} options.sendForged
   */
  constructor({ members, isMeasured = true, send, sendForged }) {
    this.#members = members
    this.#isMeasured = isMeasured
    this.#send = send
    this.#sendForged = sendForged
    this.#counts = members.map(() => ({ started: 0, resolved: 0, rejected: 0 }))
  }

  /** Drops all answers from now on. */
  stop() {
    this.#isStopped = true
  }

  /** Calls by member, of members that were called at all. */
  counts() {
    return this.#members.map(({ global, name }, index) => ({ global, member: name, ...this.#countsOf(index) })).filter(({ started }) => started > 0)
  }

  /** The calls that wait for their answer, for whoever has to mend the program. @returns {string} such as `2 calls were in flight: tools.read (2)` */
  describeInFlight() {
    const waiting = this.counts().map(({ global, member, started, resolved, rejected }) => ({ name: `${global}.${shorten(member)}`, count: started - resolved - rejected }))
      .filter(({ count }) => count > 0).toSorted((first, second) => second.count - first.count)
    const total = waiting.reduce((sum, { count }) => sum + count, 0)
    if (total === 0) return 'no call was in flight'
    const shown = waiting.slice(0, MAX_SHOWN_MEMBERS).map(({ name, count }) => `${name} (${count})`).join(', ')
    return `${total === 1 ? '1 call was' : `${total} calls were`} in flight: ${shown}${waiting.length > MAX_SHOWN_MEMBERS ? ', …' : ''}`
  }

  /** @param {number} id @param {number} index of the member @param {Buffer} payload JSON text of the argument */
  receive(id, index, payload) {
    // The program's side counts upwards; a number that does not is a forgery.
    if (id <= this.#lastId || index >= this.#members.length) return
    this.#lastId = id
    this.argumentBytes += payload.byteLength
    const read = readJson(payload, () => !this.#isStopped)
    if (this.#unread === 0 && !(read instanceof Promise)) this.#receiveRead(id, index, read)
    else void this.#receiveInTurn(id, index, read)
  }

  /**
   * Calls reach their functions in the order in which they were made.
   * @param {number} id @param {number} index @param {Argument | Promise<Argument>} reading
   */
  async #receiveInTurn(id, index, reading) {
    this.#unread += 1
    const before = this.#lastRead
    const inTurn = (async () => {
      await before
      return reading
    })()
    this.#lastRead = inTurn
    const argument = await inTurn
    this.#unread -= 1
    this.#receiveRead(id, index, argument)
  }

  /**
   * A call that the program itself posted.
   * @param {{ id: number, global: string, name: string, args: unknown }} call
   */
  receiveForged({ id, global, name, args }) {
    if (!this.#isNewForgedId(id)) return
    /** @param {Answer} answer */
    const reply = (answer) => {
      if (this.#isStopped) return
      if ('text' in answer) this.#sendForged({ type: 'reply', id, ok: true, value: encodeTokens(JSON.parse(answer.text)) })
      else this.#sendForged({ type: 'reply', id, ok: false, message: answer.message })
    }
    const index = this.#members.findIndex((member) => member.global === global && member.name === name)
    if (index === -1) reply(unknownBinding(global, name))
    else if (args === LOSSY) reply({ message: 'binding arguments must be lossless JSON' })
    else this.#call(index, args, reply)
  }

  /** @param {number} id */
  #isNewForgedId(id) {
    if (this.#forgedIds.has(id) || (this.#forgedIds.size >= MAX_FORGED_IDS && !(id > this.#greatestForgedId))) return false
    if (this.#forgedIds.size < MAX_FORGED_IDS) this.#forgedIds.add(id)
    this.#greatestForgedId = Math.max(this.#greatestForgedId, id)
    return true
  }

  /** @param {number} id @param {number} index @param {Argument} argument */
  #receiveRead(id, index, argument) {
    if (this.#isStopped) return
    /** @param {Answer} answer */
    const reply = (answer) => this.#reply(id, answer)
    if (argument === null) reply({ message: 'binding arguments must be lossless JSON' })
    else this.#call(index, argument.value, reply)
  }

  /** @param {number} index @param {unknown} args @param {(answer: Answer) => void} reply */
  #call(index, args, reply) {
    const { global, name, fn } = /** @type {import('./bindings.js').Member} */ (this.#members[index])
    if (fn === undefined) {
      reply(unknownBinding(global, name))
      return
    }
    const counts = this.#countsOf(index)
    counts.started += 1
    /** @param {Answer} answer */
    const settle = (answer) => {
      if ('text' in answer) {
        counts.resolved += 1
        if (this.#isMeasured) this.resolutionBytes += Buffer.byteLength(answer.text)
      } else counts.rejected += 1
      reply(answer)
    }
    void (async () => {
      try {
        this.#write(await fn(args), settle)
      } catch (error) {
        settle({ message: messageOf(error) })
      }
    })()
  }

  /** @param {unknown} value that a function resolved with @param {(answer: Answer) => void} settle */
  #write(value, settle) {
    const writing = new LosslessText(value)
    doInSlices((isLate) => {
      if (this.#isStopped) return true
      try {
        if (!writing.advance(isLate)) return false
        settle(answerOf(writing.result))
      } catch (error) {
        settle({ message: messageOf(error) })
      }
      return true
    })
  }

  /** @param {number} index */
  #countsOf(index) {
    return /** @type {CallCounts} */ (this.#counts[index])
  }

  /** @param {number} id @param {Answer} answer */
  #reply(id, answer) {
    if (this.#isStopped) return
    if (this.#replies.length === 0) process.nextTick(() => this.#flush())
    if ('text' in answer) this.#replies.push(id, true, answer.text)
    else this.#replies.push(id, false, answer.message)
  }

  #flush() {
    const replies = this.#replies
    this.#replies = []
    if (!this.#isStopped) this.#send(replies)
  }
}

/** @param {string} name */
const shorten = (name) => name.length > MAX_SHOWN_NAME ? `${name.slice(0, MAX_SHOWN_NAME)}…` : name

/** @param {string} global @param {string} name @returns {Answer} */
const unknownBinding = (global, name) => ({ message: `unknown binding ${JSON.stringify(`${global}.${name}`)}` })

/** @param {LosslessText['result']} result @returns {Answer} */
const answerOf = (result) => result?.text === undefined ? { message: `binding resolution must be lossless JSON: ${result?.loss}` } : { text: result.text }
