import type { DifferenceKind } from '@benchpress/core'
import { countFlag, flag, InvalidFlagError, listFlag, parseSeconds, parseWord, switchFlag } from './flag.ts'
import { outputFlags } from './output-flags.ts'
import type { SettingsOf } from './read-flags.ts'

// What reads results is loaded when a comparison is made.
const allKinds: Readonly<Record<DifferenceKind, true>> = {
  machine: true,
  plan: true,
  load: true,
  seed: true,
  code: true,
  errors: true,
  verdict: true,
}
const kinds = Object.keys(allKinds) as DifferenceKind[]

/** The flags of a comparison of results. */
export const compareFlags = {
  head: listFlag('--with <results...>', 'the results of the head, where a side has several files or folders; those before it are the base'),
  allow: listFlag('--allow <differences>', `compare in spite of differences: ${kinds.join(', ')}, with commas`, (texts) =>
    texts.flatMap((text) => text.split(',')).map((text) => parseWord(text.trim(), kinds)),
  ),
  failOn: listFlag(
    '--fail-on <condition>',
    'what is a regression, such as "p99 > +5%" or "throughput < -5%"; exit code 98 where the whole interval lies beyond it; may be repeated',
  ),
  margin: flag('--margin <share>', 'by how much a figure may differ and still be equivalent (default: 5%)', (text) => parseShare(text)),
  markdown: switchFlag('--markdown', 'print Markdown, such as for a pull request'),
  outputs: listFlag('-o, --output <file>', 'also write the comparison, by the ending of FILE: .json, .md, .html or .txt; may be repeated'),
  json: switchFlag('-j, --json', 'print the comparison as JSON'),
  full: switchFlag('--full', 'print all tables, those of endpoints included'),
  strict: switchFlag('--strict', 'exit code 97 also where runs differ too much to decide a condition'),
  noColor: outputFlags.noColor,
}

/** How results are compared, and how the comparison is shown. */
export type CompareSettings = SettingsOf<typeof compareFlags>

function parseShare(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  const share = Number(digits) / 100
  if (!(share > 0 && share < 1)) throw new InvalidFlagError('must be a share above 0 % and below 100 %, such as 5%')
  return share
}

/** The flags by which a history is judged and shown. */
export const historyFlags = {
  margin: { ...compareFlags.margin, description: 'by how much a figure may change without being better or worse (default: 5%)' },
  markdown: compareFlags.markdown,
  outputs: {
    ...compareFlags.outputs,
    description: 'also write the history, by the ending of FILE: .json, .md, .html or .txt; may be repeated',
  },
  json: { ...compareFlags.json, description: 'print the history as JSON' },
  full: { ...compareFlags.full, description: 'print all tables, those of endpoints and points included' },
  noColor: compareFlags.noColor,
}

/** The most rounds, the time by which all of them have ended, and the length of a run, where nothing else is given. */
export const abDefaults = { rounds: 20, budget: '10m', warmup: '1s', duration: '5s' }

/** The flags of the sides of a comparison by rounds, and of its limits. */
export const abFlags = {
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
  budget: flag('--budget <time>', 'begin no round that would end later', parseSeconds, { default: abDefaults.budget }),
  margin: compareFlags.margin,
  failOn: {
    ...compareFlags.failOn,
    description: `${compareFlags.failOn.description}; with some, rounds are made until each of them is decided`,
  },
  strict: compareFlags.strict,
}

/** The flags of output of a comparison by rounds. */
export const abOutputFlags = {
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

/** The sides of a comparison by rounds, its limits and its output. */
export type AbSettings = SettingsOf<typeof abFlags & typeof abOutputFlags>

function parseRange(text: string): { readonly base: string; readonly head: string } {
  const [, base, dots, head] = /^([^\s.-][^\s]*?)(\.{2,3})([^\s.-][^\s]*)$/.exec(text.trim()) ?? []
  if (base === undefined || head === undefined) throw new InvalidFlagError('must be two commits, such as main..HEAD')
  if (dots === '...')
    throw new InvalidFlagError('has three dots, where git compares with the commit in which both began to differ', {
      hint: `Write ${base}..${head}, or name that commit: git merge-base ${base} ${head}.`,
    })
  return { base, head }
}

function parseSide(text: string): string {
  if (text.trim() === '') throw new InvalidFlagError('must be a URL or a command')
  return text.trim()
}
