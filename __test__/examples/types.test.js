import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { folderWith } from '../cli/command.js'

const PROGRAMS = ['repository-report.ts', 'orders-report.ts']
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc')
const OPTIONS = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023', '--module', 'esnext']

/** What a host that knows its tools would tell the compiler, and Node's console. */
const DECLARATIONS = `
  type Namespace = Record<string, (args: object) => Promise<any>>
  interface ToolErrorClass { new (): Error & { operation: string } }
  declare const fs: Namespace, git: Namespace, csv: Namespace
  declare const FsError: ToolErrorClass, GitError: ToolErrorClass, TableError: ToolErrorClass
  declare const console: { log(...items: unknown[]): void; warn(...items: unknown[]): void }
`

it('the programs are sound TypeScript', async () => {
  const path = await folderWith({ 'declarations.d.ts': DECLARATIONS })
  await Promise.all(PROGRAMS.map(async name => {
    const program = await readFile(new URL(`../../examples/${name}`, import.meta.url), 'utf8')
    await writeFile(path(name), `async function program() {\n${program}\n}\nexport { program }\n`)
  }))
  const args = [TSC, ...OPTIONS, ...PROGRAMS, 'declarations.d.ts']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: path('.') }).catch(error => error)
  expect(stdout).toBe('')
})
