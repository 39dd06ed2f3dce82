import { InvalidFlagError } from '../flag.ts'

/** One parameter with its values, as in `sweep` of a config. */
export interface Sweep {
  readonly parameter: string
  readonly values: readonly (number | string)[]
}

/**
 * Reads a sweep such as `users=10,20,40`, `rate=1k,2k` or `env.VALUE_SIZE=64,1024`.
 *
 * @throws InvalidFlagError for anything else
 */
export function parseSweep(text: string): Sweep {
  const [, parameter, list] = /^\s*([\w$.:-]+)\s*=(.*)$/s.exec(text) ?? []
  const values = (list ?? '').split(',').map((value) => value.trim())
  if (parameter === undefined || values.includes('')) {
    throw new InvalidFlagError('must be a parameter and its values, such as users=10,20,40')
  }
  return { parameter, values: values.map(readValue) }
}

/**
 * Parses the given sweeps, of which the last one counts.
 *
 * @throws InvalidFlagError when a sweep cannot be parsed, or the sweeps are over several parameters
 */
export function parseSweeps(texts: readonly string[]): Sweep {
  const sweeps = texts.map(parseSweep)
  const parameters = new Set(sweeps.map(({ parameter }) => parameter))
  const last = sweeps.at(-1)
  if (last === undefined || parameters.size > 1) throw new InvalidFlagError('must be over one parameter', { hint: 'Make a run of each.' })
  return last
}

// Values that are not numbers, such as 500/s or 30s, are parsed with the config.
function readValue(text: string): number | string {
  const [, digits, thousands] = /^(\d+(?:\.\d+)?)(k?)$/.exec(text) ?? []
  return digits === undefined ? text : Math.round(Number(digits) * (thousands === 'k' ? 1000 : 1) * 1e6) / 1e6
}
