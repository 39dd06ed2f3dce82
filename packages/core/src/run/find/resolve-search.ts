import { z } from 'zod'
import { showValue } from '../../base/redact/cut-text.ts'
import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import { configIssues } from '../../config/config-issues.ts'
import type { Config } from '../../config/config.ts'
import { positiveRateSchema, type Rate } from '../../config/fields/quantity-schema.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'
import type { ThresholdConfig } from '../../config/threshold-config.ts'
import { samplesNeeded } from '../../model/metrics/sample-size.ts'
import { plannedDuration, plannedSeconds } from '../../model/workload/workload-size.ts'
import type { RateWorkload } from '../../model/workload/workload.ts'
import { anyResponseTime } from '../../result/threshold/meant-thresholds.ts'
import { percentileOf } from '../../result/threshold/threshold.ts'
import type { RunOptions } from '../progress.ts'
import { resolveLoadTest } from '../resolve-tests.ts'
import type { SearchBounds } from './next-rate.ts'
import { confirmationSeconds, type SearchNeeds } from './search.ts'

/** Options of a search, which starts at the rate of the workload. */
export interface SearchOptions {
  /** Conditions that must hold, such as `p99 < 50ms, error < 0.1%`, in addition to the config's `thresholds`. */
  readonly slo: string
  /**
   * The lowest rate that is tried. Default `1/s`, or the rate with one iteration in a step, or with enough samples for its percentiles in a step ten
   * times as long.
   */
  readonly least?: Rate | undefined
  /** The highest rate that is tried. Default `1000k/s`. */
  readonly most?: Rate | undefined
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

const rangeSchema = z.object({ least: positiveRateSchema.optional(), most: positiveRateSchema.default(1e6) })
// Rates whose steps would have to be longer by more than this factor are tried only on request.
const mostLonger = 10
const precision = { tolerance: 0.05, mostSteps: 40 }

/**
 * Checks the config of a search, with its SLO as thresholds, and its options.
 *
 * @throws InvalidConfigError with everything that is wrong
 */
export async function resolveSearch(config: Config, options: SearchOptions & Pick<RunOptions, 'cwd'>): Promise<ResolvedSearch> {
  const slo = parseSlo(options.slo)
  const thresholds = withSlo(config.thresholds, slo)
  const range = rangeSchema.safeParse(options, { reportInput: true })
  const issues: ConfigIssue[] = range.success ? [] : [...configIssues(range.error)]
  if (Object.keys({ ...thresholds }).length === 0)
    issues.push({ path: 'slo', message: 'must have a condition', hint: 'such as "p99 < 50ms, error < 0.1%"' })
  if (config.sweep !== undefined) issues.push({ path: 'sweep', message: 'cannot be combined with a search', hint: 'leave one of them out' })
  const { sweep: _, ...test } = config
  try {
    const resolved = await resolveLoadTest({ ...test, ...(thresholds !== undefined && { thresholds }) }, options.cwd)
    const searched = findSearched(resolved)
    if ('message' in searched) issues.push(searched)
    else if (range.success) {
      const needs = needsOf(resolved, searched.workload, range.data)
      const { start, least, most } = needs.bounds
      if (start < least || start > most)
        issues.push({ path: 'start', message: `must be from least (${least}/s) to most (${most}/s) (was ${start}/s)` })
      const conditions = resolved.thresholds.map(({ selector, condition }) => `${selector} ${condition}`)
      if (issues.length === 0) return { config: resolved, scenario: searched.name, needs, slo: conditions }
    }
  } catch (error) {
    if (!(error instanceof InvalidConfigError)) throw error
    issues.push(...error.issues.map((issue) => inSlo(issue, slo, config.thresholds)))
  }
  throw new InvalidConfigError(issues)
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
  if (curve.steps.length === 1 && curve.steps[0]?.to === curve.from) return first
  return { path: `${path}.stages`, message: 'change by themselves, and the search would change them', hint: 'give a constant rate' }
}

function needsOf(config: ResolvedConfig, { curve }: RateWorkload, { least, most }: z.infer<typeof rangeSchema>): SearchNeeds {
  const seconds = (curve.steps[0]?.duration ?? 0) / 1e6
  // The number of samples that the percentiles of the conditions need, which is about the number of iterations if each is a request.
  const samples = config.thresholds.map(({ aggregate }) => samplesNeeded(percentileOf(aggregate) ?? 100))
  const iterations = Math.max(0, ...samples.filter((needed) => needed > 1))
  const lowest = Math.min(curve.from, Math.max(1, 1 / seconds, iterations / (seconds * mostLonger)))
  return { seconds, iterations, bounds: { start: curve.from, least: least ?? lowest, most, ...precision } }
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
  // A comma within braces belongs to the tags of a metric.
  const parts = slo.split(/,(?![^{]*\})/).map((part) => part.trim())
  return parts.filter(Boolean).map((written) => {
    if (errorWords.test(written)) return { written, selector: 'requests_failed', condition: written.replace(errorWords, 'rate') }
    const [, selector, condition] = /^([a-z][\w.]*(?:\{[^]*\})?)\s+([^<>=!\s][^]*)$/i.exec(written) ?? []
    if (selector === undefined || condition === undefined) return { written, selector: anyResponseTime, condition: written }
    return { written, selector, condition }
  })
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
  /** Length of one step, to the end of its last run phase; `null` when a count ends the step. */
  readonly step: number | null
  /** Length of the run that confirms the found rate, to the end of its last run phase; `null` like `step`. */
  readonly confirmation: number | null
  /** Longest drain of a step. */
  readonly gracefulStop: number
}

/** Implements `planSearch`. */
export async function makeSearchPlan(config: Config, options: Parameters<typeof resolveSearch>[1]): Promise<SearchPlan> {
  const { scenario, slo, needs, config: resolved } = await resolveSearch(config, options)
  const { scenarios } = resolved
  const searched = scenarios.find(({ name }) => name === scenario)?.workload
  const step = plannedSeconds(scenarios)
  const before = searched === undefined ? 0 : (searched.warmup + plannedDuration(searched)) / 1e6 - needs.seconds
  return {
    scenario,
    slo,
    ...needs.bounds,
    step: step === Infinity ? null : step,
    gracefulStop: Math.max(...scenarios.map(({ workload }) => workload.gracefulStop)) / 1e6,
    confirmation: step === Infinity ? null : Math.max(step, before + Math.max(needs.seconds, confirmationSeconds)),
  }
}
