import type { FoundStep, Found, FoundLimit } from '../../result/shape/result.ts'
import { nextLevel, type SearchBounds, bracketOf, isConfirmed } from './next-level.ts'
import { formatNumberOf } from '../../base/units/format.ts'
import { formatRate } from '../../base/units/rate.ts'

/** Why a search ended before its end; `undefined` when it did not. */
export type SearchEnd = 'interrupted' | 'target' | undefined

/** One run that a search asks for. */
export interface StepOrder {
  /** Iterations per second. */
  readonly value: number
  /** From 1, among the runs at this level. */
  readonly repeat: number
  /** From 1, among all runs. */
  readonly step: number
  /** How many times as long as planned it is to be. */
  readonly longer: number
}

/** How one run of a search went. */
export interface StepOutcome extends Pick<FoundStep, 'failed' | 'reason'> {
  /** How many times as long it would have to be to be judged, where `failed` is `samples`. */
  readonly times: number
  /** Whether a percentile lies on one side of its limit with all of its 95 % interval, as far as one is asked for. */
  readonly isSure: boolean
}

/** What a search needs to know beside where it looks. */
export interface SearchNeeds {
  readonly bounds: SearchBounds
  /** Planned seconds of a step. */
  readonly seconds: number
  /** Iterations after which the conditions have samples enough, as far as that can be told before; 0 where it cannot. */
  readonly iterations: number
}

// Arrivals by chance are sometimes fewer than planned.
const reserve = 1.1
const growth = 4
// So many times the samples that a percentile needs make its interval narrow: where it still holds the limit, the target is as good as at it.
const mostGrowth = 10
// A step made as long as it lacked, and that lacks nearly as much as before, has what no length gives: a connection is opened once for each user.
const noProgress = 0.9

/**
 * Searches: asks for one run after the other, each as long as it takes to judge it, until the search is at its end.
 *
 * A run that had too few samples decides nothing, and is made again for as long as it lacked. One whose percentile is so near to its limit
 * that the samples do not tell on which side it lies is made again, longer, up to ten times what the percentile needs; from there on its
 * figure decides. Where a longer run has no more samples than the one before, none is made longer any more, and too few samples fail.
 *
 * @param measure makes a run; `undefined` when it was interrupted, and neither passed nor failed
 * @param steps what was done so far, to which each run is added
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
    steps.push({ value: level, repeat, ...(isNear ? again(outcome) : passOrFail(outcome)) })
    if (outcome.failed === 'target') return 'target'
    least = isNear ? longer * growth : 1
  }
  return undefined
}

/** How many iterations it takes for samples enough, as far as that is known; and whether it helps to have more. */
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

  /** Of a step with too few samples, the next one is longer; where that was no use it has failed. */
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

// What else was in the way does not depend on how many samples there are.
function isTooNear({ failed, isSure }: StepOutcome): boolean {
  return !isSure && (failed === null || failed === 'slo')
}

type Told = Pick<FoundStep, 'passed' | 'failed' | 'reason'>

function again({ reason }: StepOutcome): Told {
  return { passed: false, failed: 'samples', reason: `too near to the limit to be told from it: ${reason}` }
}

function passOrFail({ failed, reason }: StepOutcome): Told {
  return { passed: failed === null, failed, reason }
}

/** The runs that passed or failed: those with too few samples to be judged were made again. */
function judgedSteps(steps: readonly FoundStep[]): readonly FoundStep[] {
  return steps.filter(({ failed }) => failed !== 'samples')
}

/** What there is to tell of a search. */
interface Search {
  readonly steps: readonly FoundStep[]
  readonly slo: readonly string[]
  readonly bounds: SearchBounds
  readonly end: SearchEnd
}

/** Says what a search found, from its steps alone. Pure. */
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
    // None of them has too few samples: those are no judged steps.
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

/** Whether both ends of what was searched are known and confirmed, and near enough to each other. */
function isClosed({ steps, bounds }: Search): boolean {
  const { good, bad } = bracketOf(steps)
  if (bad === undefined) return good === bounds.most && isConfirmed(good, steps)
  if (good === undefined) return bad <= bounds.least && isConfirmed(bad, steps)
  return isConfirmed(good, steps) && isConfirmed(bad, steps)
}
