import { formatRate } from '../../base/units/rate.ts'
import type { Found, FoundLimit, FoundStep } from '../../result/shape/result.ts'
import { judgedSteps, type SearchEnd } from './search-steps.ts'
import { bracketOf, isConfirmed, type SearchBounds } from './next-level.ts'

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
  return count === 0 ? '' : `; ${countRuns(count)} could not be judged, and ${count === 1 ? 'was' : 'were'} made again for longer`
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
  if (end === 'interrupted') return `none: the search was interrupted after ${countRuns(steps.length)}${seen === '' ? '' : `; ${seen}`}`
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
  return `${formatRate(level)} ${passed ? 'passed' : 'failed'} in ${count} of ${countRuns(runs.length)}`
}

function countRuns(count: number): string {
  return `${count} ${count === 1 ? 'run' : 'runs'}`
}

/** Whether both ends of what was searched are known and confirmed, and near enough to each other. */
function isClosed({ steps, bounds }: Search): boolean {
  const { good, bad } = bracketOf(steps)
  if (bad === undefined) return good === bounds.most && isConfirmed(good, steps)
  if (good === undefined) return bad <= bounds.least && isConfirmed(bad, steps)
  return isConfirmed(good, steps) && isConfirmed(bad, steps)
}
