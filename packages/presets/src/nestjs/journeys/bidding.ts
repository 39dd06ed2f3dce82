import type { Journey, JourneyUser, SeededRandom } from '@benchpress/core'
import type { PreparedAuctions } from './auctions.ts'

/** The metrics of the journeys of the auctions. */
export const auctionMetrics = {
  bids_refused: { type: 'counter', by: 'reason', description: 'bids with the reply success: false' },
} as const

/** A user of the tests of the auctions. */
export type AuctionUser = JourneyUser<PreparedAuctions, typeof auctionMetrics>

/** A journey of the tests of the auctions. */
export type AuctionJourney = Journey<PreparedAuctions, typeof auctionMetrics>

/** The step by which amounts rise with each bid, and the range of the random addition. */
export interface RisingAmount {
  readonly base: number
  readonly step: number
  readonly least: number
  readonly most: number
}

// Counted for all users of this thread, as the published scripts counted for all users.
let bids = 0

/**
 * The amount of a user's next bid: it rises with the number of all bids, and by at least the increment that the auction demands.
 *
 * @param last the last bid of the user in this auction; 0 without one
 */
export function nextAmount({ base, step, least, most }: RisingAmount, random: SeededRandom, last: number): number {
  const amount = base + random.int(least, most) + bids++ * step
  return last === 0 ? amount : Math.max(amount, last + 10)
}

/** Counts a bid as accepted or refused by the body of its response, since a status of 201 does not say it, and a refusal by its reason. */
export function judgeBid({ check, metrics }: AuctionUser, body: unknown): void {
  const { success, error } = (body ?? {}) as { readonly success?: unknown; readonly error?: unknown }
  if (check('bid accepted', success === true)) return
  // Amounts are left out of the reason, so that equal ones are counted together.
  metrics.bids_refused.add(1, typeof error === 'string' ? error.replaceAll(/\d+(?:\.\d+)?/g, 'n') : 'no reason given')
}
