import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Consumer, LIMIT_MS } from './consumer.js'

const PROGRAM = 'const sum: number = await tools.add({ a: 40, b: 2 }); console.log("sum", sum); return { sum }'

const RUN = `
  const runtime = new WorkerThreadCodeRuntime()
  const functions = { add: async ({ a, b }) => a + b }
  const result = await runtime.run({ program: ${JSON.stringify(PROGRAM)}, bindings: [{ global: 'tools', functions }] })
  await runtime.dispose()
  console.log(JSON.stringify(result))
`

const RESULT = { value: { sum: 42 }, logs: ['sum 42'] }

const HAS_REQUIRE_OF_MODULES = 'require_module' in process.features

const MANAGERS = /** @type {const} */ (['npm', 'pnpm'])

describe.each(MANAGERS)('installed with %s, without Rust, a registry, and scripts', { timeout: LIMIT_MS }, manager => {
  /** @type {Consumer} */
  let consumer

  beforeAll(async () => {
    consumer = await Consumer.install(manager)
  }, LIMIT_MS)

  afterAll(() => {
    consumer.remove()
  })

  it('is in a place without a compiler', async () => {
    expect(await consumer.run('cargo', ['--version'])).toMatchObject({ status: -1 })
  })

  it('is imported and runs a program', async () => {
    consumer.write('host.mjs', `import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'\n${RUN}`)
    const { stdout, stderr, status } = await consumer.node(['host.mjs'])
    expect({ status, stderr, result: JSON.parse(stdout) }).toEqual({ status: 0, stderr: '', result: RESULT })
  })

  it.runIf(HAS_REQUIRE_OF_MODULES)('is required and runs a program', async () => {
    const host = `const { WorkerThreadCodeRuntime } = require('dsh-code-runtime-native')\nmain()\nasync function main() {${RUN}}`
    consumer.write('host.cjs', host)
    const { stdout, status } = await consumer.node(['host.cjs'])
    expect({ status, result: JSON.parse(stdout) }).toEqual({ status: 0, result: RESULT })
  })

  it('runs a program for a host that is itself in a worker thread', async () => {
    consumer.write('threaded-host.mjs', `import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'\n${RUN}`)
    consumer.write(
      'thread.mjs',
      `import { Worker } from 'node:worker_threads'
      const worker = new Worker(new URL('./threaded-host.mjs', import.meta.url))
      worker.on('exit', code => { process.exitCode = code })`,
    )
    const { stdout, status } = await consumer.node(['thread.mjs'])
    expect({ status, result: JSON.parse(stdout) }).toEqual({ status: 0, result: RESULT })
  })

  it('runs a program from the command line', async () => {
    consumer.write('tools.mjs', 'export const tools = { add: async ({ a, b }) => a + b }')
    consumer.write('program.ts', PROGRAM)
    const command = join(consumer.folder, 'node_modules/.bin/dsh-code-run')
    expect(existsSync(command)).toBe(true)
    const isWindows = process.platform === 'win32'
    const { stdout, stderr, status } = await consumer.run(isWindows ? `${command}.cmd` : command, ['program.ts', '--tools', 'tools.mjs'], {
      shell: isWindows,
    })
    expect({ status, value: JSON.parse(stdout), stderr }).toEqual({ status: 0, value: RESULT.value, stderr: 'sum 42\n' })
  })

  it('needs nothing of DSH for its root entry, and says what the plugin needs', async () => {
    consumer.write('plugin.mjs', `import 'dsh-code-runtime-native/cordis'`)
    const { status, stderr } = await consumer.node(['plugin.mjs'])
    expect(status).toBe(1)
    expect(stderr).toMatch(/Cannot find package '@deepseek-ai\/dsh-code-runtime'/)
  })
})
