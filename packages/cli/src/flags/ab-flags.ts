import { countFlag, flag, InvalidFlagError, timeFlag, type FlagsOf } from '@benchpress/core/preset'
import { compareFlags, parseShare } from './compare-flags.ts'
import { outputFlags, type OutputSettings } from './output-flags.ts'

/** The sides of a comparison by rounds, and its limits. */
export interface AbSettings extends Pick<OutputSettings, 'outputs' | 'json' | 'full' | 'noColor'> {
  readonly a: string | undefined
  readonly b: string | undefined
  /** The commits whose code is compared. */
  readonly git: { readonly base: string; readonly head: string } | undefined
  readonly build: string | undefined
  readonly command: string | undefined
  readonly rounds: number | undefined
  /** The precision at which the rounds end, as a share. */
  readonly precision: number | undefined
  readonly budget: string | undefined
  /** The difference up to which figures are equivalent, as a share. */
  readonly margin: number | undefined
  readonly failOn: readonly string[] | undefined
  readonly strict: boolean | undefined
  readonly markdown: boolean | undefined
}

/** The most rounds, and the time by which all of them have ended, where no flag is given. */
export const abDefaults = { rounds: 20, budget: '10m' }

/** The flags of {@link AbSettings}, without the flags of output that a run also has. */
export const abFlags: FlagsOf<
  Pick<AbSettings, 'a' | 'b' | 'git' | 'build' | 'command' | 'rounds' | 'precision' | 'budget' | 'margin' | 'failOn' | 'strict'>
> = {
  a: flag('--a <side>', 'a URL, or a command that is started as the target', parseSide),
  b: flag('--b <side>', 'what it is compared with: another URL or command', parseSide),
  git: flag('--git <base..head>', 'two commits in place of two sides, each checked out into a folder of its own', parseRange),
  build: flag('--build <command>', 'with --git: prepares each of them, such as "npm ci"', parseSide),
  command: flag('--command <command>', 'with --git: starts the target of each of them', parseSide),
  rounds: countFlag('--rounds <count>', 'the most rounds of A, B, B, A, from 5; with --budget or --precision, what fits into the budget', {
    default: String(abDefaults.rounds),
  }),
  precision: flag(
    '--precision <share>',
    'stop measuring a figure whose interval is no wider than this share to either side, such as 3%',
    parseShare,
  ),
  budget: timeFlag('--budget <time>', 'begin no round that would end later', { default: abDefaults.budget }),
  margin: compareFlags.margin,
  failOn: {
    ...compareFlags.failOn,
    description: `${compareFlags.failOn.description}; with some, rounds are made until each of them is decided`,
  },
  strict: compareFlags.strict,
}

/** The flags of output of a comparison by rounds. */
export const abOutputFlags: FlagsOf<
  Pick<AbSettings, 'outputs' | 'json' | 'full' | 'noColor' | 'markdown'> & Pick<OutputSettings, 'noProgress' | 'quiet'>
> = {
  outputs: {
    ...compareFlags.outputs,
    description: 'also write all runs of all rounds to FILE.json, and the comparison to FILE.md, .html or .txt; may be repeated',
  },
  json: { ...outputFlags.json, description: 'print the comparison as JSON' },
  markdown: compareFlags.markdown,
  full: compareFlags.full,
  quiet: { ...outputFlags.quiet, description: 'no progress' },
  noProgress: outputFlags.noProgress,
  noColor: outputFlags.noColor,
}

function parseRange(text: string): NonNullable<AbSettings['git']> {
  const [, base, head] = /^([^\s.-][^\s]*?)\.\.([^\s.-][^\s]*)$/.exec(text.trim()) ?? []
  if (base === undefined || head === undefined) throw new InvalidFlagError('must be two commits, such as main..HEAD')
  return { base, head }
}

function parseSide(text: string): string {
  if (text.trim() === '') throw new InvalidFlagError('must be a URL or a command')
  return text.trim()
}
