import { defineConfig } from 'vitest/config'
import { SkipNotice } from './test/skip-notice.ts'

// .ci/run asks for it, to count the tests.
const report = process.env['BENCHPRESS_TEST_REPORT']
const reportForPrograms: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]]
const setupFiles = ['test/property-seed.ts']
const never = ['**/node_modules/**', '**/dist/**', '**/test/prove/**']

export default defineConfig({
  test: {
    reporters: ['default', new SkipNotice(), ...reportForPrograms],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,examples}/*/{src,test}/**/*.test.ts', 'bench/{src,test}/**/*.test.ts'],
          exclude: [...never, '**/test/accuracy/**'],
          setupFiles,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'repository',
          include: ['test/**/*.test.ts'],
          exclude: never,
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // One at a time: what they start, installations and load tests, would disturb each other.
          fileParallelism: false,
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
