import { parseArgs } from 'node:util'
import { BenchError } from './bench-error.ts'
import type { Generator } from './generator.ts'

/** What the suites of users measure, and where they put the figures. */
export interface SuiteOptions<Kind = Generator> {
  /** How often each generator is measured in each case. */
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
 * @throws BenchError that says what is wrong
 */
export function parseSuiteOptions<Kind extends { readonly name: string }>(
  argv: readonly string[],
  generators: readonly Kind[],
  defaults: { readonly rounds: string; readonly seconds: string } = { rounds: '5', seconds: '6' },
): SuiteOptions<Kind> {
  const { rounds = defaults.rounds, seconds = defaults.seconds, peer, json } = readFlags(argv)
  const unknown = (peer ?? []).filter((name) => !generators.some((generator) => generator.name === name))
  if (unknown.length > 0)
    throw new BenchError(`--peer ${unknown.join(', ')} is unknown; known are ${generators.map(({ name }) => name).join(', ')}`)
  const chosen = peer === undefined ? generators : generators.filter(({ name }) => peer.includes(name))
  return { rounds: parseCount('--rounds', rounds), seconds: parseCount('--seconds', seconds), generators: chosen, json }
}

function readFlags(argv: readonly string[]) {
  const options = {
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    peer: { type: 'string', multiple: true },
    json: { type: 'string' },
  } as const
  try {
    return parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error))
  }
}

function parseCount(flag: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw new BenchError(`${flag} must be a whole number of at least 1, not '${text}'`)
  return count
}
