import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeOrders } from '../../examples/make-orders.js'
import { folderWith, run } from '../cli/command.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @param {string} name */
const example = name => fileURLToPath(new URL(`../../examples/${name}`, import.meta.url))

/**
 * @param {string} name
 * @param {string} cwd
 */
async function report(name, cwd) {
  const tools = name.replace('-report.ts', '-tools.js')
  const { status, stdout, stderr } = await run([example(name), '--tools', example(tools), '--json'], { cwd })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('the repository report', () => {
  it('describes this repository', async () => {
    const { value, logs } = await report('repository-report.ts', ROOT)
    expect(value.name).toBe('dsh-code-runtime-native')
    expect(value.folders.src.files).toBeGreaterThan(0)
    expect(value.linesByLanguage).toMatchObject({ Rust: expect.any(Number), JavaScript: expect.any(Number) })
    expect(value.tests).toBeGreaterThan(10)
    expect(value.notes).toContain('plans: read failed: no such file or folder: docs/roadmap.md')
    expect(logs[0]).toMatch(/^\d+ files, of which \d+ are sources$/)
  })

  it('goes on where there is no git history', async () => {
    const path = await folderWith({
      'package.json': '{ "name": "small" }',
      'a.js': "it('works')\n\n",
      'b.rs': '#[test]\nfn works() {}\n',
      'image.bin': '\0\0',
    })
    const { value } = await report('repository-report.ts', path('.'))
    expect({ ...value, notes: value.notes.toSorted().toReversed() }).toEqual({
      name: 'small',
      folders: { '.': { files: 2, bytes: 35, lines: 4, longest: { path: 'a.js', lines: 2 } } },
      linesByLanguage: { JavaScript: 2, Rust: 2 },
      tests: 2,
      lintExceptions: [],
      lastCommits: [],
      notes: [
        'plans: read failed: no such file or folder: docs/roadmap.md',
        expect.stringMatching(/^history: log failed: ./),
      ],
    })
  })
})

describe('the orders report', () => {
  it('reads a table that its script still makes', async () => {
    const table = await readFile(example('orders.csv'), 'utf8')
    expect(table === makeOrders()).toBe(true)
    expect(table.split('\n').length).toBeGreaterThan(10_000)
  })

  it('sums it up', async () => {
    expect(await report('orders-report.ts', ROOT)).toEqual({
      value: {
        rows: 12_000,
        unreadable: { rows: 20, first: [403, 1033, 1510] },
        invoices: null,
        paid: '10958561.95 EUR',
        returnedShare: '12.3 %',
        bestMonth: '2025-01: 1059333.95 EUR',
        countries: ['KE: 2015343.30 EUR', 'FR: 1866872.40 EUR', 'US: 1817492.55 EUR'],
        customers: [
          'Ito, Jun: 191208.70 EUR',
          'Okafor, Jun: 185001.35 EUR',
          'Moreau, Bo: 179509.40 EUR',
          'Rao, Eva: 171445.55 EUR',
          'Moreau, Zoé: 166605.30 EUR',
        ],
        products: [
          'desk "Classic": 6821205.00 EUR',
          'shelf, oak: 2935008.00 EUR',
          'lamp: 956488.50 EUR',
          'cable 5 m: 241397.70 EUR',
          'bolt M8: 4462.75 EUR',
        ],
      },
      logs: ['going on without invoices (read: no such table: invoices)', '12000 rows, 20 unreadable'],
    })
  })
})

describe('the host', () => {
  const node = promisify(execFile)

  it('runs a program and prints its result', async () => {
    const { stdout } = await node(process.execPath, [example('host.js')])
    expect(stdout).toBe("{ value: 25, logs: [ '[ 20, 25 ]' ], error: undefined }\n")
  })

  it('does so as the README has it', async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
    const [, source = ''] = /```js\n(import [^]*?)```/.exec(readme) ?? []
    const [, printed] = /console\.log\(.*\) \/\/ (.*)/.exec(source) ?? []
    const { stdout } = await node(process.execPath, ['--input-type=module', '--eval', source], { cwd: ROOT })
    expect(stdout).toBe(`${printed}\n`)
  })
})
