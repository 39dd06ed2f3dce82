import { hasSamplesFor, samplesNeeded } from '../summary/sample-size.ts'
import { formatFigure } from '../threshold/format-figure.ts'
import { formatCount } from '../verdict/figures.ts'
import { undecided, type Finding } from './finding.ts'
import { ifValid } from './if-valid.ts'
import { readLimit } from './read-limit.ts'
import type { Subject } from './subject.ts'
import { writeMessage } from './write-message.ts'

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
 * Finds whether a percentile of the response time, or of a metric's values, is below a limit such as `25ms`.
 *
 * Undecided where the run is invalid, and where there are too few samples for the percentile.
 *
 * @throws TypeError when the limit has no unit, or there are no values
 */
export function hasPercentileBelow(subject: Subject, percentile: AssertedPercentile, limit: string | number): Finding {
  const { test, distribution } = subject
  if (distribution === undefined) throw new TypeError(`${subject.name} has no distribution, and so no p${percentile}`)
  const { values, quantity } = distribution
  const most = readLimit(limit, quantity)
  return ifValid(subject, () => {
    const name = `p${percentile} of ${distribution.name}`
    const actual = values[figures[percentile]]
    if (actual === null || !hasSamplesFor(percentile, values.count)) {
      const sentence = `nothing can be said of ${name}: it needs ${formatCount(samplesNeeded(percentile))} samples, and there ${areSo(values.count)}`
      return undecided(writeMessage(sentence, [], test))
    }
    const wanted = `below ${formatFigure(most, quantity)}`
    const was = formatFigure(actual, quantity, most)
    return {
      outcome: actual < most ? 'holds' : 'fails',
      message: (isNegated) => {
        const expected = isNegated ? `not ${wanted}` : wanted
        const facts = [
          ['expected', expected],
          ['actual', was],
          ['samples', formatCount(values.count)],
        ] as const
        return writeMessage(`${name} was ${was}, but was expected to be ${expected}`, facts, test)
      },
    }
  })
}

function areSo(count: number): string {
  return count === 1 ? 'is 1' : `are ${formatCount(count)}`
}
