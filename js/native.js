/**
 * Loads the native addon: the one that was built in this folder, or else the one of the platform's package.
 *
 * Each `require` is a literal, so that what traces or packs the files of a program finds the addon.
 */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const PACKAGE_NAME = 'dsh-code-runtime-native'

/**
 * @typedef {object} Source of an addon
 * @property {() => unknown} built in the root of this package
 * @property {() => unknown} packaged in a package of its own
 */

/** @type {Record<string, Source>} by the end of the package's name */
const SOURCES = {
  'linux-x64-gnu': {
    built: () => require('../dsh-code-runtime-native.linux-x64-gnu.node'),
    packaged: () => require('dsh-code-runtime-native-linux-x64-gnu'),
  },
  'linux-x64-musl': {
    built: () => require('../dsh-code-runtime-native.linux-x64-musl.node'),
    packaged: () => require('dsh-code-runtime-native-linux-x64-musl'),
  },
  'linux-arm64-gnu': {
    built: () => require('../dsh-code-runtime-native.linux-arm64-gnu.node'),
    packaged: () => require('dsh-code-runtime-native-linux-arm64-gnu'),
  },
  'linux-arm64-musl': {
    built: () => require('../dsh-code-runtime-native.linux-arm64-musl.node'),
    packaged: () => require('dsh-code-runtime-native-linux-arm64-musl'),
  },
  'darwin-x64': {
    built: () => require('../dsh-code-runtime-native.darwin-x64.node'),
    packaged: () => require('dsh-code-runtime-native-darwin-x64'),
  },
  'darwin-arm64': {
    built: () => require('../dsh-code-runtime-native.darwin-arm64.node'),
    packaged: () => require('dsh-code-runtime-native-darwin-arm64'),
  },
  'win32-x64-msvc': {
    built: () => require('../dsh-code-runtime-native.win32-x64-msvc.node'),
    packaged: () => require('dsh-code-runtime-native-win32-x64-msvc'),
  },
  'win32-arm64-msvc': {
    built: () => require('../dsh-code-runtime-native.win32-arm64-msvc.node'),
    packaged: () => require('dsh-code-runtime-native-win32-arm64-msvc'),
  },
}

/** What is called of an addon. One of another version may lack some of it. */
const FUNCTIONS = [
  'eraseTypes', 'eraseTypesInBackground', 'transformTypes', 'transformTypesInBackground', 'inspectJson', 'inspectJsonInBackground',
  'jsonStringBytes', 'jsonFittingPrefix', 'hasChildren', 'endDescendants', 'endDescendantsInBackground', 'endMarked',
  'endMarkedInBackground', 'reapProcesses', 'endNow',
]

/** For platforms without a package: what `napi build` makes without `--platform`. */
const loadUnnamed = () => require('../dsh-code-runtime-native.node')

/** @typedef {{ name: string, load: () => unknown }} Candidate */

/**
 * The addons to try, in order. Linux has those of both C libraries: the wrong one is not installed, or refuses to load.
 *
 * @returns {Candidate[]}
 */
function candidates() {
  const platform = `${process.platform}-${process.arch}`
  const found = Object.entries(SOURCES).filter(([id]) => id === platform || id.startsWith(`${platform}-`))
  return [
    ...found.map(([id, { built }]) => ({ name: `${PACKAGE_NAME}.${id}.node`, load: built })),
    ...found.map(([id, { packaged }]) => ({ name: `${PACKAGE_NAME}-${id}`, load: packaged })),
    { name: `${PACKAGE_NAME}.node`, load: loadUnnamed },
  ]
}

/** @returns {any} the addon's functions */
function loadAddon() {
  const broken = []
  for (const { name, load } of candidates()) {
    try {
      return requireFunctions(load())
    } catch (error) {
      if (!isNotFound(error)) broken.push({ name, error })
    }
  }
  throw missingAddon(broken)
}

/** @param {any} addon */
function requireFunctions(addon) {
  const lacking = FUNCTIONS.find((name) => !(name in addon))
  if (lacking !== undefined) throw new Error(`it has no ${lacking}(), so it is of another version than this package`)
  return addon
}

/** @param {unknown} error */
function isNotFound(error) {
  return error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND'
}

/**
 * @param {{ name: string, error: unknown }[]} broken the addons that are there and do not load
 * @returns {Error}
 */
function missingAddon(broken) {
  const platform = platformName()
  const id = Object.keys(SOURCES).find(key => key === platform || key === `${platform}-msvc`)
  const build = id === undefined ? 'npx napi build --release --no-js --output-dir . && npm run build:program' : 'npm run build'
  const lines = [
    `${PACKAGE_NAME} has no native addon that loads on this platform, ${platform}.`,
    ...broken.map(({ name, error }) => `${name} is there but fails: ${error instanceof Error ? error.message : String(error)}`),
    id === undefined
      ? 'No package with one is published for it.'
      : `The package ${PACKAGE_NAME}-${id} has it, an optional dependency: install again without leaving those out.`,
    `To build it from source, with Rust installed, run this in a checkout of ${PACKAGE_NAME} and install that folder:`,
    `  npm ci --ignore-scripts && ${build}`,
  ]
  const [first] = broken
  return new Error(lines.join('\n'), first && { cause: first.error })
}

/** @returns {string} as the packages' names end, but for Windows' compiler */
function platformName() {
  const platform = `${process.platform}-${process.arch}`
  return process.platform === 'linux' ? `${platform}-${isGlibc() ? 'gnu' : 'musl'}` : platform
}

function isGlibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return header.glibcVersionRuntime !== undefined
}

export const {
  eraseTypes, eraseTypesInBackground, transformTypes, transformTypesInBackground, inspectJson, inspectJsonInBackground,
  jsonStringBytes, jsonFittingPrefix, hasChildren, endDescendants, endDescendantsInBackground, endMarked, endMarkedInBackground,
  reapProcesses, endNow,
} = loadAddon()
