import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXIT_STATUS } from '../../js/cli/exit-status.js'
import { folderWith, run, runText } from './command.js'

describe('--help and --version', () => {
  it('help names every option and every exit status', async () => {
    const { status, stdout, stderr } = await run(['--help'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    for (const option of ['--tools', '--config', '--json', '--stats', '--help', '--version']) {
      expect(stdout).toContain(option)
    }
    for (const number of Object.values(EXIT_STATUS)) expect(stdout).toMatch(new RegExp(String.raw`\b${number}\b`))
  })

  it('version is the package\'s', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
    expect(await run(['-v'])).toMatchObject({ status: 0, stdout: `${version}\n` })
  })
})

describe('a command line that is not usable', () => {
  it.each([
    ['no program', [], 'no program given'],
    ['two programs', ['a.ts', 'b.ts'], 'one program at a time'],
    ['an unknown option', ['-', '--watch'], '--watch'],
    ['a setting without a value', ['-', '--config', 'computeMs'], '--config takes KEY=VALUE'],
    ['a setting that does not exist', ['-', '--config', 'computeMS=1'], 'computeMS'],
    ['a value that is not valid', ['-', '--config', 'computeMs=-1'], 'config.computeMs must be a positive number'],
    ['a value of the wrong type', ['-', '--config', 'computeMs=soon'], 'config.computeMs must be a positive number'],
    ['a program that cannot be read', ['no-such-program.ts'], 'no-such-program.ts'],
    ['tools that cannot be loaded', ['-', '--tools', 'no-such-tools.mjs'], 'no-such-tools.mjs'],
  ])('%s: status 2 and a reason', async (_, args, reason) => {
    const { status, stdout, stderr } = await run(args, { stdin: 'return 1' })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^dsh-code-run: /)
    expect(stderr).toContain(reason)
  })

  it.each([
    ['throws while it loads', 'throw new Error("no database")', 'no database'],
    ['exports nothing of use', 'export default { a: async () => 1 }; export const limit = 3', 'exports no object'],
    ['has a member that is no function', 'export const fs = { read() {}, root: "/" }', 'fs.root is no function'],
    ['has an error class for nothing', 'export const a = {}; export const errorClasses = { b: {} }', 'errorClasses.b'],
    ['takes a reserved name', 'export const lambda = {}', 'lambda'],
    [
      'has an error class of no use',
      'export const a = {}; export const errorClasses = { a: { name: "E", memberNameProperty: "stack" } }',
      'stack',
    ],
  ])('a tools module that %s: status 2 and a reason', async (_, module, reason) => {
    const path = await folderWith({ 'tools.mjs': module })
    const { status, stdout, stderr } = await runText('return 1', ['--tools', path('tools.mjs')])
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(reason)
  })
})

describe('--config', () => {
  it.each(['computeMs=5e3', 'completionNotes=false', 'typescript=transform'])('takes %s', async setting => {
    expect(await runText('return 4', ['--config', setting])).toMatchObject({ status: 0, stdout: '4\n' })
  })

  it('reaches the runtime', async () => {
    const { stderr } = await runText('await new Promise(() => {})', ['-c', 'maxWallMs=20', '-c', 'computeMs=5000'])
    expect(stderr).toContain('(20ms)')
    const program = 'enum Color { Red = 4 }\nreturn Color.Red'
    expect(await runText(program)).toMatchObject({ status: 1, stdout: '' })
    expect(await runText(program, ['-c', 'typescript=transform'])).toMatchObject({ status: 0, stdout: '4\n' })
  })
})
