import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['__test__/**/*.test.js'],
    // A bound on what hangs, for slow machines: no test is about time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
