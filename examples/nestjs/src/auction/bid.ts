import { type Auction, currentRoundOf } from './auction.ts'

/** An offer of an amount by a user. `now` in milliseconds since 1970. */
export interface Offer {
  readonly auctionId: string
  readonly userId: string
  readonly amount: number
  readonly now: number
}

/** The state of a user who makes an offer. */
export interface Bidder {
  /** Amount that is free to be spent. */
  readonly balance: number
  /** Amount of the user's current bid in the auction; 0 without one. */
  readonly previousAmount: number
}

/** An accepted offer. */
export interface AcceptedBid {
  readonly success: true
  readonly amount: number
  readonly previousAmount: number
  /** Whether the bid is the user's first one in this auction, rather than an increase. */
  readonly isNewBid: boolean
  /** Whether the bid came so late that the round was extended. */
  readonly extended: boolean
}

/** An offer that was refused, with the reason. */
export interface RefusedBid {
  readonly success: false
  readonly error: string
}

/** The outcome of an offer. */
export type BidResult = AcceptedBid | RefusedBid

/** A bid in the list of a user's bids. Times are ISO 8601. */
export interface OwnBid {
  readonly id: string
  readonly amount: number
  readonly status: 'active' | 'won' | 'refunded'
  readonly wonRound?: number | undefined
  readonly itemNumber?: number | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

/** Returns why an offer is refused; nothing for an acceptable offer. */
export function refusalOf(auction: Auction, offer: Offer, { balance, previousAmount }: Bidder): string | undefined {
  const round = currentRoundOf(auction)
  if (round === undefined || offer.now >= Date.parse(round.endTime)) return 'Auction is not active'
  if (offer.amount < auction.minBidAmount) return `Minimum bid is ${auction.minBidAmount}`
  const least = previousAmount + auction.minBidIncrement
  if (previousAmount > 0 && offer.amount < least) return `Bid must be at least ${least}`
  const due = offer.amount - previousAmount
  return due > balance ? `Insufficient balance. Need ${due}, have ${balance}` : undefined
}

/** Whether an offer is so late that the round is extended. */
export function isSniping(auction: Auction, now: number): boolean {
  const round = currentRoundOf(auction)
  if (round === undefined || round.extensionsCount >= auction.maxExtensions) return false
  return now >= Date.parse(round.endTime) - auction.antiSnipingWindowMinutes * 60_000
}

/** Returns the least offer that wins an item in the current round. */
export function leastToWin(auction: Auction, lastWinningAmount: number | undefined): number {
  return lastWinningAmount === undefined ? auction.minBidAmount : lastWinningAmount + auction.minBidIncrement
}
