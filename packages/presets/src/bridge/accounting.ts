import type { MeasuredBridge } from './measured-bridge.ts'

/** The counts of a test of a bridge that must add up. */
export type AccountedBridge = Pick<MeasuredBridge, 'checks' | 'events' | 'messages' | 'posts' | 'closed'>

/** The checks of a test of a bridge, and the counts that they must be the sum of. */
export interface Accounting {
  readonly checks: number
  readonly expected: number
  readonly holds: boolean
}

/**
 * Compares the checks of a test with other counts: one for each event, two more for each message, one for each POST, and one for each connection that was
 * closed.
 */
export function account({ checks: { passed, failed }, events, messages, posts, closed }: AccountedBridge): Accounting {
  const checks = passed + failed
  const expected = events + 2 * messages + posts + closed
  return { checks, expected, holds: checks === expected }
}
