import type { ThresholdResult } from '../../../src/result/threshold/threshold.ts'
import { evaluate, source } from './evaluate-fixture.ts'
import { totalsOf } from './totals-fixture.ts'

/** How a condition came out; `few-samples` and `unfinished` when it is inconclusive. */
export type Outcome = 'passed' | 'failed' | 'few-samples' | 'unfinished'

/** How a condition came out. */
export function outcomeOf({ passed, inconclusive }: ThresholdResult): Outcome {
  if (inconclusive === null) return passed ? 'passed' : 'failed'
  return inconclusive.cause as Outcome
}

/** Judges a condition on response times in microseconds, below 2 ms so that the histogram is exact. */
export function judge(condition: string, ended: readonly number[], ages: readonly number[] = []): Outcome {
  const totals = totalsOf({ responseTime: ended })
  for (const age of ages) totals.responseTime.cutOff(age)
  return outcomeOf(evaluate('http_response_time', condition, [source(totals)]))
}

/** The same value so many times. */
export function repeat<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value)
}

/** P(B <= k) of a binomial B of `n` and a `p` of at most a half. */
function atMost(k: number, n: number, p: number): number {
  let term = (1 - p) ** n
  let sum = term
  for (let i = 0; i < k; i++) sum += term *= ((n - i) / (i + 1)) * (p / (1 - p))
  return sum
}

/** Whether a share is below `most`, by the exact binomial test and nothing else. */
export function exactly(beyond: number, count: number, most: number): Outcome {
  if (beyond === 0 || atMost(beyond, count, most) <= 0.025) return 'passed'
  return beyond === count || 1 - atMost(beyond - 1, count, most) <= 0.025 ? 'failed' : 'few-samples'
}
