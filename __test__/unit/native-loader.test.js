import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as loader from '../../js/native.js'
import { ROOT, addonFile, platformPackageName, platforms, readManifest } from '../../scripts/packages.js'

const LOADER = join(ROOT, 'js/native.js')
const main = readManifest()

/** @type {string} a package with the loader and without an addon */
let folder

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'native-loader-'))
  mkdirSync(join(folder, 'js'))
  cpSync(LOADER, join(folder, 'js/native.js'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/**
 * @param {{ platform?: string, arch?: string, env?: Record<string, string> }} [machine] that the loader is told it runs on
 * @returns {unknown} what its first export is, or the message it fails with
 */
function load({ platform = process.platform, arch = process.arch, env = {} } = {}) {
  const script = `
    Object.defineProperty(process, 'platform', { value: ${JSON.stringify(platform)} })
    Object.defineProperty(process, 'arch', { value: ${JSON.stringify(arch)} })
    const report = await import(${JSON.stringify(pathToFileURL(join(folder, 'js/native.js')).href)})
      .then(({ inspectJson }) => inspectJson, error => ({ message: error.message, cause: error.cause?.message ?? null }))
    process.stdout.write(JSON.stringify(report))
  `
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', env: { ...process.env, ...env } }))
}

/**
 * @param {string} name
 * @param {string} source of its entry, CommonJS
 */
function installPackage(name, source) {
  mkdirSync(join(folder, 'node_modules', name), { recursive: true })
  writeFileSync(join(folder, 'node_modules', name, 'index.js'), source)
}

/** @param {string} answer source of an addon whose functions are this text, CommonJS */
const addonOf = (answer) => `for (const name of ${JSON.stringify(Object.keys(loader))}) exports[name] = ${JSON.stringify(answer)}`

describe('the addon loader', () => {
  it('requires the file and the package of each target, by literals', () => {
    const source = readFileSync(LOADER, 'utf8')
    const literals = [...source.matchAll(/require\('([^']+)'\)/g)].map(([, name]) => name)
    const expected = platforms(main).flatMap(platform => [
      `../${addonFile(main, platform)}`,
      platformPackageName(main, platform),
    ])
    expect(literals.toSorted()).toEqual([...expected, '../dsh-code-runtime-native.node'].toSorted())
    expect(source.match(/require\(/g)).toHaveLength(literals.length)
  })

  it('exports what the addon exports', () => {
    const declarations = readFileSync(join(ROOT, 'js/native.d.ts'), 'utf8')
    const declared = [...declarations.matchAll(/^export declare function (\w+)/gm)].map(([, name]) => name)
    expect(Object.keys(loader).toSorted()).toEqual(declared.toSorted())
  })

  it.each(platforms(readManifest()))('loads the package for $id', ({ id, os, cpu }) => {
    installPackage(`dsh-code-runtime-native-${id}`, addonOf(id))
    expect(load({ platform: os, arch: cpu })).toBe(id)
  })

  it('prefers an addon that was built in the folder', () => {
    installPackage('dsh-code-runtime-native-darwin-arm64', addonOf('packaged'))
    mkdirSync(join(folder, 'dsh-code-runtime-native.darwin-arm64.node'))
    writeFileSync(join(folder, 'dsh-code-runtime-native.darwin-arm64.node/index.js'), addonOf('built'))
    writeFileSync(join(folder, 'dsh-code-runtime-native.darwin-arm64.node/package.json'), '{ "type": "commonjs" }')
    expect(load({ platform: 'darwin', arch: 'arm64' })).toBe('built')
  })

  it('tries the other C library when one does not load', () => {
    installPackage('dsh-code-runtime-native-linux-x64-gnu', 'throw new Error("libc.so.6: version not found")')
    installPackage('dsh-code-runtime-native-linux-x64-musl', addonOf('musl'))
    expect(load({ platform: 'linux', arch: 'x64' })).toBe('musl')
  })

  it('names the platform, its package and the way to build, when there is no addon', () => {
    expect(load({ platform: 'darwin', arch: 'arm64' })).toEqual({
      message: expect.stringMatching(
        /platform, darwin-arm64\.\nThe package dsh-code-runtime-native-darwin-arm64 [^]*npm ci --ignore-scripts && npm run build$/,
      ),
      cause: null,
    })
    expect(load({ platform: 'win32', arch: 'x64' })).toMatchObject({ message: expect.stringContaining('native-win32-x64-msvc') })
  })

  it('says that a platform has no package', () => {
    expect(load({ platform: 'freebsd', arch: 'x64' })).toMatchObject({
      message: expect.stringMatching(/platform, freebsd-x64\.\nNo package [^]*npx napi build/),
    })
  })

  it('says why an addon that is there does not load', () => {
    installPackage('dsh-code-runtime-native-darwin-x64', 'throw new Error("too old a system")')
    expect(load({ platform: 'darwin', arch: 'x64' })).toMatchObject({
      message: expect.stringContaining('dsh-code-runtime-native-darwin-x64 is there but fails: too old a system'),
      cause: 'too old a system',
    })
  })

  it.each(Object.keys(loader))('takes no addon of another version, which has no %s', (lacking) => {
    const name = 'dsh-code-runtime-native-linux-x64-gnu'
    installPackage(name, `${addonOf('older')}; delete exports.${lacking}`)
    const message = expect.stringContaining(`${name} is there but fails: it has no ${lacking}(), so it is of another version`)
    expect(load({ platform: 'linux', arch: 'x64' })).toMatchObject({ message })
  })

  it('tries the next one instead of one of another version', () => {
    installPackage('dsh-code-runtime-native-linux-x64-gnu', `${addonOf('older')}; delete exports.endMarked`)
    installPackage('dsh-code-runtime-native-linux-x64-musl', addonOf('musl'))
    expect(load({ platform: 'linux', arch: 'x64' })).toBe('musl')
  })

  it('takes no path from the environment', () => {
    const decoy = join(folder, 'decoy.cjs')
    writeFileSync(decoy, addonOf('decoy'))
    const report = load({ platform: 'darwin', arch: 'arm64', env: { NAPI_RS_NATIVE_LIBRARY_PATH: decoy } })
    expect(report).toMatchObject({ message: expect.any(String) })
  })
})
