import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { folderWith, start } from './command.js'

describe('while a program runs', () => {
  it('shows its logs', async () => {
    const path = await folderWith({
      'tools.mjs': `
        import { existsSync } from 'node:fs'
        import { setTimeout } from 'node:timers/promises'
        export const gate = { opened: async path => { while (!existsSync(path)) await setTimeout(5); return true } }`,
    })
    const program = `console.log('waiting'); return await gate.opened(${JSON.stringify(path('open'))})`
    const command = start(['-', '--tools', path('tools.mjs')], { stdin: program })
    await command.errorOutput('waiting\n')
    await writeFile(path('open'), '')
    expect(await command.end).toMatchObject({ status: 0, stdout: 'true\n', stderr: 'waiting\n' })
  })

  it.each(/** @type {const} */ ([['SIGINT', 130, 'Ctrl-C'], ['SIGTERM', 143, 'SIGTERM'], ['SIGHUP', 129, 'SIGHUP']]))(
    '%s aborts it, even in a loop, and says so',
    async (signal, expected, cause) => {
      const command = start(['-'], { stdin: 'console.log("looping"); for (;;);' })
      await command.errorOutput('looping\n')
      command.kill(signal)
      const { status, stdout, stderr } = await command.end
      expect({ status, stdout }).toEqual({ status: expected, stdout: '' })
      expect(stderr).toContain(`dsh-code-run: ${cause}: ending the run`)
      expect(stderr).toContain(`standard input: abort\ninterrupted by ${cause}\n`)
    },
  )

  it('gives the aborted run as JSON', async () => {
    const path = await folderWith({
      'tools.mjs': `
        import { writeSync } from 'node:fs'
        export const tools = { wait: () => { writeSync(2, 'called'); return new Promise(() => {}) } }`,
    })
    const program = 'console.log(1); await tools.wait(null)'
    const command = start(['-', '--json', '--tools', path('tools.mjs')], { stdin: program })
    await command.errorOutput('called')
    command.kill('SIGINT')
    const { status, stdout } = await command.end
    expect(status).toBe(130)
    expect(JSON.parse(stdout)).toEqual({ logs: ['1'], error: { kind: 'abort', message: 'interrupted by Ctrl-C' } })
  })

  it('a second Ctrl-C kills the process, whatever it is doing', async () => {
    // The tools never let it end by itself.
    const path = await folderWith({
      'tools.mjs': `
        import { writeSync } from 'node:fs'
        export const tools = { wait: () => { writeSync(2, 'called'); return new Promise(() => {}) } }
        process.once('exit', () => {
          writeSync(2, 'stuck')
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
        })`,
    })
    const command = start(['-', '--tools', path('tools.mjs')], { stdin: 'await tools.wait(null)' })
    await command.errorOutput('called')
    command.kill('SIGINT')
    await command.errorOutput('stuck')
    command.kill('SIGINT')
    expect(await command.end).toMatchObject({ status: null, signal: 'SIGINT' })
  })
})
