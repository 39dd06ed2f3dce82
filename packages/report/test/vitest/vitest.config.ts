import { defineConfig } from 'vitest/config'

// What a user writes, but for the path of the reporter.
const reporter = new URL('../../src/vitest/index.ts', import.meta.url).pathname
const folder = process.env['REPORT_FOLDER'] ?? 'benchpress-report'
const loads = process.env['REPORT_LOADS'] ?? 'load'
const print = process.env['REPORT_PRINT'] ?? 'table'

export default defineConfig({
  test: {
    include: [`${loads}/*.load.ts`],
    testTimeout: 60_000,
    reporters: ['default', [reporter, { folder, print }]],
  },
})
