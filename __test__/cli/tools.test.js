import { describe, expect, it } from 'vitest'
import { folderWith, runText } from './command.js'

const TOOLS = `
  export const fs = {
    read: async ({ path }) => { if (path !== 'a') throw new Error('no such file: ' + path); return 'text of a' },
    'list all': async () => ['a'],
  }
  export const errorClasses = { fs: { name: 'FsError', memberNameProperty: 'operation' } }
  export const version = 3
  export function helper() {}
  export default { ignored: async () => 1 }
`

describe('--tools', () => {
  it('gives the program each exported object of functions as a namespace, and nothing else', async () => {
    const path = await folderWith({ 'tools.mjs': TOOLS })
    const program = `return {
      text: await fs.read({ path: 'a' }), list: await fs['list all']({}),
      others: [typeof version, typeof helper, typeof ignored, typeof errorClasses],
    }`
    const { stdout } = await runText(program, ['--tools', path('tools.mjs'), '--json'])
    expect(JSON.parse(stdout).value).toEqual({ text: 'text of a', list: ['a'], others: Array(4).fill('undefined') })
  })

  it('rejects failed calls with the namespace\'s error class', async () => {
    const path = await folderWith({ 'tools.mjs': TOOLS })
    const program = `
      try { await fs.read({ path: 'b' }) } catch (error) {
        return [error instanceof FsError, error.name, error.operation, error.message]
      }`
    const { stdout } = await runText(program, ['--tools', path('tools.mjs'), '--json'])
    expect(JSON.parse(stdout).value).toEqual([true, 'FsError', 'read', 'no such file: b'])
  })

  it('may be repeated', async () => {
    const path = await folderWith({
      'one.mjs': 'export const one = { get: async () => 1 }',
      'two.mjs': 'export const two = { get: async () => 2 }',
    })
    const args = ['-t', path('one.mjs'), '-t', path('two.mjs')]
    const { stdout } = await runText('return (await one.get({})) + (await two.get({}))', args)
    expect(stdout).toBe('3\n')
  })

  it('ends although the tools keep timers', async () => {
    const path = await folderWith({
      'tools.mjs': 'setInterval(() => {}, 1000); export const tools = { get: async () => 1 }',
    })
    const ended = await runText('return tools.get({})', ['--tools', path('tools.mjs')])
    expect(ended).toMatchObject({ status: 0, stdout: '1\n' })
  })

  it('tells a defect of the tools from a failure of the program', async () => {
    const path = await folderWith({
      'tools.mjs': `export const tools = {
        break: () => new Promise(() => setImmediate(() => { throw new Error('defect in a timer') })),
      }`,
    })
    const { status, stderr } = await runText('await tools.break({})', ['--tools', path('tools.mjs')])
    expect(status).toBe(70)
    expect(stderr).toContain('defect in a timer')
  })
})
