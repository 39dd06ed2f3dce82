import type { Generator } from '../generator.ts'
import { benchpressScript } from '../node-script.ts'

/** benchpress as a library. */
export const benchpressJourneys: Generator = { name: 'benchpress', ...benchpressScript(import.meta.resolve('./benchpress-load.mjs')) }
