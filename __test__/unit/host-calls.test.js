import { describe, expect, it } from 'vitest'
import { HostCalls } from '../../js/host-calls.js'

/** @param {Record<string, any>} functions */
function createCalls(functions) {
  /** @type {any[][]} */
  const sent = []
  /** @type {any[]} */
  const forged = []
  const members = Object.entries(functions).map(([name, fn]) => ({ global: 'g', name, fn }))
  const calls = new HostCalls({ members, send: (replies) => sent.push(replies), sendForged: (message) => forged.push(message) })
  return { calls, sent, forged }
}
const payload = (/** @type {unknown} */ value) => Buffer.from(JSON.stringify(value))
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('host calls', () => {
  it('answer together what becomes ready in one turn', async () => {
    const { calls, sent } = createCalls({ f: async (/** @type {any} */ x) => x })
    calls.receive(1, 0, payload('a'))
    calls.receive(2, 0, payload([1]))
    await turn()
    expect(sent).toEqual([[1, true, '"a"', 2, true, '[1]']])
  })

  it('drop ids that do not count upwards, and members that are not there', async () => {
    let count = 0
    const { calls, sent } = createCalls({ f: async () => ++count })
    for (const [id, index] of [[1, 0], [1, 0], [0, 0], [2, 1], [2, 0], [1, 0]]) calls.receive(/** @type {number} */ (id), /** @type {number} */ (index), payload(1))
    await turn()
    expect(sent.flat()).toEqual([1, true, '1', 2, true, '2'])
  })

  it.each(['', '[1', '-0', '1e999', '{"a":1,"a":2}', 'undefined', '\ufeff1', '"\\ud800'])('refuse a forged text: %j', async (text) => {
    const { calls, sent } = createCalls({ f: async () => 1 })
    calls.receive(1, 0, Buffer.from(text))
    await turn()
    expect(sent.flat()).toEqual([1, false, 'binding arguments must be lossless JSON'])
  })

  it('call functions in order where a large argument came first', async () => {
    /** @type {unknown[]} */
    const order = []
    const { calls, sent } = createCalls({ f: async (/** @type {any} */ x) => { order.push(x.length); return null } })
    const sizes = [1_000_000, 1, 300_000, 2]
    sizes.forEach((size, index) => calls.receive(index + 1, 0, payload('x'.repeat(size))))
    while (sent.flat().length < 12) await turn()
    expect(order).toEqual(sizes)
  })

  it('let the event loop turn while a large resolution is written', async () => {
    const rows = Array.from({ length: 80_000 }, (_, id) => ({ id, tags: ['a', 'b'], nested: { path: [1, 2] } }))
    const { calls, sent } = createCalls({ large: async () => rows, small: async () => 1 })
    calls.receive(1, 0, payload(null))
    calls.receive(2, 0, payload(null))
    calls.receive(3, 1, payload(null))
    let turns = 0
    while (sent.flat().length < 9) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    expect(turns).toBeGreaterThan(2)
    const replies = sent.flat()
    const text = JSON.stringify(rows)
    for (const [id, answer] of [[1, text], [2, text], [3, '1']]) expect([id, replies[replies.indexOf(id) + 1], replies[replies.indexOf(id) + 2] === answer]).toEqual([id, true, true])
  })

  it('write no further once they were stopped', async () => {
    const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, tags: ['a', 'b'] }))
    let isRead = false
    const last = { get value() { isRead = true; return 1 } }
    const { calls, sent } = createCalls({ large: async () => [...rows, last], small: async () => 1 })
    calls.receive(1, 0, payload(null))
    await new Promise((resolve) => setImmediate(resolve))
    calls.stop()
    // What goes on is behind nobody: the stopped one would be done before the next.
    const next = createCalls({ large: async () => rows })
    next.calls.receive(1, 0, payload(null))
    while (next.sent.length === 0) await turn()
    expect([isRead, sent]).toEqual([false, []])
    expect(JSON.parse(next.sent.flat()[2])).toHaveLength(rows.length)
  })

  it('say nothing after they were stopped', async () => {
    const { calls, sent, forged } = createCalls({ f: async () => 1 })
    calls.receive(1, 0, payload(1))
    calls.receiveForged({ id: 1, global: 'g', name: 'f', args: 1 })
    calls.stop()
    await turn()
    expect([sent, forged]).toEqual([[], []])
  })

  it('count by member', async () => {
    const { calls } = createCalls({ f: async () => 1, fail: async () => { throw 1 }, lossy: async () => undefined, open: () => new Promise(() => {}), none: async () => 1 })
    for (let index = 0; index < 4; index++) calls.receive(index + 1, index, payload(index))
    await turn()
    expect(calls.counts()).toEqual([
      { global: 'g', member: 'f', started: 1, resolved: 1, rejected: 0 },
      { global: 'g', member: 'fail', started: 1, resolved: 0, rejected: 1 },
      { global: 'g', member: 'lossy', started: 1, resolved: 0, rejected: 1 },
      { global: 'g', member: 'open', started: 1, resolved: 0, rejected: 0 },
    ])
  })

  it('remember forged ids, and demand growing ones when there are too many', async () => {
    const { calls, forged } = createCalls({ f: async () => 1 })
    for (let id = 0; id < 70_000; id++) calls.receiveForged({ id, global: 'g', name: 'none', args: 1 })
    expect(forged).toHaveLength(70_000)
    calls.receiveForged({ id: 5, global: 'g', name: 'none', args: 1 })
    calls.receiveForged({ id: 69_999, global: 'g', name: 'none', args: 1 })
    expect(forged).toHaveLength(70_000)
    calls.receiveForged({ id: 70_000, global: 'g', name: 'none', args: 1 })
    expect(forged).toHaveLength(70_001)
  })
})
