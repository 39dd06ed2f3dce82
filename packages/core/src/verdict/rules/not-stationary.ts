import type { ScenarioSummary, SecondSummary, TestSummary } from '../../summary/summary.ts'
import { formatCount, formatRough, formatShare } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import { findShift } from '../stationarity.ts'
import type { Shift } from '../stationarity.ts'
import type { Reason } from '../verdict.ts'

/**
 * A throughput that rises or falls through the run has no mean worth printing.
 *
 * In a closed model throughput and response time are two sides of one thing (their product is the number in flight), so one of them is looked at.
 * Answers that are not `ok` are left out: a target that begins to refuse quickly does not get faster.
 */
export function notStationary(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, judgeSeries)
}

function judgeSeries({ series, workload }: ScenarioSummary): readonly Reason[] {
  const shift = findShift(series.filter(({ length }) => length >= 1).map(okAnswers))
  if (shift === null) return []
  const figures = `${formatCount(shift.from)} ok answers per s in the first third of the run, ${formatCount(shift.to)} in the last`
  return [{ rule: 'not-stationary', level: 'suspect', text: describe(shift, figures, workload.warmup) }]
}

function describe({ from, to }: Shift, figures: string, warmup: number): string {
  if (to < from) return `degrading: ${figures} (${formatShare(1 - to / from)} less); run for longer to see where it settles`
  const advice = warmup > 0 ? `use a longer warmup than ${formatRough(warmup)} s` : 'use a warmup'
  const size = from > 0 ? ` (${formatShare(to / from - 1)} more)` : ''
  return `still warming up: ${figures}${size}; ${advice}`
}

function okAnswers({ requests, failed }: SecondSummary): number {
  return Math.max(0, requests - failed)
}
