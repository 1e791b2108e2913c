import { describe, expect, it } from 'vitest'
import { escapeControls } from '../../js/cli/streams.js'
import { toJsonPage } from '../../js/cli/value.js'
import { folderWith, run, runText, start } from './command.js'

describe('dsh-code-run', () => {
  it('runs a program file: value as JSON on standard output, logs on standard error', async () => {
    const program = 'const n: number[] = [1, 2]\nconsole.log("adding %d", n.length)\nreturn { n }'
    const path = await folderWith({ 'sum.ts': program })
    expect(await run([path('sum.ts')])).toEqual({
      status: 0,
      signal: null,
      stdout: '{\n  "n": [\n    1,\n    2\n  ]\n}\n',
      stderr: 'adding 2\n',
    })
  })

  it('runs a program from standard input', async () => {
    const ended = await run(['-'], { stdin: 'return await Promise.resolve("é💡")' })
    expect(ended).toMatchObject({ status: 0, stdout: '"é💡"\n' })
  })

  it('ends each log entry with exactly one line feed', async () => {
    const program = 'console.log("a"); process.stdout.write("b\\n"); process.stderr.write("c"); return 1'
    const { stderr } = await runText(program)
    expect(stderr).toBe('a\nb\nc\n')
  })

  it('tells null from no value', async () => {
    expect(await runText('return null')).toMatchObject({ status: 0, stdout: 'null\n', stderr: '' })
    expect(await runText('1 + 1')).toMatchObject({ status: 0, stdout: '', stderr: '(no value, no logs)\n' })
  })

  it('prints values of any depth', async () => {
    const program = 'let v: unknown = "x"; for (let i = 0; i < 50000; i++) v = [v, {}]; return v'
    const { status, stdout } = await runText(program, ['--json'])
    expect(status).toBe(0)
    expect(stdout).toBe(`{"value":${'['.repeat(50_000)}"x"${',{}]'.repeat(50_000)},"logs":[]}\n`)
  })

  it('prints nothing but one line of JSON with --json', async () => {
    const { status, stdout, stderr } = await runText('console.log("a\\nb"); return { ok: true }', ['--json'])
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: expect.stringMatching(/^.*\n$/), stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ value: { ok: true }, logs: ['a\nb'] })
  })

  it('gives a failed run as JSON with the same exit status', async () => {
    const { status, stdout, stderr } = await runText('console.log(1); throw new RangeError("too far")', ['--json'])
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      logs: ['1'],
      error: { kind: 'exception', message: expect.stringContaining('RangeError: too far') },
    })
  })

  it('tells with --stats what the run took', async () => {
    const path = await folderWith({ 'tools.mjs': 'export const tools = { echo: async value => value }' })
    const program = 'await tools.echo(1); await tools.echo(2); console.log("x"); return 7'
    const { stdout, stderr } = await runText(program, ['--stats', '--tools', path('tools.mjs')])
    expect(stdout).toBe('7\n')
    expect(stderr).toMatch(/^run 1: completed$/m)
    expect(stderr).toMatch(/^ {2}calls +2 started, 2 resolved; arguments 2 bytes, resolutions 2 bytes$/m)
    expect(stderr).toMatch(/^ +tools\.echo: 2 started, 2 resolved$/m)
    expect(stderr).toMatch(/^ {2}logs +1 entry, 5 bytes$/m)
    expect(stderr).toMatch(/^ {2}value +1 byte$/m)
  })

  it('adds the record to the JSON with --json --stats', async () => {
    const { stdout } = await runText('return "four"', ['--json', '--stats'])
    expect(JSON.parse(stdout)).toMatchObject({ value: 'four', record: { outcome: 'completed', valueBytes: 6 } })
  })
})

describe('what is printed', () => {
  it('may go unread', async () => {
    const command = start(['-'], { stdin: 'return "x".repeat(1_000_000)' })
    command.closeOutput()
    expect(await command.end).toMatchObject({ status: 0, stdout: '', stderr: '' })
  })

  it('cannot steer a terminal', () => {
    const text = escapeControls('\u001b]0;title\u0007\tred\u009b31m\r\nplain é💡')
    expect(text).toBe('\\x1b]0;title\\x07\tred\\x9b31m\\x0d\nplain é💡')
    expect(toJsonPage('\u001b[1m \u009b1m é')).toBe('"\\u001b[1m \\u009b1m é"')
  })
})

describe('exit status', () => {
  it.each([
    ['exception', 1, 'throw new Error("no")', []],
    ['exception', 1, 'return 1 +', []],
    ['timeout', 3, 'for (;;);', ['--config', 'computeMs=50']],
    ['timeout', 3, 'await new Promise(() => setInterval(() => {}, 1000))', ['-c', 'maxWallMs=50']],
    ['worker-exit', 4, 'process.exit(9)', []],
    ['invalid-output', 5, 'return 1n', []],
    ['output-limit', 6, 'console.log("x".repeat(1000))', ['--config', 'maxOutputBytes=64']],
  ])('of %s is %d: %s', async (kind, expected, program, args) => {
    const { status, stdout, stderr } = await runText(program, args)
    expect({ status, stdout }).toEqual({ status: expected, stdout: '' })
    expect(stderr).toContain(`standard input: ${kind}\n`)
  })

  it('leaves the message of the failure on standard error, after the logs', async () => {
    const { stderr } = await runText('console.log("before"); process.exit(9)')
    expect(stderr).toBe('before\nstandard input: worker-exit\nworker exited with code 9 before completing\n')
  })
})
