import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from '../../js/index.js'

describe("typescript: 'transform'", () => {
  /** @type {WorkerThreadCodeRuntime} */
  let runtime

  beforeAll(() => {
    runtime = new WorkerThreadCodeRuntime({ typescript: 'transform' })
  })

  afterAll(() => runtime.dispose())

  /** @param {string} program */
  const run = program => runtime.run({ program, bindings: [] })

  it('runs enums, namespaces and parameter properties', async () => {
    const { value } = await run(`
      enum Color { Red = 'red', Blue = 'blue' }
      namespace Shapes {
        export let made = 0
        export class Square { constructor(readonly side: number, public color = Color.Red) { made++ } }
      }
      const square = new Shapes.Square(await Promise.resolve(2), Color.Blue)
      return { ...square, made: Shapes.made }`)
    expect(value).toEqual({ side: 2, color: 'blue', made: 1 })
  })

  it('tells positions of the source', async () => {
    const { error } = await run(`enum E { A }  namespace N {
      export const fail = (why: string): never => {  throw new RangeError(why) } }
    class K { constructor(private readonly why: string) {   N.fail(this.why) } }
    new K('no')`)
    expect(error?.message).toContain('RangeError: no')
    const places = [...String(error?.message).matchAll(/program\.ts:(\d+:\d+)/gu)].map(([, place]) => place)
    expect(places).toEqual(['2:60', '3:63', '4:5'])
  })

  it('tells the stack of an error in positions of the source', async () => {
    const { logs } = await run("enum E { A, B }  console.log(new Error('here').stack)")
    expect(logs).toEqual(['Error: here\n    at program.ts:1:30'])
  })

  it('refuses what it cannot run, at its place in the source', async () => {
    const { error } = await run('enum E { A }\nnamespace N { return 1 }')
    expect(error).toMatchObject({ kind: 'exception', message: expect.stringContaining('program.ts:2:15') })
  })

  it('runs a program without such constructs as it is', async () => {
    expect(await run('const a: number = 1\nreturn a as number')).toEqual({ value: 1, logs: [] })
  })
})
