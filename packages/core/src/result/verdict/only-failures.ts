import type { UsersSummary } from '../summary/summary.ts'

/**
 * Whether nothing is known of a scenario's iterations but that they failed.
 *
 * An iteration may last as long as the test, as that of a user who holds a subscription: where most were under way until the end, or most of
 * their time was spent waiting for the target, those that failed are some and not all.
 */
export function hasOnlyFailures({ iterations, busy, waiting }: UsersSummary): boolean {
  const { completed, failed, aborted } = iterations
  return completed === 0 && failed > 0 && failed >= aborted && waiting <= busy / 2
}
