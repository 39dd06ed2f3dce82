import type { FoundStep, Found, FoundLimit } from '../../result/shape/result.ts'
import { nextLevel, type Attempt, type SearchBounds, bracketOf, isConfirmed } from './next-level.ts'
import { formatNumber, formatShare, plural } from '../../base/units/format.ts'
import { formatRate } from '../../base/units/duration.ts'

/** Why a search ended early; `undefined` when it did not. */
export type SearchEnd = 'interrupted' | 'target' | undefined

/** One run that a search orders. */
export interface StepOrder {
  /** Iterations per second. */
  readonly value: number
  /** Number of the run at this level, from 1. */
  readonly repeat: number
  /** Number of the run among all runs, from 1. */
  readonly step: number
  /** Length of the run phase. */
  readonly seconds: number
  /** Whether the run is to confirm the level, so that response times must not grow in it. */
  readonly confirms: boolean
}

/** The outcome of one run of a search. */
export interface StepOutcome extends Pick<FoundStep, 'failed' | 'reason'> {
  /** About the factor by which the run would have to be longer to be judged, when `failed` is `samples`; `null` when that is not known. */
  readonly times: number | null
}

/** What a search needs to know besides its range. */
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
  for (let next = nextLevel(attemptsOf(steps), bounds); next !== undefined; next = nextLevel(attemptsOf(steps), bounds)) {
    const { value, confirms } = next
    const planned = Math.max(seconds, confirms ? confirmationSeconds : 0, (iterations * reserve) / value)
    const repeat = steps.filter((step) => step.value === value).length + 1
    const measured = await measure({ value, repeat, step: steps.length + 1, seconds: planned * longer, confirms })
    if (measured === undefined) return 'interrupted'
    const { reason, times } = measured
    const isLongest = longer >= mostGrowth
    const failed = measured.failed === 'samples' && isLongest ? 'slo' : measured.failed
    steps.push({ value, repeat, passed: failed === null, failed, reason, ...(confirms && { confirming: planned * longer }) })
    if (failed === 'target') return 'target'
    longer = failed === 'samples' ? Math.min(mostGrowth, longer * Math.max(growth, (times ?? Infinity) * reserve)) : 1
  }
  return undefined
}

function attemptsOf(steps: readonly FoundStep[]): readonly Attempt[] {
  return judgedSteps(steps).map(({ value, passed, confirming }) => ({ value, passed, confirms: confirming !== undefined }))
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
  const judged: Search = { ...search, steps: judgedSteps(search.steps) }
  const { steps } = judged
  const { good, bad } = bracketOf(attemptsOf(steps))
  return {
    parameter: 'rate',
    value: good ?? null,
    failedAt: bad ?? null,
    slo,
    steps: search.steps,
    limitedBy: describeLimit(judged),
    confidence: `${describeConfidence(judged)}${describeAgain(search)}`,
    complete: end === undefined && (steps.length < bounds.mostSteps || isClosed(judged)),
  }
}

function describeAgain({ steps }: Search): string {
  const count = steps.length - judgedSteps(steps).length
  return count === 0 ? '' : `; ${plural(count, 'run')} could not be judged, and ${count === 1 ? 'was' : 'were'} made again for longer`
}

function describeLimit({ steps, bounds }: Search): FoundLimit {
  const { good, bad } = bracketOf(attemptsOf(steps))
  const failure = steps.findLast(({ value, passed }) => value === bad && !passed)
  if (failure !== undefined) {
    // Judged steps never have too few samples.
    const by = failure.failed === null || failure.failed === 'samples' ? 'nothing' : failure.failed
    return { by, text: describeFailure(failure, good === undefined && failure.value <= bounds.least) }
  }
  if (good === bounds.most) return { by: 'highest rate', text: `the highest rate of the search, ${formatRate(bounds.most)}, passed` }
  return { by: 'nothing', text: 'nothing yet, as no rate failed' }
}

function describeFailure({ value, failed, reason }: FoundStep, isLowest: boolean): string {
  if (failed === 'generator') return `the generator, not the target, ended the search at ${formatRate(value)}: ${reason}`
  if (failed === 'target') return `the target failed at ${formatRate(value)}: ${reason}`
  return isLowest ? `even the lowest rate, ${formatRate(value)}, failed: ${reason}` : `at ${formatRate(value)} ${reason}`
}

function describeConfidence(search: Search): string {
  const { steps, end, bounds } = search
  const seen = describeEnds(search)
  if (end === 'interrupted') return `none: the search was interrupted after ${plural(steps.length, 'run')}${seen === '' ? '' : `; ${seen}`}`
  if (end === 'target') return `low: the target failed, which ended the search${seen === '' ? '' : `; ${seen}`}`
  if (!isClosed(search)) return `low: the search ended after its most runs, ${bounds.mostSteps}; ${seen}`
  return seen
}

function describeEnds({ steps }: Search): string {
  const { good, bad } = bracketOf(attemptsOf(steps))
  return [
    ...(good === undefined ? [] : [describeLevel(good, steps, true)]),
    ...(bad === undefined ? [] : [describeLevel(bad, steps, false)]),
    ...(good === undefined || bad === undefined ? [] : [`they are ${formatShare(bad / good - 1)} apart`]),
  ].join(', ')
}

function describeLevel(level: number, steps: readonly FoundStep[], passed: boolean): string {
  const runs = steps.filter(({ value }) => value === level)
  const alike = runs.filter((run) => run.passed === passed)
  const confirmed = passed ? Math.max(...alike.map(({ confirming = 0 }) => confirming)) : 0
  const seen = confirmed > 0 ? `, confirmed over ${formatNumber(confirmed)} s` : ''
  return `${formatRate(level)} ${passed ? 'passed' : 'failed'} in ${alike.length} of ${plural(runs.length, 'run')}${seen}`
}

/** Whether the highest rate that passes and the lowest that fails are confirmed, and close enough to each other. */
function isClosed({ steps, bounds }: Search): boolean {
  const attempts = attemptsOf(steps)
  const { good, bad } = bracketOf(attempts)
  if (bad === undefined) return good === bounds.most && isConfirmed(good, attempts)
  if (good === undefined) return bad <= bounds.least && isConfirmed(bad, attempts)
  return isConfirmed(good, attempts) && isConfirmed(bad, attempts)
}
