import { formatRate } from '../../base/units/duration.ts'
import { formatNumber, formatShare, plural } from '../../base/units/format.ts'
import type { Found, FoundLimit, FoundStep } from '../../result/shape/result.ts'
import { bracketOf, nextRate, type RateRuns, type SearchBounds } from './next-rate.ts'

/** Why a search ended early; `undefined` when it did not. */
export type SearchEnd = 'interrupted' | 'target' | undefined

/** One run that a search orders. */
export interface StepOrder {
  /** Iterations per second. */
  readonly value: number
  /** Number of the run at this rate, from 1. */
  readonly repeat: number
  /** Length of the run phase. */
  readonly seconds: number
  /** Whether the run is to confirm the rate, so that response times must not grow in it. */
  readonly confirms: boolean
}

/** The outcome of one run of a search. */
export interface StepOutcome extends Pick<FoundStep, 'failed' | 'reason'> {
  /** About the factor by which the run would have to be longer to be judged, when `failed` is `samples`; `null` when that is not known. */
  readonly times: number | null
}

/** What a search needs to know. */
export interface SearchNeeds {
  readonly bounds: SearchBounds
  /** Planned length of a step in seconds. */
  readonly seconds: number
  /** Iterations after which the conditions have enough samples, if that is known beforehand; 0 otherwise. */
  readonly iterations: number
}

/**
 * Length of the run that confirms the found rate, in seconds, or that of a step if it is longer.
 *
 * A target that serves 1 % less than the rate has a queue of a quarter of a second at its end, and 25 medians of seconds that rise.
 */
export const confirmationSeconds = 25

// Margin for random arrivals, which are sometimes fewer than planned.
const reserve = 1.1
const growth = 4
// A run as much longer has an interval a third as wide: it is unknown whether a limit within it is kept.
const mostGrowth = 10

/**
 * Searches by ordering one run after the other, each long enough for the percentiles of its conditions, until the search is finished.
 *
 * A run whose samples decide nothing is repeated with more, up to ten times its length; then it has failed, so that the found rate is never one of which
 * it is unknown whether it keeps the conditions.
 *
 * @param measure makes a run; returns `undefined` when the run was interrupted, and neither passed nor failed
 * @param steps the steps so far, to which each run is added
 */
export async function searchSteps(
  { bounds, seconds, iterations }: SearchNeeds,
  measure: (order: StepOrder) => Promise<StepOutcome | undefined>,
  steps: FoundStep[],
): Promise<SearchEnd> {
  let longer = 1
  for (let next = nextRate([], bounds); next !== undefined; next = nextRate(judgedSteps(steps), bounds)) {
    const { value, confirms } = next
    const planned = longer * Math.max(seconds, confirms ? confirmationSeconds : 0, (iterations * reserve) / value)
    const repeat = steps.filter((step) => step.value === value).length + 1
    const measured = await measure({ value, repeat, seconds: planned, confirms })
    if (measured === undefined) return 'interrupted'
    const failed = measured.failed === 'samples' && longer >= mostGrowth ? 'slo' : measured.failed
    steps.push({ value, repeat, passed: failed === null, failed, reason: measured.reason, ...(confirms && { confirming: planned }) })
    if (failed === 'target') return 'target'
    longer = failed === 'samples' ? Math.min(mostGrowth, longer * Math.max(growth, (measured.times ?? Infinity) * reserve)) : 1
  }
  return undefined
}

/** The runs that passed or failed, without those that were repeated because they had too few samples. */
function judgedSteps(steps: readonly FoundStep[]): readonly FoundStep[] {
  return steps.filter(({ failed }) => failed !== 'samples')
}

interface Search {
  readonly steps: readonly FoundStep[]
  readonly slo: readonly string[]
  readonly bounds: SearchBounds
  readonly end: SearchEnd
}

/** Describes what a search found from its steps. Pure. */
export function describeFound(search: Search): Found {
  const { slo, bounds, end } = search
  const steps = judgedSteps(search.steps)
  const { good, bad } = bracketOf(steps)
  const isClosed = isEnd(good, bad, bounds.least) && isEnd(bad, good, bounds.most)
  return {
    parameter: 'rate',
    value: good?.value ?? null,
    failedAt: bad?.value ?? null,
    slo,
    steps: search.steps,
    limitedBy: describeLimit(steps, bounds),
    confidence: describeConfidence(search, isClosed),
    complete: end === undefined && (steps.length < bounds.mostSteps || isClosed),
  }
}

/** Whether one end of what was found is confirmed, or lies beyond the range. */
function isEnd(end: RateRuns | undefined, other: RateRuns | undefined, limit: number): boolean {
  return end === undefined ? other?.value === limit : end.isConfirmed
}

function describeLimit(steps: readonly FoundStep[], bounds: SearchBounds): FoundLimit {
  const { good, bad } = bracketOf(steps)
  const failure = steps.findLast(({ value, passed }) => value === bad?.value && !passed)
  if (failure !== undefined) {
    // Judged steps never have too few samples.
    const by = failure.failed === null || failure.failed === 'samples' ? 'nothing' : failure.failed
    const isLowest = good === undefined && failure.value <= bounds.least
    return { by, text: `${describeFailure(by, formatRate(failure.value), isLowest)} ${failure.reason}` }
  }
  if (good?.value === bounds.most) return { by: 'highest rate', text: `the highest rate of the search, ${formatRate(bounds.most)}, passed` }
  return { by: 'nothing', text: 'nothing yet, as no rate failed' }
}

function describeFailure(by: FoundLimit['by'], rate: string, isLowest: boolean): string {
  if (by === 'generator') return `the generator, not the target, ended the search at ${rate}:`
  if (by === 'target') return `the target failed at ${rate}:`
  return isLowest ? `even the lowest rate, ${rate}, failed:` : `at ${rate}`
}

function describeConfidence({ steps, bounds, end }: Search, isClosed: boolean): string {
  const judged = judgedSteps(steps)
  const { good, bad } = bracketOf(judged)
  const again = steps.length - judged.length
  const doubts = {
    interrupted: `none: the search was interrupted after ${plural(judged.length, 'run')}`,
    target: 'low: the target failed, which ended the search',
    open: `low: the search ended after its most runs, ${bounds.mostSteps}`,
  }
  const doubt = end ?? (isClosed ? undefined : 'open')
  const ends = [
    ...(good === undefined ? [] : [describeRate(good, true)]),
    ...(bad === undefined ? [] : [describeRate(bad, false)]),
    ...(good === undefined || bad === undefined ? [] : [`they are ${formatShare(bad.value / good.value - 1)} apart`]),
  ]
  return [
    ...(doubt === undefined ? [] : [doubts[doubt]]),
    ...(ends.length === 0 ? [] : [ends.join(', ')]),
    ...(again === 0 ? [] : [`${plural(again, 'run')} could not be judged, and ${again === 1 ? 'was' : 'were'} made again for longer`]),
  ].join('; ')
}

function describeRate({ value, runs }: RateRuns, passed: boolean): string {
  const alike = runs.filter((run) => run.passed === passed)
  const confirmed = passed ? Math.max(...alike.map(({ confirming = 0 }) => confirming)) : 0
  const seen = confirmed > 0 ? `, confirmed over ${formatNumber(confirmed)} s` : ''
  return `${formatRate(value)} ${passed ? 'passed' : 'failed'} in ${alike.length} of ${plural(runs.length, 'run')}${seen}`
}
