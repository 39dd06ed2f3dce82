import type { Interruption, TestSummary } from '../../summary/summary.ts'
import { describeMoment } from '../moment.ts'
import { isNothingStarted } from '../nothing-started.ts'
import type { Reason } from '../verdict.ts'

const causes: Readonly<Record<Interruption['cause'], string>> = {
  signal: 'the test was interrupted',
  target: 'the target failed',
  worker: 'a worker failed',
  setup: 'its setup failed',
  bailout: 'too many requests had failed',
  threshold: 'a threshold with abortOnFail had failed',
  rate: 'fewer iterations were started than abortIfRateBelow asks for',
}

/**
 * A test that ended early describes less than was asked for.
 *
 * What it counted until then holds, so that it is suspect; where a worker was lost, what it counted does not hold either, and where the
 * target or the setup kept it from starting anything, it counted nothing.
 */
export function interrupted(summary: TestSummary): readonly Reason[] {
  const { interrupted: interruption } = summary
  if (interruption === null) return []
  const { cause, reason, at } = interruption
  const details = causes[cause].endsWith(reason) ? '' : ` (${reason})`
  const text = `the result is partial: ${causes[cause]} ${describeMoment(at, summary)}${details}`
  const isKeptFromStarting = (cause === 'target' || cause === 'setup') && isNothingStarted(summary)
  return [{ rule: 'interrupted', level: cause === 'worker' || isKeptFromStarting ? 'invalid' : 'suspect', text }]
}
