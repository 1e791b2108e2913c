import { afterEach, describe, expect, it, vi } from 'vitest'
import { rehearse } from '../../js/program/rehearsal.js'
import { CALL, DONE, LOG } from '../../js/ring.js'
import { Standby } from '../../js/standby.js'
import { WorkerThreadSubstrate } from '../../js/substrate/worker-thread.js'

const PATIENCE = { timeout: 30_000 }
const LIMITS = { maxOldGenerationSizeMb: 64 }
const PROGRAM = `
const before = [typeof tools, typeof other]
const answer = await other.ask({ n: 1 })
console.log('asked')
return { before, answer, globals: Object.keys(globalThis).filter((name) => name === 'tools' || name === 'other') }`

/** @param {WorkerThreadSubstrate} substrate @returns {Promise<{ kind: number, first: number, text: string }[]>} all frames of the program */
const framesOf = (substrate) => new Promise((resolve) => {
  const start = { code: PROGRAM, source: PROGRAM, map: null, namespaces: [{ global: 'other', names: ['ask'] }], maxOutputBytes: 1000, completionNotes: false }
  /** @type {{ kind: number, first: number, text: string }[]} */
  const frames = []
  const other = () => {}
  substrate.start(start, {
    onFrame({ kind, first, payload }) {
      frames.push({ kind, first, text: payload.toString() })
      if (kind === CALL) substrate.reply([first, true, '"answered"'])
      if (kind !== CALL && kind !== LOG) resolve(frames)
      return true
    },
    onForged: other, onPipe: other, onError: other, onBroken: other, onExit: () => resolve(frames),
  })
})

describe('the rehearsal of a worker that waits for its program', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  it('goes the ways of a program: a call, its answer, a log entry', async () => {
    const log = vi.fn()
    await rehearse(/** @type {any} */ ({ log }))
    expect(log).toHaveBeenCalledWith('%d lines', 2, 'text', { items: [{ id: 1, name: 'text', tags: ['a'] }], more: false })
  })

  it('leaves nothing to a program or to its host', async () => {
    const substrate = new WorkerThreadSubstrate(LIMITS)
    await substrate.ready
    substrate.rehearse()
    expect(await framesOf(substrate)).toEqual([
      { kind: CALL, first: 1, text: '{"n":1}' },
      { kind: LOG, first: 0, text: '"asked"' },
      { kind: DONE, first: 0, text: '{"before":["undefined","object"],"answer":"answered","globals":["other"]}' },
    ])
    await substrate.end()
  })

  it('is for a worker that waits, not for one that is taken', async () => {
    const rehearsals = vi.spyOn(WorkerThreadSubstrate.prototype, 'rehearse')
    const standby = new Standby({ standbyWorkers: 1, ...LIMITS })
    const taken = await standby.take(() => true)
    await taken?.substrate.ready
    await standby.warm()
    await vi.waitFor(() => expect(rehearsals).toHaveBeenCalled(), PATIENCE)
    const next = await standby.take(() => true)
    expect(rehearsals.mock.contexts).toEqual([next?.substrate])
    await Promise.all([taken?.substrate.end(), next?.substrate.end(), standby.dispose()])
  })
})
