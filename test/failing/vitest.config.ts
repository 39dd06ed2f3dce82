import { defineConfig } from 'vitest/config'
import { RepeatNotice } from '../repeat-notice.ts'

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['failing.test.ts'],
    setupFiles: ['../property-seed.ts'],
    reporters: ['default', new RepeatNotice('vitest run')],
  },
})
