import { readFileSync } from 'node:fs'
import { satisfies } from 'semver'
import { describe, expect, it } from 'vitest'

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

/** @type {[name: string, versions: string[]][]} */
const ADMITTED = [
  ['@deepseek-ai/cordis', ['4.0.1', '4.0.4', '4.1.0']],
  ['@deepseek-ai/schemastery', ['3.18.1', '3.18.4', '3.19.0']],
  ['@deepseek-ai/dsh-code-runtime', ['0.1.0-rc.8', '0.1.0', '0.1.1-rc.2', '0.1.5-rc.2', '0.1.5', '0.1.9-rc.1', '0.1.12']],
  ['@deepseek-ai/dsh-invariants', ['0.1.0-rc.8', '0.1.1-rc.2', '0.1.5-rc.2', '0.1.9-rc.1', '0.1.12']],
]

/** @type {[name: string, versions: string[]][]} */
const REFUSED = [
  ['@deepseek-ai/cordis', ['3.9.9', '5.0.0']],
  ['@deepseek-ai/schemastery', ['3.17.0', '4.0.0']],
  ['@deepseek-ai/dsh-code-runtime', ['0.0.1-rc.1', '0.1.0-rc.7', '0.2.0']],
  ['@deepseek-ai/dsh-invariants', ['0.0.1-rc.1', '0.1.0-rc.7', '0.2.0']],
]

// A range admits the prereleases of a version only if it names that version: hence the lists, not a span.
describe('peer ranges', () => {
  it.each(ADMITTED)('%s admits released and workspace versions', (name, versions) => {
    expect(versions.filter(version => !satisfies(version, manifest.peerDependencies[name]))).toEqual([])
  })

  it.each(REFUSED)('%s refuses what came before the interface, and the next breaking version', (name, versions) => {
    expect(versions.filter(version => satisfies(version, manifest.peerDependencies[name]))).toEqual([])
  })

  it('leaves every peer optional: the root entry needs none', () => {
    const required = Object.keys(manifest.peerDependencies).filter(name => !manifest.peerDependenciesMeta[name]?.optional)
    expect(required).toEqual([])
  })
})
