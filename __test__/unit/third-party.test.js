import { describe, expect, it } from 'vitest'
import { chooseLicenses } from '../../scripts/third-party.js'

describe('the licence that a crate is taken under', () => {
  it.each([
    ['MIT', ['MIT']],
    ['Apache-2.0 OR MIT', ['MIT']],
    ['Apache-2.0/MIT', ['MIT']],
    ['Apache-2.0 OR GPL-2.0-only', ['Apache-2.0']],
    ['(MIT OR Apache-2.0) AND Unicode-3.0', ['MIT', 'Unicode-3.0']],
    ['Apache-2.0 WITH LLVM-exception OR BSL-1.0', ['BSL-1.0']],
    ['GPL-2.0-only OR (MIT AND ISC)', ['MIT', 'ISC']],
  ])('of %s is chosen among those that are allowed', (expression, licenses) => {
    expect(chooseLicenses(expression)).toEqual(licenses)
  })

  it.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'Apache-2.0 WITH LLVM-exception', 'LicenseRef-Proprietary'])(
    'does not exist for %s',
    expression => {
      expect(chooseLicenses(expression)).toBeNull()
    },
  )
})
