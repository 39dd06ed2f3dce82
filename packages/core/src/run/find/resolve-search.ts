import { percentileOf } from '../../result/threshold/threshold.ts'
import type { Config } from '../../config/config.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { parseRate } from '../../base/units/duration.ts'
import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import { samplesNeeded } from '../../model/metrics/sample-size.ts'
import type { RateWorkload } from '../../model/workload/workload.ts'
import { resolveLoadTest } from '../resolve-tests.ts'
import type { RunOptions } from '../progress.ts'
import { type SearchBounds, nextLevel, type Attempt } from './next-level.ts'
import { confirmationSeconds, type SearchNeeds } from './search-steps.ts'
import type { Rate } from '../../config/fields/quantity-schema.ts'
import type { ThresholdConfig } from '../../config/threshold-config.ts'
import { anyResponseTime } from '../../result/threshold/meant-thresholds.ts'
import { plannedDuration, plannedSeconds } from '../../model/workload/workload-size.ts'

/** Options of a search. */
export interface SearchOptions {
  /** Conditions that must hold, such as `p99 < 50ms, error < 0.1%`, in addition to the config's `thresholds`. */
  readonly slo: string
  /** The rate that is tried first. Default: the rate of the workload. */
  readonly start?: Rate | undefined
  /**
   * The lowest rate that is tried. Default `1/s`, or the rate with one iteration in a step, or with enough samples for its percentiles in a step ten
   * times as long.
   */
  readonly least?: Rate | undefined
  /** The highest rate that is tried. Default `1000k/s`. */
  readonly most?: Rate | undefined
  /** Largest difference between the rate that fails and the found rate, as a share of the found rate, from 0.01 to 1. Default 0.05. */
  readonly tolerance?: number | undefined
  /** Most runs. Default 40. */
  readonly mostSteps?: number | undefined
}

/** Options of `findMaxRate`: those of a run and of a search. */
export interface FindMaxRateOptions extends RunOptions, SearchOptions {}

/** A checked search, with every default filled in. */
export interface ResolvedSearch {
  readonly config: ResolvedConfig
  /** The scenario whose rate is searched. */
  readonly scenario: string
  readonly needs: SearchNeeds
  readonly slo: readonly string[]
}

const highestRate = 1e6
// Rates whose steps would have to be longer by more than this factor are tried only on request.
const mostLonger = 10

/**
 * Checks the config of a search, with its SLO as thresholds, and its options.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function resolveSearch(config: Config, options: SearchOptions & Pick<RunOptions, 'cwd'>): Promise<ResolvedSearch> {
  const slo = parseSlo(options.slo)
  const issues = findOptionProblems(options, slo.length + Object.keys({ ...config.thresholds }).length)
  if (config.sweep !== undefined) issues.push({ path: 'sweep', message: 'cannot be combined with a search', hint: 'leave one of them out' })
  const { sweep: _, ...test } = config
  const thresholds = withSlo(config.thresholds, slo)
  const resolved = await resolveLoadTest({ ...test, ...(thresholds !== undefined && { thresholds }) }, options.cwd).catch(
    (error: unknown) => {
      if (!(error instanceof InvalidConfigError)) throw error
      issues.push(...error.issues.map((issue) => inSlo(issue, slo, config.thresholds)))
      return undefined
    },
  )
  const searched = resolved === undefined ? undefined : findSearched(resolved)
  if (searched !== undefined && 'message' in searched) issues.push(searched)
  if (resolved === undefined || searched === undefined || 'message' in searched) throw new InvalidConfigError(issues)
  const needs = needsOf(resolved, searched.workload, options)
  if (issues.length === 0) issues.push(...findOrderProblems(needs.bounds))
  if (issues.length > 0) throw new InvalidConfigError(issues)
  const conditions = resolved.thresholds.map(({ selector, condition }) => `${selector} ${condition}`)
  return { config: resolved, scenario: searched.name, needs, slo: conditions }
}

function findOptionProblems({ start, least, most, tolerance = 0.05, mostSteps = 1 }: SearchOptions, conditions: number): ConfigIssue[] {
  const issues = Object.entries({ start, least, most }).flatMap(([name, rate]): ConfigIssue[] => {
    if (rate === undefined) return []
    const perSecond = parseRate(rate)
    if (perSecond !== undefined && perSecond > 0 && perSecond <= highestRate) return []
    return [{ path: name, message: `must be a rate above 0, up to 1000k/s (was ${showValue(rate)})`, hint: 'such as "500/s"' }]
  })
  if (!(tolerance >= 0.01 && tolerance <= 1))
    issues.push({ path: 'tolerance', message: `must be from 0.01 to 1 (was ${showValue(tolerance)})` })
  if (!Number.isInteger(mostSteps) || mostSteps < 1)
    issues.push({ path: 'mostSteps', message: `must be a whole number from 1 (was ${showValue(mostSteps)})` })
  if (conditions === 0) issues.push({ path: 'slo', message: 'must have a condition', hint: 'such as "p99 < 50ms, error < 0.1%"' })
  return issues
}

function findSearched({ scenarios }: ResolvedConfig): { readonly name: string; readonly workload: RateWorkload } | ConfigIssue {
  const open = scenarios.flatMap(({ name, workload }) => (workload.kind === 'rate' ? [{ name, workload }] : []))
  const [first, ...others] = open
  if (first === undefined) return { path: 'scenarios', message: 'none has a rate to be searched', hint: 'give one a workload of a rate' }
  if (others.length > 0) {
    const names = open.map(({ name }) => name).join(', ')
    return { path: 'scenarios', message: `several have a rate: ${names}`, hint: 'a search changes that of one; give the others users' }
  }
  const path = `scenarios.${first.name}.workload`
  const { curve, iterations } = first.workload
  if (iterations !== undefined) return { path: `${path}.iterations`, message: 'cannot end a step of a search', hint: 'give a duration' }
  const [step] = curve.steps
  if (curve.steps.length === 1 && step?.to === curve.from) return first
  return { path: `${path}.stages`, message: 'change by themselves, and the search would change them', hint: 'give a constant rate' }
}

function needsOf(config: ResolvedConfig, workload: RateWorkload, options: SearchOptions): SearchNeeds {
  const seconds = (workload.curve.steps[0]?.duration ?? 0) / 1e6
  // The number of samples that the percentiles of the conditions need, which is about the number of iterations if each is a request.
  const samples = config.thresholds.map(({ aggregate }) => samplesNeeded(percentileOf(aggregate) ?? 100))
  const iterations = Math.max(0, ...samples.filter((needed) => needed > 1))
  return { seconds, iterations, bounds: readBounds(options, workload, Math.max(1, 1 / seconds, iterations / (seconds * mostLonger))) }
}

function readBounds(options: SearchOptions, { curve }: RateWorkload, lowest: number): SearchBounds {
  const read = (rate: SearchOptions['start'], byDefault: number): number =>
    rate === undefined ? byDefault : (parseRate(rate) ?? byDefault)
  const start = read(options.start, curve.from)
  return {
    start,
    least: read(options.least, Math.min(start, lowest)),
    most: read(options.most, highestRate),
    tolerance: options.tolerance ?? 0.05,
    mostSteps: options.mostSteps ?? 40,
  }
}

function findOrderProblems({ start, least, most }: SearchBounds): readonly ConfigIssue[] {
  if (least <= start && start <= most) return []
  return [{ path: 'start', message: `must be from least (${least}/s) to most (${most}/s) (was ${start}/s)` }]
}

interface SloCondition {
  /** The condition as it was written. */
  readonly written: string
  readonly selector: string
  /** The condition of the threshold, such as `p99 < 50ms`. */
  readonly condition: string
}

const errorWords = /^(?:errors?|failed|failures)(?=\s*[<>=!])/i

/**
 * Parses an SLO such as `p99 < 50ms, error < 0.1%`.
 *
 * A condition without a metric is on `response_time`, `error` stands for the rate of `requests_failed`, and any other condition names its metric:
 * `checks rate > 99%`. Metrics and limits are checked with the config.
 */
export function parseSlo(slo: string): readonly SloCondition[] {
  return splitAtCommas(slo).map((written) => {
    if (errorWords.test(written)) return { written, selector: 'requests_failed', condition: written.replace(errorWords, 'rate') }
    const [, selector, condition] = /^([a-z][\w.]*(?:\{[^]*\})?)\s+([^<>=!\s][^]*)$/i.exec(written) ?? []
    if (selector === undefined || condition === undefined) return { written, selector: anyResponseTime, condition: written }
    return { written, selector, condition }
  })
}

// A comma within braces belongs to the tags of a metric.
function splitAtCommas(text: string): readonly string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character === ',' && depth <= 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

function withSlo(thresholds: Config['thresholds'], slo: readonly SloCondition[]): Config['thresholds'] {
  if (slo.length === 0) return thresholds
  const merged: Record<string, readonly ThresholdConfig[]> = {}
  for (const { selector, condition } of slo) merged[selector] = [...(merged[selector] ?? listOf(thresholds, selector)), condition]
  return { ...thresholds, ...merged }
}

function listOf(thresholds: Config['thresholds'], selector: string): readonly ThresholdConfig[] {
  const own = thresholds !== undefined && Object.hasOwn(thresholds, selector) ? thresholds[selector] : undefined
  // Any other value is left to the check of the config.
  return own === undefined ? [] : [own].flat()
}

/** Words an issue of a condition of the SLO in terms of the SLO. */
function inSlo(issue: ConfigIssue, slo: readonly SloCondition[], thresholds: Config['thresholds']): ConfigIssue {
  const index = slo.findIndex((condition, at) => {
    const before = slo.slice(0, at).filter(({ selector }) => selector === condition.selector).length
    return issue.path === `thresholds.${condition.selector}[${listOf(thresholds, condition.selector).length + before}]`
  })
  const found = slo[index]
  if (found === undefined) return issue
  const hint = found.written.startsWith('error') ? issue.hint?.replace('"rate ', '"error ') : issue.hint
  return { path: 'slo', message: `${showValue(found.written)}: ${issue.message}`, hint }
}

/** The plan of a search, as far as it is known beforehand. Rates are in iterations per second, times in seconds. */
export interface SearchPlan extends SearchBounds {
  /** Name of the scenario whose rate is searched. */
  readonly scenario: string
  /** The conditions, such as `response_time p99 < 50ms`. */
  readonly slo: readonly string[]
  /** The rates of the first steps if all of them pass; at most `mostSteps`. */
  readonly rising: readonly number[]
  /** Length of one step, to the end of its last run phase; `null` when a count ends the step. */
  readonly step: number | null
  /** Length of a step at the lowest rate with enough samples for its percentiles, if each iteration is a request; `null` like `step`. */
  readonly longest: number | null
  /** Length of the run that confirms the found rate, to the end of its last run phase; `null` like `step`. */
  readonly confirmation: number | null
  /** Longest drain of a step. */
  readonly gracefulStop: number
  /**
   * The most iterations of the scenario that the search plans, warm-ups included, without steps that are made longer or repeated because they could not
   * be judged; approximate for Poisson arrivals.
   */
  readonly mostIterations: number
}

/** Implements `planSearch`. */
export async function makeSearchPlan(config: Config, options: Parameters<typeof resolveSearch>[1]): Promise<SearchPlan> {
  const search = await resolveSearch(config, options)
  const { scenario, slo, needs } = search
  const { bounds } = needs
  const { scenarios } = search.config
  const searched = scenarios.find(({ name }) => name === scenario)?.workload
  const step = plannedSeconds(scenarios)
  const loaded = searched === undefined ? 0 : (searched.warmup + plannedDuration(searched)) / 1e6
  const rising = risingLevels(bounds)
  const confirmed = Math.max(needs.seconds, confirmationSeconds)
  return {
    scenario,
    slo,
    ...bounds,
    rising,
    step: step === Infinity ? null : step,
    gracefulStop: Math.max(...scenarios.map(({ workload }) => workload.gracefulStop)) / 1e6,
    mostIterations: mostIterations(rising, bounds.mostSteps, loaded - needs.seconds + confirmed),
    longest: step === Infinity ? null : Math.max(step, loaded - needs.seconds + needs.iterations / bounds.least),
    confirmation: step === Infinity ? null : Math.max(step, loaded - needs.seconds + confirmed),
  }
}

/** The levels of a search in which every step passes, without duplicates. */
function risingLevels(bounds: SearchBounds): readonly number[] {
  const passed: Attempt[] = []
  for (let next = nextLevel([], bounds); next !== undefined; next = nextLevel(passed, bounds)) passed.push({ ...next, passed: true })
  return [...new Set(passed.map(({ value }) => value))]
}

// No step of a search is at a higher level than the same step of a search in which all steps pass, and any may be one that confirms.
function mostIterations(rising: readonly number[], steps: number, seconds: number): number {
  const highest = rising.at(-1) ?? 0
  return Array.from({ length: steps }, (_, index) => Math.ceil((rising[index] ?? highest) * seconds)).reduce((sum, count) => sum + count, 0)
}
