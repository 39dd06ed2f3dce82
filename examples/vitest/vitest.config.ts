import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { reporters: ['default', ['@benchpress/report/vitest', { folder: 'benchpress-report' }]] },
})
