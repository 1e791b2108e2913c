/**
 * Verifies what is about to be published, without publishing it:
 *
 * - the versions of all packages and of the crate are one;
 * - there is a package for each target, and it says of itself what it is;
 * - the tarballs that can be made here hold what they must and nothing else, and publint and attw find nothing in them;
 * - every crate that is compiled in has a licence that allows it, and THIRD_PARTY_NOTICES has its text.
 *
 *   node scripts/release-check.js [TAG]
 *
 * With the name of a git tag, the version must be that of the tag. Prints what is wrong, one line each.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'esbuild'
import { pack } from './pack.js'
import { ROOT, addonFile, platformPackageName, platforms, readManifest } from './packages.js'
import { NOTICES_FILE, thirdPartyNotices } from './third-party.js'

/**
 * @import { Tarball } from './pack.js'
 * @import { Manifest, Platform } from './packages.js'
 */

/** What the main package holds beside the JavaScript that its entries import. */
const MAIN_FILES = [
  'LICENSE',
  'README.md',
  NOTICES_FILE,
  'cordis.d.ts',
  'cordis.patch.yml',
  'index.d.ts',
  'invariant.d.ts',
  'js/program.cjs',
  'js/substrate/worker-entry.cjs',
  'package.json',
]

/** What each platform package holds beside its addon. */
const PLATFORM_FILES = ['LICENSE', 'README.md', NOTICES_FILE, 'package.json']

/** @param {string} path from the root */
function read(path) {
  return readFileSync(join(ROOT, path), 'utf8')
}

/**
 * @param {Manifest} main
 * @param {string | undefined} tag
 * @returns {string[]} problems
 */
function checkVersions(main, tag) {
  const crate = /^\[package\][^[]*?^version = "([^"]+)"/ms.exec(read('Cargo.toml'))?.[1]
  const found = [
    ['Cargo.toml', crate],
    ['package-lock.json', JSON.parse(read('package-lock.json')).version],
    ...platforms(main).map(({ id }) => [`npm/${id}/package.json`, readManifest(`npm/${id}`).version]),
    ...(tag === undefined ? [] : [['the tag', tag.replace(/^v/, '')]]),
  ]
  return found
    .filter(([, version]) => version !== main.version)
    .map(([place, version]) => `${place}: the version is ${version}, that of package.json is ${main.version}`)
}

/**
 * @param {Manifest} main
 * @returns {string[]} problems
 */
function checkPlatformManifests(main) {
  const targets = platforms(main)
  const folders = readdirSync(join(ROOT, 'npm')).toSorted()
  const expectedFolders = targets.map(({ id }) => id).toSorted()
  const problems = isDeepStrictEqual(folders, expectedFolders)
    ? []
    : [`npm/: there are ${folders.join(', ')}, and the targets are ${expectedFolders.join(', ')}`]
  return [...problems, ...targets.flatMap(target => checkPlatformManifest(main, target))]
}

/**
 * @param {Manifest} main
 * @param {Platform} platform
 * @returns {string[]} problems
 */
function checkPlatformManifest(main, platform) {
  const manifest = readManifest(`npm/${platform.id}`)
  const addon = addonFile(main, platform)
  /** @type {Partial<Manifest>} */
  const expected = {
    name: platformPackageName(main, platform),
    license: main.license,
    engines: main.engines,
    os: [platform.os],
    cpu: [platform.cpu],
    ...(platform.libc === undefined ? {} : { libc: [platform.libc] }),
    main: addon,
    files: [addon, NOTICES_FILE],
  }
  const differing = Object.entries(expected).filter(
    ([field, value]) => !isDeepStrictEqual(value, manifest[/** @type {keyof Manifest} */ (field)]),
  )
  return differing.map(([field, value]) => `npm/${platform.id}/package.json: ${field} must be ${JSON.stringify(value)}`)
}

/**
 * @param {Manifest} main
 * @returns {string[]} the modules of the package: its entries, and their bins
 */
function entryPoints(main) {
  const exported = Object.values(main.exports).flatMap(target => {
    const file = typeof target === 'string' ? target : /** @type {{ default: string }} */ (target).default
    return /\.c?js$/.test(file) ? [file] : []
  })
  return [...new Set([...exported, ...Object.values(main.bin ?? {})])]
}

/**
 * @param {Manifest} main
 * @returns {Promise<string[]>} the files that the entries import, directly or not
 */
async function importedFiles(main) {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entryPoints(main),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    external: ['*.node', '*.cjs'],
    metafile: true,
    write: false,
    outdir: 'unused',
    logLevel: 'error',
  })
  return Object.keys(metafile.inputs)
}

/**
 * @param {Manifest} main
 * @returns {Promise<Map<string, Set<string>>>} the files that each package must hold
 */
async function expectedFiles(main) {
  const docs = readdirSync(join(ROOT, 'docs')).filter(name => name.endsWith('.md'))
  /** @type {Map<string, Set<string>>} */
  const expected = new Map()
  expected.set(main.name, new Set([...MAIN_FILES, ...docs.map(name => `docs/${name}`), ...(await importedFiles(main))]))
  for (const platform of platforms(main)) {
    expected.set(platformPackageName(main, platform), new Set([...PLATFORM_FILES, addonFile(main, platform)]))
  }
  return expected
}

/**
 * @param {Manifest} main
 * @returns {Promise<string[]>} problems
 */
async function checkTarballs(main) {
  const expected = await expectedFiles(main)
  const destination = mkdtempSync(join(tmpdir(), 'release-check-'))
  try {
    return pack({ destination }).flatMap(tarball => [
      ...checkFiles(tarball, expected.get(tarball.name) ?? new Set()),
      ...checkManifest(tarball),
      ...(tarball.name === main.name ? checkTypes(tarball) : []),
    ])
  } finally {
    rmSync(destination, { recursive: true, force: true })
  }
}

/**
 * @param {Tarball} tarball
 * @param {Set<string>} wanted
 * @returns {string[]} problems
 */
function checkFiles({ name, files }, wanted) {
  const missing = [...wanted].filter(file => !files.includes(file))
  const extra = files.filter(file => !wanted.has(file))
  return [
    ...missing.map(file => `${name}: ${file} is not packed`),
    ...extra.map(file => `${name}: ${file} is packed, and nothing needs it`),
  ]
}

/**
 * @param {Tarball} tarball
 * @returns {string[]} what publint says of its manifest
 */
function checkManifest({ path }) {
  return runTool(['publint/src/cli.js', 'run', '--strict', path])
}

/**
 * @param {Tarball} tarball
 * @returns {string[]} what attw says of its types; CommonJS takes the package by `require` of a module
 */
function checkTypes({ path }) {
  return runTool(['@arethetypeswrong/cli/dist/index.js', path, '--profile', 'esm-only', '--format', 'ascii'])
}

/**
 * @param {[script: string, ...args: string[]]} command of a development tool, its script from `node_modules`
 * @returns {string[]} its output, if it found something
 */
function runTool([script, ...args]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    encoding: 'utf8',
  })
  return status === 0 ? [] : [`${script}: ${stdout}${stderr}`]
}

/** @returns {string[]} problems */
function checkLicenses() {
  const { text, problems } = thirdPartyNotices()
  return text === read(NOTICES_FILE) ? problems : [...problems, `${NOTICES_FILE}: out of date; run node scripts/third-party.js`]
}

const main = readManifest()
const problems = [
  ...checkVersions(main, process.argv[2]),
  ...checkPlatformManifests(main),
  ...(await checkTarballs(main)),
  ...checkLicenses(),
]
for (const problem of problems) console.error(problem)
console.log(problems.length === 0 ? `${main.name} ${main.version} can be released` : `${problems.length} problem(s)`)
if (problems.length > 0) process.exitCode = 1
