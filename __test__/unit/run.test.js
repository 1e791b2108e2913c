import { describe, expect, it } from 'vitest'
import { resolveBindings } from '../../js/bindings.js'
import { resolveConfig } from '../../js/config.js'
import { RunRecord, Totals } from '../../js/record.js'
import { CALL, DONE, DONE_EMPTY, FAILED, LOG } from '../../js/ring.js'
import { Run } from '../../js/run.js'

const LARGE = 'x'.repeat(1 << 19)

/**
 * A run whose substrate is played by the test: `say` is what the run's worker says.
 * @param {{ maxOutputBytes?: number, signal?: AbortSignal, functions?: Record<string, () => Promise<null>> }} [options]
 */
async function begin({ maxOutputBytes, signal, functions = {} } = {}) {
  /** @type {(say: import('../../js/substrate/worker-thread.js').Handlers) => void} */
  let started = () => {}
  /** @type {Promise<import('../../js/substrate/worker-thread.js').Handlers>} */
  const handlers = new Promise((resolve) => { started = resolve })
  /** @type {() => void} */
  let readRing = () => {}
  const substrate = /** @type {any} */ ({
    ready: Promise.resolve(),
    exited: Promise.resolve(),
    isExited: false,
    heapCeilingMb: 2048,
    thread: 0,
    ref() {},
    unref() {},
    reply() {},
    replyToForged() {},
    readFrames: () => readRing(),
    busyMs: () => 0,
    start: (/** @type {unknown} */ _, /** @type {any} */ told) => started(told),
    end: () => Promise.resolve(),
  })
  const run = new Run({
    request: { program: '', bindings: [], ...signal && { signal } },
    bindings: resolveBindings([{ global: 'tools', functions }]),
    config: resolveConfig({ ...maxOutputBytes && { maxOutputBytes } }),
    prepare: async () => ({ code: '', map: null }),
    takeSubstrate: () => substrate,
    record: new RunRecord(new Totals(), 'worker-thread'),
    onSettled() {},
  })
  const result = run.start()
  const { onFrame, ...say } = await handlers
  /** @param {number} kind @param {string} [text] */
  const frame = (kind, text = '') => onFrame({ kind, first: 1, second: 0, payload: Buffer.from(text) })
  /** What is in the ring and has not been read. @param {() => void} read */
  const leaveInRing = (read) => {
    readRing = () => {
      readRing = () => {}
      read()
    }
  }
  return { result, say, frame, leaveInRing }
}

/** @typedef {Awaited<ReturnType<typeof begin>>} Begun */

describe('a large completion', () => {
  /** @type {[string, (begun: Begun) => void][]} */
  const later = [
    ['a small one', ({ frame }) => frame(DONE, '"small"')],
    ['one without a value', ({ frame }) => frame(DONE_EMPTY)],
    ['a large one', ({ frame }) => frame(DONE, `"${LARGE}y"`)],
    ['a failure', ({ frame }) => frame(FAILED, '{"kind":"exception","message":"later"}')],
    ['what is no frame', ({ frame }) => frame(99)],
    ['a forged one', ({ say }) => say.onForged({ type: 'done', value: ['small'] })],
    ['a forged one that is lossy', ({ say }) => say.onForged({ type: 'done', value: [undefined] })],
    ['a forged failure', ({ say }) => say.onForged({ type: 'done', error: { kind: 'exception', message: 'later' } })],
    ['a forged limit', ({ say }) => say.onForged({ type: 'output-limit' })],
    ['a flood of junk', ({ say }) => { for (let count = 0; count < 100_000; count++) say.onForged(null) }],
    ['an error', ({ say }) => say.onError(new Error('later'))],
    ['a broken ring', ({ say }) => say.onBroken('wrote what is no frame')],
    ['an exit', ({ say }) => say.onExit(3)],
  ]

  it.each(later)('that comes first is the end, whatever comes while it is read: %s', async (_, end) => {
    const begun = await begin()
    begun.frame(DONE, `"${LARGE}"`)
    end(begun)
    expect(await begun.result).toStrictEqual({ value: LARGE, logs: [] })
  })

  it.each(later)('that comes first and is invalid is invalid output, whatever comes while it is read: %s', async (_, end) => {
    const begun = await begin()
    begun.frame(DONE, `{"a":1,"a":"${LARGE}"}`)
    end(begun)
    expect(await begun.result).toStrictEqual({ logs: [], error: { kind: 'invalid-output', message: 'program completion must be lossless JSON' } })
  })

  it('is not refused for what is logged while it is read, which takes what room it leaves', async () => {
    const { result, frame, say } = await begin({ maxOutputBytes: LARGE.length + 100 })
    frame(LOG, '"before"')
    frame(DONE, `"${LARGE}"`)
    frame(LOG, '"behind"')
    say.onPipe('p'.repeat(1000))
    frame(LOG, '"lost"')
    const { value, logs, error } = await result
    expect(error).toBeUndefined()
    expect(value).toBe(LARGE)
    expect(logs.slice(0, 2)).toEqual(['before', 'behind'])
    expect(logs[2]).toMatch(/^p+$/)
    expect(JSON.stringify(logs).length + JSON.stringify(value).length).toBe(LARGE.length + 100)
  })

  it('is the end of calls as well', async () => {
    let calls = 0
    const { result, frame, say } = await begin({ functions: { count: async () => { calls++; return null } } })
    frame(DONE, `"${LARGE}"`)
    frame(CALL, 'null')
    say.onForged({ type: 'call', id: 1, global: 'tools', name: 'count', args: [null] })
    expect((await result).value).toBe(LARGE)
    expect(calls).toBe(0)
  })

  it('that nobody wants any more is not waited for', async () => {
    const abort = new AbortController()
    const { result, frame } = await begin({ signal: abort.signal })
    frame(DONE, `"${LARGE}"`)
    frame(LOG, '"behind"')
    abort.abort('unwanted')
    expect(await result).toStrictEqual({ logs: ['behind'], error: { kind: 'abort', message: 'unwanted' } })
  })
})

describe('a completion in the ring', () => {
  it.each([
    ['a completion', { type: 'done', value: ['forged'] }],
    ['a failure', { type: 'done', error: { kind: 'exception', message: 'forged' } }],
    ['a limit', { type: 'output-limit' }],
  ])('is earlier than %s that was forged behind it', async (_, forged) => {
    for (const value of ['small', LARGE]) {
      const { result, frame, say, leaveInRing } = await begin()
      leaveInRing(() => frame(DONE, JSON.stringify(value)))
      say.onForged(forged)
      expect(await result).toStrictEqual({ value, logs: [] })
    }
  })
})
