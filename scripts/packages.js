/** What this repository publishes: the main package, and one package with the addon for each target. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string[]} files
 * @property {{ node: string }} engines
 * @property {Record<string, unknown>} exports
 * @property {Record<string, string>} [bin]
 * @property {string} [main]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [scripts]
 * @property {Record<string, string>} [devDependencies]
 * @property {{ binaryName: string, targets: string[] }} napi
 */

/**
 * @typedef {object} Platform a target in npm's words
 * @property {string} triple Rust's name of it
 * @property {string} id the folder under `npm/`, and the end of the package's name
 * @property {string} os
 * @property {string} cpu
 * @property {string} [libc] where the system has several
 */

/** @type {Record<string, Omit<Platform, 'triple'>>} */
const PLATFORMS = {
  'x86_64-unknown-linux-gnu': { id: 'linux-x64-gnu', os: 'linux', cpu: 'x64', libc: 'glibc' },
  'x86_64-unknown-linux-musl': { id: 'linux-x64-musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  'aarch64-unknown-linux-gnu': { id: 'linux-arm64-gnu', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  'aarch64-unknown-linux-musl': { id: 'linux-arm64-musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  'x86_64-apple-darwin': { id: 'darwin-x64', os: 'darwin', cpu: 'x64' },
  'aarch64-apple-darwin': { id: 'darwin-arm64', os: 'darwin', cpu: 'arm64' },
  'x86_64-pc-windows-msvc': { id: 'win32-x64-msvc', os: 'win32', cpu: 'x64' },
  'aarch64-pc-windows-msvc': { id: 'win32-arm64-msvc', os: 'win32', cpu: 'arm64' },
}

/**
 * @param {string} folder from the root; empty for the main package
 * @returns {Manifest}
 */
export function readManifest(folder = '') {
  return JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'))
}

/**
 * @param {Manifest} main
 * @returns {Platform[]} the targets of the package, in its order
 */
export function platforms(main) {
  return main.napi.targets.map(triple => {
    const platform = PLATFORMS[triple]
    if (!platform) throw new Error(`package.json: no platform is known for the target ${triple}`)
    return { triple, ...platform }
  })
}

/**
 * @param {Manifest} main
 * @param {Platform} platform
 */
export function platformPackageName(main, platform) {
  return `${main.name}-${platform.id}`
}

/**
 * @param {Manifest} main
 * @param {Platform} platform
 * @returns {string} the file name of the addon, as `napi build --platform` gives it
 */
export function addonFile(main, platform) {
  return `${main.napi.binaryName}.${platform.id}.node`
}
