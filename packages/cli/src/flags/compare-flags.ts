import type { DifferenceKind } from '@benchpress/core'
import { flag, InvalidFlagError, listFlag, parseWord, switchFlag, type FlagsOf } from '@benchpress/core/preset'
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
export function parseShare(text: string): number {
  const [, digits] = /^(\d+(?:\.\d+)?)\s*%$/.exec(text.trim()) ?? []
  const share = Number(digits) / 100
  if (!(share > 0 && share < 1)) throw new InvalidFlagError('must be a share above 0 % and below 100 %, such as 5%')
  return share
}
