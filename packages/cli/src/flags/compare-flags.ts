import type { DifferenceKind } from '@benchpress/core'
import { flag, InvalidFlagError, listFlag, parseWord, switchFlag, countFlag, timeFlag, type FlagsOf } from '@benchpress/core/preset'
import { outputFlags, type OutputSettings } from './output-flags.ts'

/** The differences that a comparison allows, and the conditions that it fails on. */
export interface CompareSettings extends Pick<OutputSettings, 'outputs' | 'json' | 'full' | 'noColor'> {
  readonly head: readonly string[] | undefined
  readonly allow: readonly DifferenceKind[] | undefined
  readonly failOn: readonly string[] | undefined
  /** The difference up to which figures are equivalent, as a share. */
  readonly margin: number | undefined
  readonly markdown: boolean | undefined
  readonly strict: boolean | undefined
}

// What reads results is loaded when a comparison is made.
const kindsOfDifferences: Readonly<Record<DifferenceKind, true>> = {
  machine: true,
  plan: true,
  load: true,
  seed: true,
  code: true,
  errors: true,
  verdict: true,
}
const kinds = Object.keys(kindsOfDifferences) as DifferenceKind[]

/** The flags of {@link CompareSettings}. */
export const compareFlags: FlagsOf<CompareSettings> = {
  head: listFlag(
    '--with <results...>',
    'the results of the head, where a side has several files or folders; those before it are the base',
    (paths) => paths,
  ),
  allow: listFlag('--allow <differences>', `compare in spite of differences: ${kinds.join(', ')}, with commas`, (texts) =>
    texts.flatMap((text) => text.split(',')).map((text) => parseWord(text.trim(), kinds)),
  ),
  failOn: listFlag(
    '--fail-on <condition>',
    'what is a regression, such as "p99 > +5%" or "throughput < -5%"; exit code 98 where the whole interval lies beyond it; may be repeated',
    (conditions) => conditions,
  ),
  margin: flag('--margin <share>', 'by how much a figure may differ and still be equivalent (default: 5%)', (text) => parseShare(text)),
  markdown: switchFlag('--markdown', 'print Markdown, such as for a pull request'),
  outputs: listFlag(
    '-o, --output <file>',
    'also write the comparison, by the ending of FILE: .json, .md, .html or .txt; may be repeated',
    (paths) => paths,
  ),
  json: switchFlag('-j, --json', 'print the comparison as JSON'),
  full: switchFlag('--full', 'print all tables, those of endpoints included'),
  strict: switchFlag('--strict', 'exit code 97 also where runs differ too much to decide a condition'),
  noColor: outputFlags.noColor,
}

/** Reads a share such as `5%`. */
function parseShare(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  const share = Number(digits) / 100
  if (!(share > 0 && share < 1)) throw new InvalidFlagError('must be a share above 0 % and below 100 %, such as 5%')
  return share
}

/** How a history is judged and shown. */
interface HistorySettings extends Pick<CompareSettings, 'margin' | 'markdown' | 'outputs' | 'json' | 'full' | 'noColor'> {
  readonly seed: number | undefined
}

/** The flags of {@link HistorySettings}. */
export const historyFlags: FlagsOf<HistorySettings> = {
  margin: { ...compareFlags.margin, description: 'by how much a figure may change without being better or worse (default: 5%)' },
  seed: countFlag('--seed <number>', 'of the permutations by which changes are told from chance', { default: '1' }),
  markdown: compareFlags.markdown,
  outputs: {
    ...compareFlags.outputs,
    description: 'also write the history, by the ending of FILE: .json, .md, .html or .txt; may be repeated',
  },
  json: { ...compareFlags.json, description: 'print the history as JSON' },
  full: { ...compareFlags.full, description: 'print all tables, those of endpoints and points included' },
  noColor: compareFlags.noColor,
}

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
