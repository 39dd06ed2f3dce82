import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// .ci/run asks for it, to count the tests.
const report = process.env['TESTS_REPORT']
const reportForPrograms: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]]

/** What needs real time: ours beside a reference, in turns. `npm run accuracy`. */
export default defineConfig({
  test: {
    name: 'accuracy',
    include: ['test/accuracy/*.test.ts', 'packages/*/test/accuracy/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: 'test/accuracy/figure-budget.ts',
    reporters: ['default', ...reportForPrograms],
    // Each comparison starts a process of its own, and each of its blocks load threads, which load the same sources.
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache') },
    testTimeout: 10 * 60_000,
    hookTimeout: 60_000,
    // Measurements: nothing else runs meanwhile.
    fileParallelism: false,
  },
})
