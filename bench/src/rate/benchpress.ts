import type { Generator } from '../generator.ts'
import { benchpressScript } from '../node-script.ts'

const script = import.meta.resolve('./benchpress-rate.mjs')

/** benchpress as it starts iterations while the target is quick and the machine has CPU to spare: it is woken for each. */
export const benchpressRate: Generator = { name: 'benchpress', ...benchpressScript(script, { timing: 'precise' }) }

/** benchpress as it starts iterations otherwise, by timers. */
export const benchpressCoarse: Generator = { name: 'benchpress-coarse', ...benchpressScript(script, { timing: 'coarse' }) }
