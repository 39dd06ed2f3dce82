import type { FoundStep, Found, FoundLimit } from '../../result/shape/result.ts'
import { nextLevel, type SearchBounds, bracketOf, isConfirmed } from './next-level.ts'
import { formatNumberOf } from '../../base/units/format.ts'
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
  /** Factor of the planned length. */
  readonly longer: number
}

/** The outcome of one run of a search. */
export interface StepOutcome extends Pick<FoundStep, 'failed' | 'reason'> {
  /** The factor by which the run would have to be longer to be judged, when `failed` is `samples`. */
  readonly times: number
  /** Whether the whole 95 % interval of each percentile in the conditions lies on one side of its limit. */
  readonly isSure: boolean
}

/** What a search needs to know besides its range. */
export interface SearchNeeds {
  readonly bounds: SearchBounds
  /** Planned length of a step in seconds. */
  readonly seconds: number
  /** Iterations after which the conditions have enough samples, if that is known beforehand; 0 otherwise. */
  readonly iterations: number
}

// Margin for random arrivals, which are sometimes fewer than planned.
const reserve = 1.1
const growth = 4
// This multiple of the samples that a percentile needs makes its interval narrow: if the limit still lies within it, the target is practically at its
// limit.
const mostGrowth = 10
// A longer step that lacks nearly as many samples as before cannot get them by its length, such as connections, of which each user opens one.
const noProgress = 0.9

/**
 * Searches by ordering one run after the other, each long enough to be judged, until the search is finished.
 *
 * A run with too few samples decides nothing, and is repeated with a sufficient length. A run whose percentile is too close to its limit for the
 * samples to decide is repeated with more samples, up to ten times what the percentile needs; beyond that its figure decides. When a longer run has no
 * more samples than the one before, runs are no longer lengthened, and too few samples fail.
 *
 * @param measure makes a run; returns `undefined` when the run was interrupted, and neither passed nor failed
 * @param steps the steps so far, to which each run is added
 */
export async function searchSteps(
  { bounds, seconds, iterations }: SearchNeeds,
  measure: (order: StepOrder) => Promise<StepOutcome | undefined>,
  steps: FoundStep[],
): Promise<SearchEnd> {
  const more = new MoreSamples(iterations * reserve)
  let least = 1
  for (let value = nextLevel([], bounds); value !== undefined; value = nextLevel(judgedSteps(steps), bounds)) {
    const level = value
    const longer = Math.max(least, more.needed / (level * seconds))
    const repeat = steps.filter((step) => step.value === level).length + 1
    const measured = await measure({ value: level, repeat, step: steps.length + 1, longer })
    if (measured === undefined) return 'interrupted'
    const done = level * seconds * longer
    const outcome = more.judge(measured, level, done)
    const isNear = isTooNear(outcome) && done < more.needed * mostGrowth
    const { failed, reason } = outcome
    const told = isNear
      ? { passed: false, failed: 'samples' as const, reason: `too near to the limit to be told from it: ${reason}` }
      : { passed: failed === null, failed, reason }
    steps.push({ value: level, repeat, ...told })
    if (failed === 'target') return 'target'
    least = isNear ? longer * growth : 1
  }
  return undefined
}

/** Tracks how many iterations give enough samples, and whether more iterations help. */
class MoreSamples {
  needed: number
  readonly #first: number
  #level = 0
  #lacked = Infinity
  #isNoUse = false

  constructor(needed: number) {
    this.needed = needed
    this.#first = needed
  }

  /** Judges a step with too few samples: the next one is longer, or the step fails if a longer one did not help. */
  judge(outcome: StepOutcome, level: number, done: number): StepOutcome {
    if (outcome.failed !== 'samples') return outcome
    const lacked = level === this.#level ? this.#lacked : Infinity
    this.#isNoUse ||= outcome.times > lacked * noProgress
    this.#level = level
    this.#lacked = outcome.times
    this.needed = this.#isNoUse ? this.#first : Math.max(this.needed, done * outcome.times * reserve)
    return this.#isNoUse ? { ...outcome, failed: 'invalid', reason: `${outcome.reason}; a longer step has no more` } : outcome
  }
}

// Other reasons of failure do not depend on the number of samples.
function isTooNear({ failed, isSure }: StepOutcome): boolean {
  return !isSure && (failed === null || failed === 'slo')
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
  const { good, bad } = bracketOf(steps)
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
  return count === 0
    ? ''
    : `; ${formatNumberOf(count, 'run')} could not be judged, and ${count === 1 ? 'was' : 'were'} made again for longer`
}

function describeLimit({ steps, bounds }: Search): FoundLimit {
  const { good, bad } = bracketOf(steps)
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
  if (end === 'interrupted')
    return `none: the search was interrupted after ${formatNumberOf(steps.length, 'run')}${seen === '' ? '' : `; ${seen}`}`
  if (end === 'target') return `low: the target failed, which ended the search${seen === '' ? '' : `; ${seen}`}`
  if (!isClosed(search)) return `low: the search ended after its most runs, ${bounds.mostSteps}; ${seen}`
  return seen
}

function describeEnds({ steps }: Search): string {
  const { good, bad } = bracketOf(steps)
  return [
    ...(good === undefined ? [] : [describeLevel(good, steps, true)]),
    ...(bad === undefined ? [] : [describeLevel(bad, steps, false)]),
    ...(good === undefined || bad === undefined ? [] : [`they are ${((bad / good - 1) * 100).toFixed(1)} % apart`]),
  ].join(', ')
}

function describeLevel(level: number, steps: readonly FoundStep[], passed: boolean): string {
  const runs = steps.filter(({ value }) => value === level)
  const count = runs.filter((run) => run.passed === passed).length
  return `${formatRate(level)} ${passed ? 'passed' : 'failed'} in ${count} of ${formatNumberOf(runs.length, 'run')}`
}

/** Whether the highest rate that passes and the lowest that fails are confirmed, and close enough to each other. */
function isClosed({ steps, bounds }: Search): boolean {
  const { good, bad } = bracketOf(steps)
  if (bad === undefined) return good === bounds.most && isConfirmed(good, steps)
  if (good === undefined) return bad <= bounds.least && isConfirmed(bad, steps)
  return isConfirmed(good, steps) && isConfirmed(bad, steps)
}
