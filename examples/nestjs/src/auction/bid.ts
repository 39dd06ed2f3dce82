import { type Auction, currentRoundOf } from './auction.ts'

/** A user offers an amount. `now` in milliseconds since 1970. */
export interface Offer {
  readonly auctionId: string
  readonly userId: string
  readonly amount: number
  readonly now: number
}

/** What an offer depends on beside the auction. */
export interface Bidder {
  /** What is free to be spent. */
  readonly balance: number
  /** What this user's bid in the auction is now; 0 without one. */
  readonly previousAmount: number
}

/** An accepted offer. */
export interface AcceptedBid {
  readonly success: true
  readonly amount: number
  readonly previousAmount: number
  /** Whether it is the user's first one in this auction, rather than an increase. */
  readonly isNewBid: boolean
  /** Whether it came so late that the round was made longer. */
  readonly extended: boolean
}

/** An offer that was turned down, with the reason. */
export interface RefusedBid {
  readonly success: false
  readonly error: string
}

/** How an offer came out. */
export type BidResult = AcceptedBid | RefusedBid

/** A user's bid as the service lists it. Times are ISO 8601. */
export interface OwnBid {
  readonly id: string
  readonly amount: number
  readonly status: 'active' | 'won' | 'refunded'
  readonly wonRound?: number | undefined
  readonly itemNumber?: number | undefined
  readonly createdAt: string
  readonly updatedAt: string
}

/** Why an offer is turned down; nothing when it is to be accepted. */
export function refusalOf(auction: Auction, offer: Offer, { balance, previousAmount }: Bidder): string | undefined {
  const round = currentRoundOf(auction)
  if (round === undefined || offer.now >= Date.parse(round.endTime)) return 'Auction is not active'
  if (offer.amount < auction.minBidAmount) return `Minimum bid is ${auction.minBidAmount}`
  const least = previousAmount + auction.minBidIncrement
  if (previousAmount > 0 && offer.amount < least) return `Bid must be at least ${least}`
  const due = offer.amount - previousAmount
  return due > balance ? `Insufficient balance. Need ${due}, have ${balance}` : undefined
}

/** Whether an offer is so late that the round is made longer. */
export function isSniping(auction: Auction, now: number): boolean {
  const round = currentRoundOf(auction)
  if (round === undefined || round.extensionsCount >= auction.maxExtensions) return false
  return now >= Date.parse(round.endTime) - auction.antiSnipingWindowMinutes * 60_000
}

/** What must be offered to win something in the current round. */
export function leastToWin(auction: Auction, lastWinningAmount: number | undefined): number {
  return lastWinningAmount === undefined ? auction.minBidAmount : lastWinningAmount + auction.minBidIncrement
}
