import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FIELDS } from '../../js/config.js'

/** @param {string} path */
const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('docs/errors.md', () => {
  const page = read('docs/errors.md')

  it('has every code of a syntax error', () => {
    const codes = [...read('src/strip/diagnostics.rs').matchAll(/Self::\w+ => "([a-z-]+)"/g)].map(([, code]) => code)
    expect(codes).toContain('syntax-error')
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })

  it('has every rule of the configuration', () => {
    const rules = Object.values(FIELDS).flatMap(({ rules: all }) => all.map(({ rule }) => rule))
    expect(rules.filter((rule) => !page.includes(rule))).toEqual([])
  })

  it('has every message with which misuse is refused', () => {
    const messages = ['js/bindings.js', 'js/runtime.js', 'js/strip.js'].flatMap((path) => [...read(path).matchAll(/new (?:Type)?Error\([`'"](.*)[`'"]\)/g)].map(([, text]) => text))
    expect(messages.length).toBeGreaterThan(10)
    const fixed = messages.map((text) => /** @type {string} */ (text).replace(/\$\{.*/, '').trim()).filter((text) => text !== '')
    expect(fixed.filter((text) => !page.includes(text))).toEqual([])
  })
})
