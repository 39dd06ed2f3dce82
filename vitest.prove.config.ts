import { defineConfig } from 'vitest/config'
import { RepeatNotice } from './test/repeat-notice.ts'

/** The long proofs: soak, big fuzz, peers, comparisons of known sides. `npm run prove -- NAME`. */
export default defineConfig({
  test: {
    name: 'prove',
    reporters: ['default', new RepeatNotice('npm run prove')],
    include: ['packages/*/test/{prove,load/framing}/**/*.test.ts'],
    env: {
      TESTS_FUZZ_CASES: process.env['TESTS_FUZZ_CASES'] ?? '5000000',
      // Other cases each time.
      TESTS_FUZZ_SEED: process.env['TESTS_FUZZ_SEED'] ?? String(Date.now() % 2 ** 31),
    },
    exclude: ['**/node_modules/**', '**/dist/**'],
    // What each trial comes to is printed when it ends.
    disableConsoleIntercept: true,
    testTimeout: 2 * 60 * 60_000,
    hookTimeout: 5 * 60_000,
    fileParallelism: false,
  },
})
