import { isLowerBound, percentiles, samplesOf, type PercentileName } from '../result/summary/time-summary.ts'
import { beyondCutOff, describeCount, describeFew } from '../result/threshold/evaluate-threshold.ts'
import { formatFigure, share } from '../result/threshold/quantity.ts'
import { timesOfGenerator } from '../result/verdict/generator-times.ts'
import { ifValid, readLimit, together, untold, writeMessage, type Finding, type Fact } from './finding.ts'
import type { Distribution, Subject } from './subject.ts'
import type { TestResult } from '../result/shape/result.ts'
import { formatCount } from '../base/units/format.ts'

/** The name of a percentile that can be asserted. */
export type AssertedPercentile = Extract<PercentileName, 'p50' | 'p90' | 'p95' | 'p99' | 'p99_9'>

/**
 * Judges whether a percentile of the response time, or of a metric's values, is below a limit such as `25ms`. With requests over HTTP and of plugins,
 * the percentiles of both kinds must be below the limit.
 *
 * Undecided when the run is invalid, when there are too few samples for the percentile, when only a lower bound below the limit is known, and when the
 * percentile exceeds the limit but, by the verdict, the generator or its machine may have caused the times.
 *
 * @throws TypeError when the limit has no unit, or there are no values
 */
export function hasPercentileBelow(subject: Subject, figure: AssertedPercentile, limit: string | number): Finding {
  const [first, ...others] = subject.distributions
  if (first === undefined) throw new TypeError(`${subject.name} has no distribution, and so no p${percentiles[figure]}`)
  const find = (distribution: Distribution): Finding => isPercentileBelow(subject, distribution, figure, limit)
  return together([find(first), ...others.map(find)])
}

function isPercentileBelow(subject: Subject, distribution: Distribution, figure: AssertedPercentile, limit: string | number): Finding {
  const { test } = subject
  const { values, quantity } = distribution
  const percentile = percentiles[figure]
  const most = readLimit(limit, quantity)
  return ifValid(subject, () => {
    const name = `p${percentile} of ${distribution.name}`
    const actual = values[figure]
    const isBound = isLowerBound(values, figure)
    const cutOff = values.unfinished?.count ?? 0
    const few = describeFew(percentile, samplesOf(values, figure), cutOff)
    if (actual === null || few !== undefined) {
      return untold(`${name}: ${few?.text ?? 'there are no samples'}`, test)
    }
    const wanted = `below ${formatFigure(most, quantity)}`
    const was = `${isBound ? '>= ' : ''}${formatFigure(actual, quantity, most)}`
    const doubt =
      actual < most
        ? isBound
          ? `, and ${beyondCutOff}`
          : undefined
        : describeGenerator(subject, distribution, 1 - percentile / 100, wanted)
    if (doubt !== undefined) return untold(`${name}: it was ${was}${doubt}`, test)
    return isBelow({ name, was, wanted, passes: actual < most, samples: describeCount(values.count, cutOff) }, test)
  })
}

// Why the target may not be the cause of an exceeded limit.
function describeGenerator({ test }: Subject, { quantity, metric }: Distribution, beyond: number, wanted: string): string | undefined {
  const own = quantity.kind === 'time' ? timesOfGenerator(metric, beyond, test, test.verdict.reasons) : undefined
  return own === undefined ? undefined : ` and is not ${wanted}, but may be ${own.owner} own (${own.reason.rule})`
}

const mostErrors = 3

/**
 * Judges whether the share of failed requests, without aborted ones, is below a limit such as `0.1%`; for checks, the share of failed checks.
 *
 * Undecided when the run is invalid, and when there was nothing that could fail.
 *
 * @throws TypeError when the limit is not a share, or the figure counts no failures
 */
export function hasErrorRateBelow(subject: Subject, limit: string | number): Finding {
  const { test, failures } = subject
  if (failures === undefined) throw new TypeError(`${subject.name} has no error rate`)
  const { name, failed, total } = failures
  const most = readLimit(limit, share)
  return ifValid(subject, () => {
    if (total === 0) return untold(`${name}: there are no samples`, test)
    const actual = failed / total
    const wanted = `below ${formatFigure(most, share)}`
    const was = formatFigure(actual, share, most)
    const samples = `${formatCount(total)}, of which ${formatCount(failed)} failed`
    return isBelow({ name, was, wanted, passes: actual < most, samples }, test, describeErrors(subject))
  })
}

interface Limited {
  readonly name: string
  readonly was: string
  /** The requirement as text, such as `below 25 ms`. */
  readonly wanted: string
  readonly passes: boolean
  readonly samples: string
}

function isBelow({ name, was, wanted, passes, samples }: Limited, test: TestResult, more: readonly Fact[] = []): Finding {
  return {
    outcome: passes ? 'holds' : 'fails',
    message: (isNegated) => {
      const expected = isNegated ? `not ${wanted}` : wanted
      const facts: readonly Fact[] = [['expected', expected], ['actual', was], ['samples', samples], ...more]
      return writeMessage(`${name} was ${was}, but was expected to be ${expected}`, facts, test)
    },
  }
}

function describeErrors({ scenarios }: Subject): readonly Fact[] {
  const errors = scenarios
    .flatMap((scenario) => [scenario, ...(scenario.users?.pluginRequests ?? [])].flatMap((requests) => requests.errors))
    .filter(({ outcome }) => outcome !== 'aborted')
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostErrors)
  return errors.length === 0
    ? []
    : [['errors', errors.map(({ count, outcome, reason }) => `${formatCount(count)} x ${outcome}: ${reason}`)]]
}
