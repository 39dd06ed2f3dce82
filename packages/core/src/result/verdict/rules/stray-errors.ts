import type { TestSummary } from '../../summary/summary.ts'
import { formatNumberOf } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/** What a journey or a plugin throws outside of its iterations fails none of them, and would be seen nowhere else. */
export function strayErrors(summary: TestSummary): readonly Reason[] {
  const { strayErrors: stray } = summary.generator
  if (stray === null) return []
  const text = `${formatNumberOf(stray.count, 'error')} of journeys or plugins ${stray.count === 1 ? 'belongs' : 'belong'} to no iteration; the first: ${stray.first}`
  return [{ rule: 'stray-errors', level: 'note', text }]
}
