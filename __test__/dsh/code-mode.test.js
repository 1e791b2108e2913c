import { EventEmitter, once } from 'node:events'
import { Context } from '@deepseek-ai/cordis'
import { SystemPrompt } from '@deepseek-ai/dsh-system-prompt'
import { ToolRuntime, defineTool } from '@deepseek-ai/dsh-tools'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native/cordis'

/**
 * @import { Fiber } from '@deepseek-ai/cordis'
 * @import { ToolDefinition, ToolExecutionResult } from '@deepseek-ai/dsh-tools'
 */

const add = defineTool({
  name: 'add',
  description: 'Adds two numbers.',
  parameters: { a: { type: 'number', required: true }, b: { type: 'number', required: true } },
  output: { schema: { type: 'number' }, render: (_args, value) => [{ type: 'text', text: String(value) }] },
  execute: async ({ a, b }) => a + b,
})

const refuse = defineTool({
  name: 'refuse',
  description: 'Fails.',
  parameters: {},
  output: { schema: { type: 'null' }, render: () => [] },
  execute: async () => {
    throw new Error('not today')
  },
})

/** @type {Context} */
let ctx
/** @type {Fiber} */
let runtimeFiber

beforeEach(async () => {
  ctx = new Context()
  await ctx.plugin(SystemPrompt, { persona: 'You are a test.' })
  await ctx.plugin(ToolRuntime, { mode: 'code' })
  runtimeFiber = await ctx.plugin(WorkerThreadCodeRuntime, { computeMs: 2000 })
  for (const tool of [add, refuse]) ctx.tools.register(/** @type {ToolDefinition} */ (tool))
})

afterEach(async () => {
  await ctx.fiber.dispose()
})

/**
 * @param {string} code
 * @returns {Promise<ToolExecutionResult>}
 */
function runCode(code) {
  return ctx.tools.execute({
    callId: /** @type {any} */ ('call-1'),
    name: 'run_code',
    arguments: { code, description: 'Run a program' },
    signal: new AbortController().signal,
  })
}

/** @param {ToolExecutionResult} result */
function textOf(result) {
  return result.content.map(block => (block.type === 'text' ? block.text : '')).join('')
}

describe('Code Mode', () => {
  it('shows the model run_code alone, with the tools as TypeScript', async () => {
    const { sections, tools } = await ctx.systemPrompt.assemble()
    expect(tools.map(tool => tool.name)).toEqual(['run_code'])
    expect(sections.map(section => section.text).join('\n')).toContain('interface ToolArgsMap')
  })

  it('runs a program that calls tools, and gives back its value and its logs', async () => {
    const result = await runCode(`
      const sums: number[] = await Promise.all([1, 2, 3].map(a => tools.add({ a, b: 10 })))
      console.log('sums', sums)
      return { sums, total: sums.reduce((x, y) => x + y) }
    `)
    expect(result).toMatchObject({
      isError: false,
      value: { logs: ['sums [ 11, 12, 13 ]'], result: { sums: [11, 12, 13], total: 36 } },
    })
  })

  it('hands the program a ToolCallError for a tool that fails', async () => {
    const result = await runCode(`
      try {
        await tools.refuse({})
      } catch (error) {
        return { typed: error instanceof ToolCallError, name: error.name, tool: error.toolName, message: error.message }
      }
    `)
    expect(result).toMatchObject({
      value: { result: { typed: true, name: 'ToolCallError', tool: 'refuse', message: 'not today' } },
    })
  })

  it.each([
    ['throws', 'console.log("before")\nthrow new TypeError("deliberate")', /\(exception\): [^]*deliberate[^]*before/],
    ['does not parse', 'return (', /\(exception\)/],
    ['needs what cannot be erased', 'enum Color { Red }\nreturn Color.Red', /\(exception\): [^]*enum/],
    [
      'never ends',
      'console.log("spinning")\nfor (;;) {}',
      /^Error: code run failed \(timeout\): compute budget exhausted \(2000ms busy\)[^\n]*\nCaptured output:\nspinning$/,
    ],
    ['returns what is not JSON', 'return { handle: () => 1 }', /\(invalid-output\): program completion must be lossless JSON/],
  ])('reports a program that %s as a failed call', async (_what, code, message) => {
    const result = await runCode(code)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(message)
  })

  it('ends a program under way when the plugin is disposed', async () => {
    const calls = new EventEmitter()
    const underWay = once(calls, 'add')
    ctx.on('tools/execute', (exec, next) => {
      calls.emit(exec.name)
      return next()
    })
    const running = runCode('tools.add({ a: 1, b: 1 }); await new Promise(() => {})')
    await underWay
    await runtimeFiber.dispose()
    const result = await running
    expect(result.isError).toBe(true)
    expect(textOf(result)).toMatch(/\(abort\): runtime disposed/)
    expect(ctx.get('codeRuntime')).toBeUndefined()
  })
})
