import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/packages.js'
import { Consumer, LIMIT_MS } from './consumer.js'

/** @type {Consumer} */
let consumer

beforeAll(async () => {
  consumer = await Consumer.install('npm')
  consumer.link('typescript', '@types/node', 'undici-types', 'vite', 'vitest', 'esbuild', 'rolldown')
  consumer.link('@deepseek-ai', '@standard-schema')
}, LIMIT_MS)

afterAll(() => {
  consumer.remove()
})

const NODE16 = ['--module', 'node16', '--moduleResolution', 'node16']
const BUNDLER = ['--module', 'esnext', '--moduleResolution', 'bundler']

/** @param {string[]} args of the TypeScript compiler */
function compile(args) {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  return consumer.node([tsc, '--noEmit', '--ignoreConfig', '--strict', '--target', 'es2022', '--types', 'node', ...args])
}

const HOST = `
  import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'
  const runtime = new WorkerThreadCodeRuntime()
  const { value } = await runtime.run({ program: 'const n: number = 41; return n + 1', bindings: [] })
  await runtime.dispose()
  console.log(value)
`

describe('TypeScript', { timeout: LIMIT_MS }, () => {
  const CONSUMER = `
    import { WorkerThreadCodeRuntime, stripTypeScript, type CodeRunResult } from 'dsh-code-runtime-native'
    export async function answer(): Promise<CodeRunResult> {
      const runtime = new WorkerThreadCodeRuntime({ computeMs: 1000, typescript: 'transform' })
      const result = await runtime.run({ program: stripTypeScript('return 42'), bindings: [] })
      // @ts-expect-error a run has no such field
      result.values
      return result
    }
    // @ts-expect-error computeMs is a number
    new WorkerThreadCodeRuntime({ computeMs: '1000' })
  `

  const PLUGIN = `
    import { Context } from '@deepseek-ai/cordis'
    import WorkerThreadCodeRuntime from 'dsh-code-runtime-native/cordis'
    import * as invariant from 'dsh-code-runtime-native/invariant'
    const ctx = new Context()
    await ctx.plugin(WorkerThreadCodeRuntime, { computeMs: 1000 })
    await ctx.plugin(invariant)
    export const { value } = await ctx.codeRuntime.run({ program: 'return 42', bindings: [] })
  `

  beforeAll(() => {
    consumer.write('consumer.mts', CONSUMER)
    consumer.write('plugin.mts', PLUGIN)
  })

  it.each([
    ['node16', NODE16],
    ['bundler', BUNDLER],
  ])('finds the types of every entry with %s resolution', async (_name, resolution) => {
    const outcome = await compile([...resolution, '--skipLibCheck', 'consumer.mts', 'plugin.mts'])
    expect(outcome).toMatchObject({ status: 0, stdout: '' })
  })

  it('finds the declarations of the root entry themselves sound', async () => {
    expect(await compile([...NODE16, 'consumer.mts'])).toMatchObject({ status: 0, stdout: '' })
  })
})

describe('Vite', { timeout: LIMIT_MS }, () => {
  it.each(['threads', 'forks'])('runs tests of a consumer in its pool of %s', async pool => {
    consumer.write(
      'consumer.spec.js',
      `import { expect, it } from 'vitest'
      import { WorkerThreadCodeRuntime } from 'dsh-code-runtime-native'
      it('runs', async () => {
        const runtime = new WorkerThreadCodeRuntime()
        expect(await runtime.run({ program: 'return 42', bindings: [] })).toEqual({ value: 42, logs: [] })
        await runtime.dispose()
      })`,
    )
    const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
    const outcome = await consumer.node([vitest, 'run', `--pool=${pool}`, 'consumer.spec.js'])
    expect(outcome).toMatchObject({ status: 0, stdout: expect.stringMatching(/1 passed/) })
  })

  it('builds a host for the server, with the package left outside', async () => {
    consumer.write('vite-host.js', HOST)
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js')
    const built = await consumer.node([vite, 'build', '--ssr', 'vite-host.js', '--outDir', 'vite-out', '--target', 'esnext'])
    expect(built).toMatchObject({ status: 0 })
    expect(await consumer.node(['vite-out/vite-host.js'])).toEqual({ status: 0, stdout: '42\n', stderr: '' })
  })
})

describe('a bundled host, with the package external', { timeout: LIMIT_MS }, () => {
  it('runs as esbuild bundles it', async () => {
    consumer.write('esbuild-host.js', HOST)
    consumer.write(
      'esbuild.mjs',
      `import { build } from 'esbuild'
      await build({
        entryPoints: ['esbuild-host.js'],
        outfile: 'esbuild-out.mjs',
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: ['dsh-code-runtime-native'],
      })`,
    )
    expect(await consumer.node(['esbuild.mjs'])).toMatchObject({ status: 0 })
    expect(await consumer.node(['esbuild-out.mjs'])).toEqual({ status: 0, stdout: '42\n', stderr: '' })
  })

  it('runs as rolldown bundles it', async () => {
    consumer.write('rolldown-host.js', HOST)
    consumer.write(
      'rolldown.mjs',
      `import { build } from 'rolldown'
      await build({
        input: 'rolldown-host.js',
        platform: 'node',
        external: ['dsh-code-runtime-native'],
        output: { file: 'rolldown-out.mjs', format: 'esm' },
      })`,
    )
    expect(await consumer.node(['rolldown.mjs'])).toMatchObject({ status: 0 })
    expect(await consumer.node(['rolldown-out.mjs'])).toEqual({ status: 0, stdout: '42\n', stderr: '' })
  })
})
