/**
 * Makes the code cache of the program side: a worker runs the program below, which uses what most programs use, so that V8
 * has compiled it; what V8 has then is the cache.
 */
import { CALL, CODE_CACHE, DONE } from '../ring.js'
import { SAMPLE_ANSWER } from '../sample-answer.js'
import { keepCodeCache } from './program-side.js'

const PROGRAM = `
const wanted = [1, 2].map((id) => tools.answer({ id, fields: ['a', 'b'], deep: { yes: true, none: null } }))
const rows = await Promise.all(wanted)
const one = await tools.answer({ text: 'text' })
try { await tools.refuse({}) } catch (error) { console.log('refused', error.message, { one, rows }) }
console.log('%d lines', 2)
return { rows, first: rows[0].items, text: 'text', list: [1, 2.5, true, null, 'text', [{ id: 1 }]] }`

/** @type {import('../protocol.js').StartMessage} */
const START = {
  code: PROGRAM,
  source: PROGRAM,
  map: null,
  namespaces: [{ global: 'tools', names: ['answer', 'refuse'], errorClass: { name: 'ToolError', memberNameProperty: 'toolName' } }],
  maxOutputBytes: 1 << 20,
  completionNotes: false,
}

/** Once is enough; a worker that is ended before it has trained gives the next one its turn. */
const MAX_TRAININGS = 3
let trainings = 0
let isTraining = false

/** May the caller train a worker now? Once it may, nobody else may meanwhile. */
export function claimTraining() {
  if (isTraining || trainings >= MAX_TRAININGS) return false
  trainings += 1
  isTraining = true
  return true
}

/** @param {import('./worker-thread.js').WorkerThreadSubstrate} substrate */
async function endTraining({ exited }) {
  await exited
  isTraining = false
}

/**
 * Trains a worker and ends it. Without a word where that fails: then the workers to come compile for themselves.
 * @param {import('./worker-thread.js').WorkerThreadSubstrate} substrate that was given no program
 */
export async function train(substrate) {
  void endTraining(substrate)
  await substrate.ready
  if (substrate.isExited) return
  const end = () => void substrate.end()
  substrate.start(START, {
    onFrame({ kind, first, second, payload }) {
      switch (kind) {
        case CALL: substrate.reply([first, second === 0, SAMPLE_ANSWER]); break
        case DONE: substrate.requestCodeCache(); break
        case CODE_CACHE:
          trainings = MAX_TRAININGS
          keepCodeCache(payload)
          end()
          break
        default:
      }
      return true
    },
    onForged: end,
    onPipe() {},
    onError: end,
    onBroken: end,
    onExit() {},
  })
  substrate.unref()
}
