import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Programs that race for memory and time: each file has the machine to itself. */
const HOSTILE = '__test__/hostile/**/*.test.js'

export default defineConfig({
  test: {
    // A bound on what hangs, for slow machines: no test is about time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'behaviour', include: ['__test__/**/*.test.js'], exclude: [HOSTILE], maxWorkers: availableParallelism(), sequence: { groupOrder: 0 } },
      },
      {
        extends: true,
        test: { name: 'hostile', include: [HOSTILE], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
