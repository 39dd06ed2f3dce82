import { subscribe } from 'node:diagnostics_channel'
import { afterEach(() => {
  const kinds = [...new Set(started.splice(0))]
  if (kinds.length > 0) throw new Error(`started a ${kinds.join(' and a ')}: a file of such tests is called *.integration.test.ts`)
})
