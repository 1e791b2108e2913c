import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Budgets } from '../../js/budgets.js'

describe('budgets', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A worker whose busy time passes at a share of the wall time. @param {{ computeMs: number, maxWallMs: number, share: number }} options */
  function start({ computeMs, maxWallMs, share }) {
    const startedAt = Date.now()
    let wallMs = 0
    let looks = 0
    /** @type {string[]} */
    const expired = []
    const budgets = new Budgets({
      computeMs,
      maxWallMs,
      busyMs() {
        looks++
        return wallMs * share
      },
      onExpired(message) {
        expired.push(message)
        budgets.stop()
      },
    })
    void startedAt
    return { budgets, expired, looks: () => looks, advance(/** @type {number} */ ms) { for (let step = 0; step < ms; step++) { wallMs++; vi.advanceTimersByTime(1) } vi.advanceTimersByTime(1) } }
  }

  it('end a busy worker when the budget is used up, not before', () => {
    const { expired, advance } = start({ computeMs: 100, maxWallMs: 100_000, share: 1 })
    advance(98)
    expect(expired).toEqual([])
    advance(5)
    expect(expired).toEqual(['compute budget exhausted (100ms busy)'])
  })

  it('end at the ceiling whatever the worker does', () => {
    const { expired, advance } = start({ computeMs: 100_000, maxWallMs: 200, share: 0 })
    advance(198)
    expect(expired).toEqual([])
    advance(5)
    expect(expired).toEqual(['wall-clock ceiling reached (200ms)'])
  })

  it('look only when a budget could have run out', () => {
    const { expired, advance, looks } = start({ computeMs: 1000, maxWallMs: 100_000, share: 0.5 })
    const before = looks()
    advance(990)
    expect(looks()).toBe(before)
    advance(1100)
    expect(expired).toEqual(['compute budget exhausted (1000ms busy)'])
    expect(looks() - before).toBeLessThan(40)
  })

  it('fire once, and never after they were stopped', () => {
    const { budgets, expired, advance } = start({ computeMs: 50, maxWallMs: 60, share: 1 })
    budgets.stop()
    advance(500)
    expect(expired).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('take budgets over the longest timer', () => {
    const { expired, advance } = start({ computeMs: Number.MAX_VALUE, maxWallMs: 2 ** 31 - 1, share: 1 })
    advance(100)
    expect(expired).toEqual([])
  })

  it('wait for what had arrived when they ran out', () => {
    const { budgets, expired, advance } = start({ computeMs: 1e6, maxWallMs: 20, share: 0 })
    setTimeout(() => setImmediate(() => budgets.stop()), 19)
    advance(19)
    vi.advanceTimersByTime(30)
    expect(expired).toEqual([])
  })
})
