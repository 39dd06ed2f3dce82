import type { Interval } from '../../model/metrics/product-limit.ts'

/** The metric of a threshold, or one series of it, as in `http_response_time{endpoint:POST /bid}`. */
export interface MetricSelector {
  readonly metric: string
  /** The tags of the series, such as `{ endpoint: 'POST /bid' }`; `*` in a value stands for any text. */
  readonly tags: Readonly<Record<string, string>>
}

/** An aggregate that is not a percentile. */
export type PlainAggregate = 'count' | 'rate' | 'value' | 'min' | 'max' | 'mean' | 'stdev' | 'median'

/** The aggregate of a metric that is compared with the limit. */
export type Aggregate = PlainAggregate | `p${number}`

/** The percentile that an aggregate is; `undefined` for any other figure. */
export function percentileOf(aggregate: Aggregate): number | undefined {
  if (aggregate === 'median') return 50
  return /^p\d/.test(aggregate) ? Number(aggregate.slice(1)) : undefined
}

/** A parsed pass-fail condition on a metric. */
export interface Threshold {
  /** The metric as it was written, such as `http_response_time{endpoint:POST /bid}`. */
  readonly selector: string
  readonly on: MetricSelector
  /** The condition as it was written, such as `p99 < 200ms`. */
  readonly condition: string
  readonly aggregate: Aggregate
  readonly operator: '<' | '<=' | '>' | '>=' | '==' | '!='
  /** Milliseconds for times, 0 to 1 for shares, per second for the rate of a counter. */
  readonly limit: number
  readonly abortOnFail: boolean
  /** Time from the start of the run phase to the first evaluation while the test runs, in microseconds. */
  readonly after: number
}

/** Why a threshold is inconclusive. */
export interface Inconclusive {
  /**
   * The cause:
   *
   * - `few-samples`: the samples do not decide on which side of the limit a percentile or a share is
   * - `unfinished`: the figure is only a lower bound, because requests were cut off, and the bound is below the limit
   * - `interrupted`: the test ended early, and the figure of the whole test may be on the other side of the limit
   * - `generator`: the limit is exceeded by times that the generator or its machine may have caused
   */
  readonly cause: 'few-samples' | 'unfinished' | 'interrupted' | 'generator'
  /** About the factor by which more samples are needed; `null` when more samples do not help, or the figure is practically at its limit. */
  readonly times: number | null
}

/**
 * The state of a scenario when its run phase was cut short.
 *
 * - `steady`: the load was constant up to then, and would have stayed so
 * - `changing`: the load was still to change, as over stages, or had not begun
 */
export type CutShort = 'steady' | 'changing'

/** The result of a threshold. */
export interface ThresholdResult {
  /** The metric as it was written. */
  readonly selector: string
  /** The condition as it was written. */
  readonly condition: string
  /** Whether the threshold holds; false when it is inconclusive. */
  readonly passed: boolean
  /** Why the threshold is inconclusive; `null` when it passed or failed. */
  readonly inconclusive: Inconclusive | null
  /** The figure, in the unit of the limit; `null` when nothing was measured. */
  readonly actual: number | null
  /** The 95 % confidence interval of a percentile or a share, in the unit of the limit; `null` for any other figure. */
  readonly interval: Interval | null
  /** The figure as text, such as `p99 was 231 ms (n=4,812)`, or why there is none. */
  readonly text: string
  /** Whether the threshold ended the test. */
  readonly aborted: boolean
}

/** What is wrong with a threshold in the config, reported together with its place. */
export interface ThresholdProblem {
  /** What is wrong, such as `unknown metric "http_respons_time"`. */
  readonly problem: string
  /** What to do, such as `did you mean "http_response_time"?`. */
  readonly hint?: string
}

/** Writes what is wrong, and what to do about it, as one sentence. */
export function sayProblem({ problem, hint }: ThresholdProblem): string {
  return hint === undefined ? problem : `${problem}; ${hint}`
}

/** The built-in tags; all others are tags of the user's requests. */
export const knownTags = ['scenario', 'endpoint', 'status', 'check', 'journey', 'group', 'plugin'] as const

/** The name of a built-in tag. */
export type Tag = (typeof knownTags)[number]

const example = 'write it as http_response_time{endpoint:GET /items}'

/**
 * Parses the name of a metric and the tags after it, as in `http_response_time{endpoint:POST /api/auctions/{id}/bid, status:2xx}`.
 *
 * The first `{` begins the tags and the last `}` ends them, so that values may contain braces; a value ends at a comma, unless a backslash is before
 * it. Whether the metric exists and has these tags is not checked.
 */
export function parseSelector(selector: string): MetricSelector | ThresholdProblem {
  const text = selector.trim()
  const open = text.indexOf('{')
  const metric = (open < 0 ? text : text.slice(0, open)).trim()
  if (!/^[^\s{}:,]+$/.test(metric)) return { problem: `"${selector}" does not begin with the name of a metric`, hint: example }
  if (open < 0) return { metric, tags: {} }
  if (!text.endsWith('}')) return { problem: `"{" is not closed in "${selector}"`, hint: example }
  const tags = parseTags(text.slice(open + 1, -1), selector)
  return 'problem' in tags ? tags : { metric, tags: Object.fromEntries(tags.pairs) }
}

function parseTags(text: string, selector: string): { readonly pairs: ReadonlyMap<string, string> } | ThresholdProblem {
  if (!/^(?:\\.|[^\\])*$/s.test(text)) return { problem: `the backslash at the end of "${selector}" has nothing to escape` }
  const pairs = new Map<string, string>()
  for (const part of splitAtCommas(text)) {
    const [, tag = '', raw = ''] = /^\s*([^\s:{}\\]+)\s*:\s*((?:\\.|[^\\])*?)\s*$/s.exec(part) ?? []
    // An escaped first character is distinguished from a pattern when names are matched.
    const [kept, rest] = raw.startsWith('\\!') ? ['\\!', raw.slice(2)] : ['', raw]
    const value = `${kept}${rest.replaceAll(/\\(.)/gs, '$1')}`
    if (value === '') return { problem: `"${part.trim()}" in "${selector}" is not a tag and its value`, hint: example }
    if (pairs.has(tag)) return { problem: `the tag "${tag}" is given twice in "${selector}"` }
    pairs.set(tag, value)
  }
  return { pairs }
}

// A comma after a backslash belongs to the value; the backslash is kept here.
function splitAtCommas(text: string): readonly string[] {
  const parts = ['']
  for (const token of text.match(/\\.|[^\\]/gsu) ?? []) {
    if (token === ',') parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

/** Writes a selector in the form that is parsed: `http_response_time{endpoint:POST /bid,status:2xx}`. */
export function formatSelector({ metric, tags }: MetricSelector): string {
  const pairs = Object.entries(tags).map(([tag, value]) => `${tag}:${escapeValue(value)}`)
  return pairs.length === 0 ? metric : `${metric}{${pairs.join(',')}}`
}

// Leading and trailing spaces are escaped, so that they are not taken for spaces around the value.
function escapeValue(value: string): string {
  return value.replaceAll(/[\\,]|^\s|\s$/g, (character) => `\\${character}`)
}

/** Whether a tag is built in. */
export function isTag(name: string): name is Tag {
  return knownTags.some((tag) => tag === name)
}

/** The tags of a selector that are the user's own. */
export function ownTagsOf(on: MetricSelector): readonly string[] {
  return Object.keys(on.tags).filter((tag) => !isTag(tag))
}

/** The tag of a selector besides the scenario, which is the declared tag for a metric of the user's own. */
export function otherTagOf(on: MetricSelector): string | undefined {
  return Object.keys(on.tags).find((tag) => tag !== 'scenario')
}
