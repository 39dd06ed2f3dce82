import type { UsersSummary } from '../summary/summary.ts'

/** Iterations that failed, of all that came to an end of their own. */
export interface FailedIterations {
  readonly failed: number
  readonly all: number
  readonly share: number
}

/** Counts the iterations that failed; where they last as long as the test, those that did not fail are still under way at its end, and count as well. */
export function countFailedIterations({ iterations: { completed, failed, aborted } }: UsersSummary): FailedIterations {
  const all = failed + (completed === 0 ? aborted : completed)
  return { failed, all, share: failed === 0 ? 0 : failed / all }
}
