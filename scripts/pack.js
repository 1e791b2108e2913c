/**
 * Makes the tarballs that are published, of what is built here.
 *
 *   node scripts/pack.js [--pack-destination DIR] [--all]
 *
 * They are the main package, and a package for each target whose addon lies in the root or in its folder under `npm/`.
 * With `--all` a target without its addon is an error. Prints the paths of the tarballs, the main package's last.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ROOT, addonFile, platformPackageName, platforms, readManifest } from './packages.js'
import { NOTICES_FILE } from './third-party.js'

/** @import { Manifest, Platform } from './packages.js' */

/**
 * @typedef {object} PackedFile
 * @property {string} path
 * @property {number} size in bytes
 */

/**
 * @param {string} folder of a package
 * @param {string[]} args of `npm pack`
 * @returns {{ filename: string, files: PackedFile[] }}
 */
function npmPack(folder, args) {
  const isWindows = process.platform === 'win32'
  const command = ['pack', '--json', '--ignore-scripts', '--loglevel=error', ...args]
  const output = execFileSync(isWindows ? 'npm.cmd' : 'npm', command, { cwd: folder, encoding: 'utf8', shell: isWindows })
  const report = JSON.parse(output)
  // npm before 12 reports a list, later ones an object by package.
  const [packed] = Array.isArray(report) ? report : Object.values(report)
  return packed
}

/**
 * The manifest of the main package as it is published. The platform packages come in only here: a lock file could not
 * name them before they are published.
 *
 * @param {Manifest} main
 * @returns {Manifest}
 */
function publishedManifest(main) {
  const { scripts: _scripts, devDependencies: _devDependencies, ...published } = main
  const versions = platforms(main).map(platform => [platformPackageName(main, platform), main.version])
  return { ...published, optionalDependencies: Object.fromEntries(versions) }
}

/**
 * @param {Manifest} main
 * @param {string} stage an empty folder
 */
function stageMain(main, stage) {
  for (const { path } of npmPack(ROOT, ['--dry-run']).files) cpSync(join(ROOT, path), join(stage, path))
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(publishedManifest(main), null, 2)}\n`)
}

/**
 * @param {Manifest} main
 * @param {Platform} platform
 * @returns {string | undefined} the path of its addon, if there is one
 */
function findAddon(main, platform) {
  const file = addonFile(main, platform)
  return [join(ROOT, file), join(ROOT, 'npm', platform.id, file)].find(path => existsSync(path))
}

/**
 * @param {string} addon the path of it
 * @param {Platform} platform
 * @param {string} stage an empty folder
 */
function stagePlatform(addon, platform, stage) {
  cpSync(join(ROOT, 'npm', platform.id), stage, { recursive: true })
  cpSync(addon, join(stage, addon.slice(dirname(addon).length + 1)))
  for (const file of ['LICENSE', NOTICES_FILE]) cpSync(join(ROOT, file), join(stage, file))
}

/**
 * @typedef {object} Tarball
 * @property {string} name of the package
 * @property {string} path
 * @property {string[]} files that it holds
 */

/**
 * @param {{ destination: string, all?: boolean }} options `all`: a target without its addon is an error
 * @returns {Tarball[]} the main package's last
 */
export function pack({ destination, all = false }) {
  mkdirSync(destination, { recursive: true })
  const main = readManifest()
  const stages = mkdtempSync(join(tmpdir(), 'dsh-code-runtime-native-pack-'))

  /**
   * @param {string} name
   * @param {(stage: string) => void} fill
   */
  function packStage(name, fill) {
    const stage = join(stages, name)
    mkdirSync(stage)
    fill(stage)
    const { filename, files } = npmPack(stage, ['--pack-destination', destination])
    return { name, path: join(destination, filename), files: files.map(file => file.path) }
  }

  try {
    const tarballs = []
    for (const platform of platforms(main)) {
      const addon = findAddon(main, platform)
      if (addon !== undefined) {
        tarballs.push(packStage(platformPackageName(main, platform), stage => stagePlatform(addon, platform, stage)))
      } else if (all) {
        throw new Error(`there is no ${addonFile(main, platform)}, neither in the root nor in npm/${platform.id}`)
      }
    }
    if (tarballs.length === 0) throw new Error('no addon is built here: run `npm run build` first')
    return [...tarballs, packStage(main.name, stage => stageMain(main, stage))]
  } finally {
    rmSync(stages, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { 'pack-destination': { type: 'string', default: '.' }, all: { type: 'boolean', default: false } },
  })
  const tarballs = pack({ destination: resolve(values['pack-destination']), all: values.all })
  for (const { path } of tarballs) console.log(path)
}
