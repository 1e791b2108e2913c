import { describe, expect, it } from 'vitest'
import { UNHARMED, runInHost } from './host.js'

/** Does something at every depth, from the end of the stack up. @param {string} action */
const fromTheEnd = (action) => `
  let depth = 0
  const done = []
  const act = () => { ${action} }
  const descend = () => {
    try { descend() } catch {}
    if (depth++ < 1500) try { done.push(act()) } catch {}
  }
  descend()`

describe('a program at the end of its stack', () => {
  it.each([
    ['that is called for the first time', ''],
    ['that was called before', 'for (let count = 0; count < 50; count++) await tools.echo(count)'],
  ])('makes calls or is refused them, of a member %s', async (_, before) => {
    const program = `${before}; ${fromTheEnd('return tools.echo({ depth })')}; const all = await Promise.allSettled(done); return [all.filter(({ status }) => status === 'fulfilled').length > 500, await tools.echo('after')]`
    const { result, ...host } = await runInHost({ program })
    expect(result).toEqual({ value: [true, 'after'], logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('is refused lossy arguments', async () => {
    const { result, ...host } = await runInHost({ program: `${fromTheEnd('return tools.echo({ depth: undefined }).catch(() => 1)')}; return (await Promise.all(done)).every((value) => value === 1)` })
    expect(result).toEqual({ value: true, logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('is not told that its arguments are at fault', async () => {
    const { result, ...host } = await runInHost({ program: `${fromTheEnd("return tools.echo({ list: [{ a: [depth] }], text: 'x' }).then(() => 'answered', (error) => error.message)")}; return [...new Set(await Promise.all(done))]` })
    expect(result).toEqual({ value: ['answered'], logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it('may send large arguments, each its own', async () => {
    const { result, ...host } = await runInHost({ program: `const text = 'x'.repeat(100_000); ${fromTheEnd('const own = depth; return depth % 50 === 0 ? tools.echo(text + own).then((back) => back === text + own) : true')}; return (await Promise.all(done)).every(Boolean) && done.length > 500` })
    expect(result).toEqual({ value: true, logs: [] })
    expect(host).toMatchObject(UNHARMED)
  })

  it.each([
    ['console.log', 'for (let count = 0; count < 50; count++) console.log(count)', 'console.log(depth)'],
    ['console.log after a pause', 'const sleeper = new Int32Array(new SharedArrayBuffer(4)); for (let count = 0; count < 50; count++) console.log(count)', 'if (depth > 10 && depth < 200) Atomics.wait(sleeper, 0, 0, 1); console.log(depth)'],
    ['process.stdout.write', 'for (let count = 0; count < 50; count++) process.stdout.write("a")', 'process.stdout.write("b")'],
  ])('has its completion all the same: %s', async (_, before, action) => {
    const { result, ...host } = await runInHost({ program: `${before}; ${fromTheEnd(action)}; return 1`, config: { maxWallMs: 20_000 } })
    expect(result.error).toBeUndefined()
    expect(result.value).toBe(1)
    expect(host).toMatchObject(UNHARMED)
  })

  it('is ended by its output there', async () => {
    const { result, ...host } = await runInHost({ program: `for (let count = 0; count < 50; count++) console.log(count); ${fromTheEnd('console.log("x".repeat(1000))')}; await new Promise(() => {})`, config: { maxOutputBytes: 20_000, maxWallMs: 20_000 } })
    expect(result.error?.kind).toBe('output-limit')
    expect(host).toMatchObject(UNHARMED)
  })
})
