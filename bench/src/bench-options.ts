import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'
import { loadCases } from './load-case.ts'
import type { LoadCase } from './load-case.ts'
import { peers } from './peers/peers.ts'
import type { Peer } from './peers/peer.ts'

/** What a suite measures and where it puts the figures. */
export interface BenchOptions {
  /** How often each peer is measured in each case. */
  readonly rounds: number
  /** How often at most, while other processes disturb the rounds. */
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
 * Reads the flags that follow the suite's name.
 *
 * @throws BenchError that lists every problem
 */
export function parseBenchOptions(argv: readonly string[]): BenchOptions {
  const flags = readFlags(argv)
  const problems: string[] = []
  const profile = flags.profile
  const names = profile === undefined ? flags.peer : ['benchpress']
  const rounds = profile === undefined ? parseCount('--rounds', flags.rounds, 5, problems) : 1
  const options: BenchOptions = {
    rounds,
    mostRounds: profile === undefined ? rounds * 3 : 1,
    seconds: parseCount('--seconds', flags.seconds, 5, problems),
    cases: chosen('--case', loadCases, flags.case, problems),
    peers: chosen('--peer', peers, names, problems),
    json: flags.json,
    profile,
  }
  if (problems.length > 0) throw new BenchError(`${problems.join('\n')}\n\n${benchUsage}`)
  return options
}

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        case: { type: 'string', multiple: true },
        peer: { type: 'string', multiple: true },
        json: { type: 'string' },
        profile: { type: 'string' },
      },
    }).values
  } catch (error) {
    throw new BenchError(`${error instanceof Error ? error.message : String(error)}\n\n${benchUsage}`)
  }
}

function parseCount(flag: string, text: string | undefined, fallback: number, problems: string[]): number {
  if (text === undefined) return fallback
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) problems.push(`${flag} must be a whole number of at least 1, not '${text}'`)
  return count
}

function chosen<Named extends { readonly name: string }>(
  flag: string,
  all: readonly Named[],
  names: readonly string[] | undefined,
  problems: string[],
): readonly Named[] {
  if (names === undefined) return all
  const unknown = names.filter((name) => !all.some((each) => each.name === name))
  for (const name of unknown) problems.push(`${flag} '${name}' is unknown; known are ${all.map((each) => each.name).join(', ')}`)
  return all.filter((each) => names.includes(each.name))
}
