/**
 * The licences of the Rust crates that are compiled into the addon.
 *
 * `node scripts/third-party.js` writes them to THIRD_PARTY_NOTICES; `release-check.js` compares that file with what this
 * module says.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export const NOTICES_FILE = 'THIRD_PARTY_NOTICES'

/**
 * The licences that a crate may be taken under, the preferred one first, and the files of a crate that hold their texts.
 *
 * @type {ReadonlyMap<string, RegExp>}
 */
const ALLOWED = new Map([
  ['MIT', /^licen[cs]e[-.]mit/i],
  ['ISC', /^licen[cs]e[-.]isc/i],
  ['Unicode-3.0', /^licen[cs]e[-.]unicode/i],
  ['BSL-1.0', /^licen[cs]e[-.](boost|bsl)/i],
  ['Zlib', /^licen[cs]e[-.]zlib/i],
  ['BSD-2-Clause', /^licen[cs]e[-.]bsd/i],
  ['BSD-3-Clause', /^licen[cs]e[-.]bsd/i],
  ['Apache-2.0', /^licen[cs]e[-.]apache/i],
])

/**
 * @typedef {object} Crate
 * @property {string} name
 * @property {string} version
 * @property {string | null} license an SPDX expression
 * @property {string[]} authors
 * @property {string} manifest_path
 * @property {{ kind: string[] }[]} targets
 * @property {string} id
 */

/** @returns {Crate[]} the crates whose code ends up in the addon of some platform, by name */
function linkedCrates() {
  const output = execFileSync('cargo', ['metadata', '--format-version', '1', '--locked'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  /** @type {{ packages: Crate[], resolve: { root: string, nodes: { id: string, deps: Dependency[] }[] } }} */
  const metadata = JSON.parse(output)
  const crates = new Map(metadata.packages.map(crate => [crate.id, crate]))
  const edges = new Map(metadata.resolve.nodes.map(node => [node.id, node.deps]))
  /** @type {Set<Crate>} */
  const linked = new Set()
  const pending = [metadata.resolve.root]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const crate = crates.get(id)
    // A procedural macro runs in the compiler: neither it nor what it depends on is linked.
    if (!crate || linked.has(crate) || crate.targets.some(target => target.kind.includes('proc-macro'))) continue
    linked.add(crate)
    pending.push(...(edges.get(id) ?? []).filter(isLinked).map(dependency => dependency.pkg))
  }
  return [...linked].filter(crate => crate.id !== metadata.resolve.root).toSorted(byNameAndVersion)
}

/**
 * @typedef {object} Dependency
 * @property {string} pkg
 * @property {{ kind: string | null }[]} dep_kinds `null` is an ordinary dependency, else `dev` or `build`
 */

/** @param {Dependency} dependency */
function isLinked(dependency) {
  return dependency.dep_kinds.some(({ kind }) => kind === null)
}

/**
 * @param {Crate} a
 * @param {Crate} b
 */
function byNameAndVersion(a, b) {
  return a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en', { numeric: true })
}

/**
 * Chooses the licences to take a crate under.
 *
 * @param {string} expression an SPDX expression; `MIT/Apache-2.0` is an old spelling of `OR`
 * @returns {string[] | null} all of them hold, or `null` if the expression allows no choice from {@link ALLOWED}
 */
export function chooseLicenses(expression) {
  const tokens = expression.replaceAll('/', ' OR ').match(/\(|\)|[^\s()]+/g) ?? []
  let at = 0

  /** @returns {string[] | null} */
  function alternatives() {
    const found = [conjunction()]
    while (tokens[at] === 'OR') {
      at += 1
      found.push(conjunction())
    }
    return found.filter(choice => choice !== null).toSorted((a, b) => rank(a) - rank(b))[0] ?? null
  }

  /** @returns {string[] | null} */
  function conjunction() {
    let all = term()
    while (tokens[at] === 'AND') {
      at += 1
      const next = term()
      all = all && next && [...all, ...next]
    }
    return all
  }

  /** @returns {string[] | null} */
  function term() {
    const token = tokens[at]
    at += 1
    if (token === '(') {
      const inner = alternatives()
      at += 1
      return inner
    }
    if (tokens[at] === 'WITH') {
      at += 2
      return null
    }
    return token !== undefined && ALLOWED.has(token) ? [token] : null
  }

  return alternatives()
}

/** @param {string[]} licenses */
function rank(licenses) {
  const order = [...ALLOWED.keys()]
  return Math.max(...licenses.map(license => order.indexOf(license)))
}

/**
 * @param {Crate} crate
 * @param {string} license
 * @returns {string | null} the text of the licence as the crate carries it
 */
function licenseText(crate, license) {
  const folder = dirname(crate.manifest_path)
  const files = readdirSync(folder).toSorted()
  const pattern = ALLOWED.get(license)
  const file = files.find(name => pattern?.test(name)) ?? files.find(name => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name))
  if (file !== undefined) return tidy(readFileSync(join(folder, file), 'utf8'))
  return license === 'MIT' ? mitText(crate) : null
}

/**
 * The MIT licence of a crate that is published without the file.
 *
 * @param {Crate} crate
 */
function mitText(crate) {
  const authors = crate.authors.map(author => author.replace(/\s*<.*>/, '')).join(', ')
  const own = readFileSync(join(ROOT, 'LICENSE'), 'utf8')
  return tidy(own.replace(/^Copyright .*$/m, `Copyright (c) ${authors || `the authors of ${crate.name}`}`))
}

/** @param {string} text */
function tidy(text) {
  return text.replaceAll('\r\n', '\n').replaceAll(/[ \t]+$/gm, '').trim()
}

/**
 * @returns {{ text: string, problems: string[] }} the content of THIRD_PARTY_NOTICES, and the crates that it cannot cover
 */
export function thirdPartyNotices() {
  /** @type {string[]} */
  const problems = []
  /** @type {Map<string, string[]>} */
  const cratesByText = new Map()
  for (const crate of linkedCrates()) {
    const label = `${crate.name} ${crate.version}`
    const licenses = crate.license === null ? null : chooseLicenses(crate.license)
    if (licenses === null) problems.push(`${label}: its licence, ${crate.license}, is not on the list of allowed ones`)
    for (const license of licenses ?? []) {
      const text = licenseText(crate, license)
      if (text === null) problems.push(`${label}: it carries no text of its licence, ${license}`)
      else cratesByText.set(text, [...(cratesByText.get(text) ?? []), `${label} (${license})`])
    }
  }
  const sections = [...cratesByText].map(([text, crates]) => `${crates.join('\n')}\n\n${text}`)
  return { text: [HEADING, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n', problems }
}

const HEADING = `The native addon of dsh-code-runtime-native contains code of the following Rust crates, under the licences given here.
Generated by scripts/third-party.js.`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { text, problems } = thirdPartyNotices()
  writeFileSync(join(ROOT, NOTICES_FILE), text)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
