import { flag, InvalidFlagError, wordFlag, type FlagsOf } from '@benchpress/core/preset'

/** The figure that is searched, and the conditions it must keep. */
export interface FindSettings {
  readonly find: 'max-rate' | undefined
  readonly slo: string | undefined
}

/** The flags of {@link FindSettings}. */
export const findFlags: FlagsOf<FindSettings> = {
  find: wordFlag(
    '--find <what>',
    '"max-rate": search the highest rate that keeps the --slo, from -r on (100/s without it), in steps as long as -d says',
    ['max-rate'],
  ),
  slo: flag('--slo <conditions>', 'with --find: what must hold, such as "p99 < 50ms, error < 0.1%"', parseConditions),
}

// The conditions themselves are checked with the config.
function parseConditions(text: string): string {
  if (text.trim() === '') throw new InvalidFlagError('must have a condition, such as "p99 < 50ms, error < 0.1%"')
  return text
}
