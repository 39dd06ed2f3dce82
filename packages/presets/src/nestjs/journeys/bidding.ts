import { path, type JourneyUser, type SeededRandom } from '@benchpress/core'
import type { auctionMetrics } from '../nestjs-tests.ts'
import { readJson, type PreparedAuctions } from './prepare-auctions.ts'

/** A user of the tests of the auctions. */
export type AuctionUser = JourneyUser<PreparedAuctions, typeof auctionMetrics>

/** The step by which amounts rise with each bid, and the range of the random addition. */
export interface RisingAmount {
  readonly base: number
  readonly step: number
  readonly least: number
  readonly most: number
}

const increment = 10

// Counted for all users of this thread, as the published scripts counted for all users.
let bids = 0

/**
 * The amount of a user's next bid: it rises with the number of all bids, and is never below the amount that the auction demands of that user.
 *
 * @param last the last bid of the user in this auction; 0 without one
 */
export function nextAmount({ base, step, least, most }: RisingAmount, random: SeededRandom, last: number): number {
  const amount = base + random.int(least, most) + bids++ * step
  return last === 0 ? amount : Math.max(amount, last + increment)
}

/** Bids over HTTP. The body of the response decides whether the bid was accepted, since a status of 201 does not. */
export async function bidOverHttp(user: AuctionUser, { auctionId, amount, bearer }: HttpBid): Promise<void> {
  const response = await user.http.post(path`/api/auctions/${auctionId}/bid`, {
    json: { amount },
    auth: { bearer },
    expect: { status: [200, 201] },
  })
  // The status is counted with the request.
  if (response.ok) judgeBid(user, readJson(response, 'POST /api/auctions/{id}/bid'))
}

/** One bid over HTTP. */
export interface HttpBid {
  readonly auctionId: string
  readonly amount: number
  readonly bearer: string
}

/** Counts a bid as accepted or refused by the body of its response, and a refusal by its reason. */
export function judgeBid({ check, metrics }: AuctionUser, body: unknown): void {
  const { success, error } = (body ?? {}) as { readonly success?: unknown; readonly error?: unknown }
  if (check('bid accepted', success === true)) return
  // Amounts are left out of the reason, so that equal ones are counted together.
  metrics.bids_refused.add(1, typeof error === 'string' ? error.replaceAll(/\d+(?:\.\d+)?/g, 'n') : 'no reason given')
}
