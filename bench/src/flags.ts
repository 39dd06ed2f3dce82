import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { BenchError } from './bench-error.ts'

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<typeof parseArgs<{ args: string[]; options: Options }>>['values']

/** Flags that may be given several times, each with a name. */
export const severalNames = { type: 'string', multiple: true } as const

/** The flags of every suite. */
export const commonFlags = {
  rounds: { type: 'string' },
  seconds: { type: 'string' },
  peer: severalNames,
  json: { type: 'string' },
} as const

/**
 * Reads the flags that follow a suite's name.
 *
 * @throws BenchError that names an unknown flag
 */
export function readFlags<const Options extends ParseArgsOptionsConfig>(argv: readonly string[], options: Options): ValuesOf<Options> {
  try {
    return parseArgs({ args: [...argv], options }).values
  } catch (error) {
    throw new BenchError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * Reads a count.
 *
 * @throws BenchError when the text is no count
 */
export function countOf(flag: string, text: string | undefined, fallback: number): number {
  const count = text === undefined ? fallback : Number(text)
  if (!Number.isInteger(count) || count < 1) throw new BenchError(`${flag} must be a whole number of at least 1, not '${text}'`)
  return count
}

/**
 * Finds the entries with the given names, or all without names.
 *
 * @throws BenchError that lists the known names when one is unknown
 */
export function chosen<Named extends { readonly name: string }>(
  flag: string,
  all: readonly Named[],
  names: readonly string[] | undefined,
): readonly Named[] {
  const unknown = (names ?? []).filter((name) => !all.some((each) => each.name === name))
  if (unknown.length > 0)
    throw new BenchError(`${flag} ${unknown.join(', ')} is unknown; known are ${all.map(({ name }) => name).join(', ')}`)
  return names === undefined ? all : all.filter(({ name }) => names.includes(name))
}
