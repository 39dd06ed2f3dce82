import { fileURLToPath } from 'node:url'
import type { Generator } from '../generator.ts'

/** autocannon with a list of requests, each made from the response before it. */
export const autocannonJourneys: Generator = {
  name: 'autocannon',
  prepare: () => Promise.resolve(undefined),
  command: (load) => Promise.resolve([process.execPath, fileURLToPath(import.meta.resolve('./autocannon-load.mjs')), JSON.stringify(load)]),
}
