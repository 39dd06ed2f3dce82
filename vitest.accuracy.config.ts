import { defineConfig } from 'vitest/config'

// .ci/run asks for it, to count the tests.
const report = process.env['BENCHPRESS_TEST_REPORT']
const reportForPrograms: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]]

/** What needs real time: ours beside a reference, in turns. `npm run accuracy`. */
export default defineConfig({
  test: {
    name: 'accuracy',
    include: ['test/accuracy/*.test.ts', 'packages/*/test/accuracy/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'test/accuracy/figure-budget.ts',
    reporters: ['default', ...reportForPrograms],
    testTimeout: 10 * 60_000,
    hookTimeout: 60_000,
    // Measurements: nothing else runs meanwhile.
    fileParallelism: false,
  },
})
