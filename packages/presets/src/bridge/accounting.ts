import type { MeasuredBridge } from './measured-bridge.ts'

/** What must add up in a test of a bridge. */
export type AccountedBridge = Pick<MeasuredBridge, 'checks' | 'events' | 'messages' | 'posts' | 'closed'>

/** The checks of a test of a bridge, and what they must be the sum of. */
export interface Accounting {
  readonly checks: number
  readonly expected: number
  readonly holds: boolean
}

/**
 * Holds the checks of a test against what was counted elsewhere: one for each event, two more for each message, one for each POST, and one for
 * each connection that was closed.
 */
export function account({ checks: { passed, failed }, events, messages, posts, closed }: AccountedBridge): Accounting {
  const checks = passed + failed
  const expected = events + 2 * messages + posts + closed
  return { checks, expected, holds: checks === expected }
}
