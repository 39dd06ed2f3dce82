import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'
import { RepeatNotice } from './test/repeat-notice.ts'
import { SkipNotice } from './test/skip-notice.ts'

// .ci/run asks for it, to count the tests.
const report = process.env['TESTS_REPORT']
const reportForPrograms: ['json', { outputFile: string }][] = report === undefined ? [] : [['json', { outputFile: report }]]
const setupFiles = ['test/property-seed.ts']
// The same sources are loaded by each process and thread that a test starts.
const env = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(tmpdir(), 'node-compile-cache') }
// Files share the modules that they load, with `isolate: false`: most of the time would go into loading them anew for each.
// What is waited for comes at once, or late on a machine that does much else.
const patience = { expect: { poll: { timeout: 20_000 } }, testTimeout: 120_000, hookTimeout: 60_000 }
const everywhere = ['{packages,examples}/*/{src,test}', 'bench/{src,test}', 'test']
const never = ['**/node_modules/**', '**/dist/**', '**/test/prove/**', '**/test/accuracy/**', 'test/failing/**']

/** The tests whose files end in this. */
const named = (ending: string): string[] => everywhere.map((folder) => `${folder}/**/*${ending}`)

export default defineConfig({
  test: {
    reporters: ['default', new RepeatNotice(), new SkipNotice(), ...reportForPrograms],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: named('.test.ts'),
          exclude: [...never, '**/*.{integration,long}.test.ts'],
          setupFiles: [...setupFiles, 'test/in-memory.ts'],
          ...patience,
          pool: 'threads',
          isolate: false,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'integration',
          include: named('.integration.test.ts'),
          exclude: never,
          setupFiles,
          env,
          ...patience,
          isolate: false,
          // More than there are cores: most of the time they wait for processes and timers.
          maxWorkers: 2 * Math.max(2, availableParallelism()),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'long',
          include: named('.long.test.ts'),
          exclude: never,
          setupFiles,
          env,
          ...patience,
          testTimeout: 300_000,
          // Each starts programs of its own and waits for them; more at a time than two would measure each other.
          maxWorkers: 2,
          // Of the pages of the documentation.
          maxConcurrency: 3,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
