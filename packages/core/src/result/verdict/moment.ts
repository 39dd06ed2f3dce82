import type { TestSummary } from '../summary/summary.ts'
import { formatRough } from './figures.ts'

/** Says when something happened, in seconds from the start of the run phase: `after 3.2 s`, `in the warm-up` or `before the run phase`. */
export function describeMoment(at: number, { scenarios }: TestSummary): string {
  if (at > 0) return `after ${formatRough(at)} s`
  const warmup = Math.min(...scenarios.map(({ workload }) => workload.warmup))
  return at > -warmup ? 'in the warm-up' : 'before the run phase'
}
