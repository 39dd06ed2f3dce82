import type { Interruption, TestSummary } from '../../summary/summary.ts'
import { formatRough } from '../figures.ts'
import type { Reason } from '../verdict.ts'

const causes: Readonly<Record<Interruption['cause'], string>> = {
  signal: 'the test was interrupted',
  target: 'the target failed',
  worker: 'a worker failed',
  bailout: 'too many requests had failed',
}

/**
 * A test that ended early describes less than was asked for.
 *
 * What it counted until then holds, so that it is suspect; where a worker was lost, what it counted does not hold either.
 */
export function interrupted({ interrupted: interruption }: TestSummary): readonly Reason[] {
  if (interruption === null) return []
  const { cause, reason, at } = interruption
  const moment = at < 0 ? 'in the warm-up' : `after ${formatRough(at)} s`
  const text = `the result is partial: ${causes[cause]} ${moment} (${reason})`
  return [{ rule: 'interrupted', level: cause === 'worker' ? 'invalid' : 'suspect', text }]
}
