import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { RepeatNotice } from './test/repeat-notice.ts'
import { SkipNotice } from './test/skip-notice.ts'

// .ci/run asks for it, to count the tests.
const report = process.env['BENCHPRESS_TEST_REPORT']
const reportForPrograms: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]]
const setupFiles = ['test/property-seed.ts']
// The same sources are loaded by every file, and by each process and thread that a test starts.
const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache') }
// What is waited for comes at once, or late on a machine that does much else.
const patience = { poll: { timeout: 20_000 } }
const never = ['**/node_modules/**', '**/dist/**', '**/test/prove/**', 'test/failing/**']

export default defineConfig({
  test: {
    reporters: ['default', new RepeatNotice(), new SkipNotice(), ...reportForPrograms],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,examples}/*/{src,test}/**/*.test.ts', 'bench/{src,test}/**/*.test.ts'],
          exclude: [...never, '**/test/accuracy/**'],
          setupFiles,
          env,
          expect: patience,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // More than there are cores: most of the time they wait for processes and timers.
          maxWorkers: Math.max(3, availableParallelism()),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          exclude: never,
          setupFiles,
          env,
          expect: patience,
          testTimeout: 300_000,
          hookTimeout: 60_000,
          // One at a time: what they start, installations and load tests, would disturb each other.
          fileParallelism: false,
          // Of the pages of the documentation.
          maxConcurrency: 3,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'accuracy',
          include: ['packages/*/test/accuracy/**/*.test.ts'],
          exclude: never,
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Measurements: nothing else runs meanwhile.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
