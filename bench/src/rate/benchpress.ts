import { fileURLToPath } from 'node:url'
import { buildCore, coreEntry } from '../build-core.ts'
import type { Generator } from '../generator.ts'

/** benchpress as a library, compiled as it is published, with one load thread, which is woken for each iteration or uses timers. */
function benchpress(name: string, timing: 'precise' | 'coarse'): Generator {
  return {
    name,
    prepare: async () => {
      await buildCore()
      return undefined
    },
    command: (load) => {
      const program = fileURLToPath(import.meta.resolve('./benchpress-rate.mjs'))
      return Promise.resolve([process.execPath, program, JSON.stringify({ ...load, timing }), coreEntry])
    },
  }
}

/** benchpress as it starts iterations while the target is quick and the machine has CPU to spare. */
export const benchpressRate: Generator = benchpress('benchpress', 'precise')

/** benchpress as it starts iterations otherwise. */
export const benchpressCoarse: Generator = benchpress('benchpress-coarse', 'coarse')
