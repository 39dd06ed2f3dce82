import type { Generator } from '../generator.ts'
import { nodeScript } from '../node-script.ts'

/** autocannon with a list of requests, each made from the response before it. */
export const autocannonJourneys: Generator = { name: 'autocannon', ...nodeScript(import.meta.resolve('./autocannon-load.mjs')) }
