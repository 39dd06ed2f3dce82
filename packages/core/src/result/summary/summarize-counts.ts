import type { PhaseTotals } from '../../measure/recorder/series-totals.ts'
import type { Counts } from './summary.ts'

/** Reads the counts of a phase; what was dropped was scheduled but not started. */
export function summarizeCounts(phase: PhaseTotals): Counts {
  return { scheduled: phase.started + phase.dropped, started: phase.started, dropped: phase.dropped, outcomes: phase.outcomes }
}
