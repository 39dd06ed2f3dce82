import { chosen, commonFlags, countOf, readFlags } from './flags.ts'
import type { Generator } from './generator.ts'

/** Options of the suites of users. */
export interface SuiteOptions<Kind = Generator> {
  /** Number of measurements of each generator in each case. */
  readonly rounds: number
  /** Length of one measurement. */
  readonly seconds: number
  readonly generators: readonly Kind[]
  /** File for every measurement, `undefined` for none. */
  readonly json: string | undefined
}

/**
 * Reads the flags `--rounds N`, `--seconds N`, `--peer NAME` (repeatable) and `--json FILE`.
 *
 * @throws BenchError with what is wrong
 */
export function parseSuiteOptions<Kind extends { readonly name: string }>(
  argv: readonly string[],
  generators: readonly Kind[],
  defaults: { readonly rounds: number; readonly seconds: number } = { rounds: 5, seconds: 6 },
): SuiteOptions<Kind> {
  const { rounds, seconds, peer, json } = readFlags(argv, commonFlags)
  return {
    rounds: countOf('--rounds', rounds, defaults.rounds),
    seconds: countOf('--seconds', seconds, defaults.seconds),
    generators: chosen('--peer', generators, peer),
    json,
  }
}
