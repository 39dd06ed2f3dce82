import { fileURLToPath } from 'node:url'
import { buildCore, coreEntry } from '../build-core.ts'
import type { Generator } from '../generator.ts'

/** benchpress as a library, compiled as it is published, with one load thread. */
export const benchpressJourneys: Generator = {
  name: 'benchpress',
  prepare: async () => {
    await buildCore()
    return undefined
  },
  command: (load) =>
    Promise.resolve([process.execPath, fileURLToPath(import.meta.resolve('./benchpress-load.mjs')), JSON.stringify(load), coreEntry]),
}
