import { countFlag, flag, InvalidFlagError, isNamedUrl, listFlag, parseUrl, splitUrls, timeFlag, wordFlag } from '@benchpress/core/preset'
import type { FlagsOf, Settings, SuiteSettings } from '@benchpress/core/preset'
import { loadFlags } from './load-flags.ts'
import { connectionFlags, requestFlags } from './request-flags.ts'
import { parseSweeps, parseThresholds } from './suite-texts.ts'

/** The flags of {@link SuiteSettings}. */
export const suiteFlags: FlagsOf<SuiteSettings> = {
  url: listFlag(
    '--url <url>',
    'URL of a running target (of several servers, with commas), in place of the target of the config or the preset; name=URL for each variant',
    parseUrls,
    { env: 'BENCHPRESS_URL' },
  ),
  runs: countFlag('--runs <count>', 'how often the test is repeated', { default: '1', env: 'BENCHPRESS_RUNS' }),
  scale: flag('--scale <factor>', 'multiplies connections, users, rates and counts, after the other flags; never times', parseScale, {
    env: 'BENCHPRESS_SCALE',
  }),
  startTimeout: timeFlag('--start-timeout <time>', 'how long a command that is started as the target may take until it responds', {
    default: '30 s',
  }),
  title: flag('-T, --title <text>', 'name of the test in the results', (text) => text),
  sweep: listFlag('--sweep <parameter=values>', 'run the test once with each value of one parameter, such as users=10,20,40', parseSweeps),
  thresholds: listFlag(
    '--threshold <condition>',
    'what must hold in each test, such as "p95 < 200ms" or "http_failed rate < 1%"; exit code 99 where it does not',
    parseThresholds,
  ),
}

/** The flags of every command that change what is run. */
export const flagsOfSettings: FlagsOf<Settings> = { ...loadFlags, ...requestFlags, ...connectionFlags, ...suiteFlags }

// The last URL counts, or all that have names.
function parseUrls(texts: readonly string[]): string {
  const all = texts.flatMap((text) => (isNamedUrl(text) ? text.split(/\s+/) : [text]))
  if (!all.some(isNamedUrl)) return parseServers(all.at(-1) ?? '')
  const names = all.map((text) => /^[\w-]+=/.exec(text)?.[0])
  if (names.includes(undefined) || new Set(names).size < names.length)
    throw new InvalidFlagError('must have another name before each URL, such as one=http://localhost:3000 and many=http://localhost:3001')
  return all.map((text, index) => `${names[index]}${parseServers(text.slice(names[index]?.length))}`).join(' ')
}

function parseServers(text: string): string {
  return splitUrls(text)
    .map((url) => parseUrl(url))
    .join(',')
}

function parseScale(text: string): number {
  const scale = Number(text)
  if (text.trim() === '' || !Number.isFinite(scale) || scale <= 0)
    throw new InvalidFlagError('must be a number greater than 0, such as 0.5')
  return scale
}

/** The flags of a search: the figure that is searched, and the conditions it must keep. */
export const findFlags = {
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
