import { isLowerBound, samplesOf } from '../result/summary/time-summary.ts'
import { beyondCutOff, describeCount, describeFew } from '../result/threshold/inconclusive.ts'
import { formatFigure } from '../result/threshold/quantity.ts'
import { timesOfGenerator } from '../result/verdict/judge.ts'
import { type Finding, ifValid, readLimit, together, undecided, writeMessage } from './finding.ts'
import type { Distribution, Subject } from './subject.ts'

/** A percentile that can be asserted. */
export type AssertedPercentile = 50 | 90 | 95 | 99 | 99.9

const figures: Readonly<Record<AssertedPercentile, 'p50' | 'p90' | 'p95' | 'p99' | 'p99_9'>> = {
  50: 'p50',
  90: 'p90',
  95: 'p95',
  99: 'p99',
  99.9: 'p99_9',
}

/**
 * Finds whether a percentile of the response time, or of a metric's values, is below a limit such as `25ms`. Of requests over HTTP and of plugins it is
 * asked of each kind that was sent, and holds when it does of each of them.
 *
 * Undecided where the run is invalid, where there are too few samples for the percentile, where no more is known than a lower bound that is below
 * the limit, and where it is not below the limit but the verdict says that the times may be those of the generator or its machine.
 *
 * @throws TypeError when the limit has no unit, or there are no values
 */
export function hasPercentileBelow(subject: Subject, percentile: AssertedPercentile, limit: string | number): Finding {
  const [first, ...others] = subject.distributions
  if (first === undefined) throw new TypeError(`${subject.name} has no distribution, and so no p${percentile}`)
  const isBelow = (distribution: Distribution): Finding => isPercentileBelow(subject, distribution, percentile, limit)
  return together([isBelow(first), ...others.map(isBelow)])
}

function isPercentileBelow(subject: Subject, distribution: Distribution, percentile: AssertedPercentile, limit: string | number): Finding {
  const { test } = subject
  const { values, quantity } = distribution
  const most = readLimit(limit, quantity)
  return ifValid(subject, () => {
    const name = `p${percentile} of ${distribution.name}`
    const actual = values[figures[percentile]]
    const isBound = isLowerBound(values, figures[percentile])
    const cutOff = values.unfinished?.count ?? 0
    const few = describeFew(percentile, samplesOf(values, figures[percentile]), cutOff)
    if (actual === null || few !== undefined) {
      return undecided(writeMessage(`nothing can be said of ${name}: ${few?.text ?? 'there are no samples'}`, [], test))
    }
    const wanted = `below ${formatFigure(most, quantity)}`
    const was = `${isBound ? '>= ' : ''}${formatFigure(actual, quantity, most)}`
    const doubt =
      actual < most
        ? isBound
          ? `, and ${beyondCutOff}`
          : undefined
        : describeGenerator(subject, distribution, 1 - percentile / 100, wanted)
    if (doubt !== undefined) return undecided(writeMessage(`nothing can be said of ${name}: it was ${was}${doubt}`, [], test))
    return {
      outcome: actual < most ? 'holds' : 'fails',
      message: (isNegated) => {
        const expected = isNegated ? `not ${wanted}` : wanted
        const facts = [
          ['expected', expected],
          ['actual', was],
          ['samples', describeCount(values.count, cutOff)],
        ] as const
        return writeMessage(`${name} was ${was}, but was expected to be ${expected}`, facts, test)
      },
    }
  })
}

// Why it may not be blamed on the target that a limit is broken.
function describeGenerator({ test }: Subject, { quantity, metric }: Distribution, share: number, wanted: string): string | undefined {
  const own = quantity.kind === 'time' ? timesOfGenerator(metric, share, test, test.verdict.reasons) : undefined
  return own === undefined ? undefined : ` and is not ${wanted}, but may be ${own.owner} own (${own.reason.rule})`
}
