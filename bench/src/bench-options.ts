import { BenchError } from './bench-error.ts'
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

/** Names every flag of a suite. */
export const benchUsage = `usage: npm run bench http -- [flags]

  --rounds N      undisturbed measurements of each peer in each case, in turn (default 5)
  --seconds N     length of one measurement (default 5)
  --case NAME     only this case; repeatable (${loadCases.map((loadCase) => loadCase.name).join(', ')})
  --peer NAME     only this peer; repeatable (${peers.map((peer) => peer.name).join(', ')})
  --json FILE     every measurement, as JSON
  --profile DIR   CPU profiles of benchpress alone, one round, no minimums judged`

/**
 * Reads the flags of the suite.
 *
 * @throws BenchError with what is wrong, and the usage
 */
export function parseBenchOptions(argv: readonly string[]): BenchOptions {
  try {
    return optionsOf(readFlags(argv, { ...commonFlags, case: severalNames, profile: { type: 'string' } }))
  } catch (error) {
    if (!(error instanceof BenchError)) throw error
    throw new BenchError(`${error.message}\n\n${benchUsage}`)
  }
}

interface Flags {
  readonly rounds?: string
  readonly seconds?: string
  readonly case?: readonly string[]
  readonly peer?: readonly string[]
  readonly json?: string
  readonly profile?: string
}

function optionsOf(flags: Flags): BenchOptions {
  const { profile } = flags
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
