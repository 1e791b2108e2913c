import { Context } from '@deepseek-ai/cordis'
import { CodeRuntime } from '@deepseek-ai/dsh-code-runtime'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import DefaultExport, { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native/cordis'

/** @type {Context} */
let ctx

beforeEach(() => {
  ctx = new Context()
})

afterEach(async () => {
  await ctx.fiber.dispose()
})

/** @param {string} program */
function run(program) {
  return ctx.codeRuntime.run({ program, bindings: [] })
}

describe('the DSH plugin', () => {
  it('is the default and a named export, and a CodeRuntime', async () => {
    expect(DefaultExport).toBe(WorkerThreadCodeRuntime)
    await ctx.plugin(WorkerThreadCodeRuntime)
    expect(ctx.codeRuntime).toBeInstanceOf(CodeRuntime)
    expect(ctx.codeRuntime).toBeInstanceOf(WorkerThreadCodeRuntime)
  })

  it('registers ctx.codeRuntime, with its labels', async () => {
    await ctx.plugin(WorkerThreadCodeRuntime)
    const { language, isolation } = ctx.codeRuntime
    expect({ language, isolation }).toEqual({ language: 'typescript', isolation: 'worker-thread' })
  })

  it('runs programs for consumers, which hold a proxy of it', async () => {
    await ctx.plugin(WorkerThreadCodeRuntime)
    const consumer = ctx.extend()
    expect(consumer.codeRuntime).not.toBe(ctx.reflect.get('codeRuntime', false))
    const result = await consumer.codeRuntime.run({ program: 'const n: number = 41; return n + 1', bindings: [] })
    expect(result).toEqual({ value: 42, logs: [] })
  })

  it('takes the configuration of the stock runtime', async () => {
    await ctx.plugin(WorkerThreadCodeRuntime, {
      computeMs: 60_000,
      maxWallMs: 600_000,
      maxOutputBytes: 67_108_864,
      maxOldGenerationSizeMb: 512,
    })
    expect(await run('return 1')).toEqual({ value: 1, logs: [] })
  })

  it('applies the fields it is given', async () => {
    await ctx.plugin(WorkerThreadCodeRuntime, { maxOutputBytes: 64, computeMs: 500 })
    expect(await run('return "x".repeat(100)')).toMatchObject({ error: { kind: 'output-limit' } })
    expect(await run('for (;;) {}')).toMatchObject({
      error: { message: expect.stringMatching(/^compute budget exhausted \(500ms busy\)/) },
    })
  })

  it.each([
    [{ computeMs: 0 }, /config\.computeMs must be a positive number/],
    [{ maxOutputBytes: 3 }, /config\.maxOutputBytes must be a safe integer of at least 4/],
    [{ maxWallMs: 2 ** 31 }, /config\.maxWallMs must be at most 2147483647/],
    [{ standbyWorkers: 0.5 }, /config\.standbyWorkers must be a non-negative integer/],
    [{ typescript: 'compile' }, /typescript/],
    [{ computeMs: '60000' }, /computeMs/],
    [{ computeMS: 1000 }, /computeMS/],
  ])('refuses %j and leaves no service behind', async (config, message) => {
    await expect(async () => {
      await ctx.plugin(WorkerThreadCodeRuntime, /** @type {any} */ (config))
    }).rejects.toThrow(message)
    expect(ctx.get('codeRuntime')).toBeUndefined()
  })

  it('describes every field and gives its default', () => {
    const fields = WorkerThreadCodeRuntime.Config.dict ?? {}
    expect(Object.keys(fields)).toEqual([
      'computeMs',
      'maxWallMs',
      'maxOutputBytes',
      'maxOldGenerationSizeMb',
      'maxExternalMb',
      'standbyWorkers',
      'typescript',
      'teardownGraceMs',
      'completionNotes',
    ])
    for (const field of Object.values(fields)) expect(field.meta.description).toMatch(/\w/)
    expect(WorkerThreadCodeRuntime.Config({})).toEqual({
      computeMs: 60_000,
      maxWallMs: 600_000,
      maxOutputBytes: 67_108_864,
      maxOldGenerationSizeMb: 512,
      maxExternalMb: 1024,
      standbyWorkers: 1,
      typescript: 'strip',
      teardownGraceMs: 250,
      completionNotes: false,
    })
  })

  it('ends what runs, and refuses further runs, when its fiber ends', async () => {
    const fiber = await ctx.plugin(WorkerThreadCodeRuntime)
    const service = ctx.codeRuntime
    const running = service.run({ program: 'for (;;) {}', bindings: [] })
    await fiber.dispose()
    expect(await running).toMatchObject({ error: { kind: 'abort', message: 'runtime disposed' } })
    await expect(service.run({ program: 'return 1', bindings: [] })).rejects.toThrow('dispos')
  })

  it('can be mounted again after its disposal', async () => {
    const first = await ctx.plugin(WorkerThreadCodeRuntime)
    await first.dispose()
    await ctx.plugin(WorkerThreadCodeRuntime)
    expect(await run('return "again"')).toEqual({ value: 'again', logs: [] })
  })
})
