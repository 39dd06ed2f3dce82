import { chosen, commonFlags, countOf, readFlags, severalNames } from './flags.ts'
import { loadCases } from './load-case.ts'
import type { LoadCase } from './load-case.ts'
import { peers } from './peers/peers.ts'
import type { Peer } from './peers/peer.ts'
import { mostTries } from './take-turns.ts'

/** Options of a suite: what is measured, and the files for the figures. */
export interface BenchOptions {
  /** Number of measurements of each peer in each case. */
  readonly rounds: number
  /** Most measurements of each peer, while other processes disturb the rounds. */
  readonly mostRounds: number
  /** Length of one measurement. */
  readonly seconds: number
  readonly cases: readonly LoadCase[]
  readonly peers: readonly Peer[]
  /** File for every measurement, `undefined` for none. */
  readonly json: string | undefined
  /** Directory for CPU profiles of benchpress, `undefined` for none. */
  readonly profile: string | undefined
}

/**
 * Reads the flags of the suite: `--rounds`, `--seconds`, `--json`, and, each several times, `--case` and `--peer`; `--profile DIR` has benchpress alone
 * measured once, with a CPU profile.
 *
 * @throws BenchError with what is wrong
 */
export function parseBenchOptions(argv: readonly string[]): BenchOptions {
  const { profile, ...flags } = readFlags(argv, { ...commonFlags, case: severalNames, profile: { type: 'string' } })
  const rounds = profile === undefined ? countOf('--rounds', flags.rounds, 5) : 1
  return {
    rounds,
    mostRounds: profile === undefined ? rounds * mostTries : 1,
    seconds: countOf('--seconds', flags.seconds, 5),
    cases: chosen('--case', loadCases, flags.case),
    peers: chosen('--peer', peers, profile === undefined ? flags.peer : ['benchpress']),
    json: flags.json,
    profile,
  }
}
