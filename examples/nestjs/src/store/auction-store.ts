import type { Auction, AuctionStatus } from '../auction/auction.ts'
import type { BidResult, Offer, OwnBid } from '../auction/bid.ts'
import type { Leaderboard, Page } from '../auction/leaderboard.ts'

/** What a user has. */
export interface Balance {
  readonly balance: number
  /** What is held for bids that are still active. */
  readonly frozenBalance: number
}

/** A user who bids. */
export interface User extends Balance {
  readonly id: string
  readonly username: string
}

/** A round that has ended: the auction after it, and what was won, by item. */
export interface CompletedRound {
  readonly auction: Auction
  readonly roundNumber: number
  readonly winners: readonly { readonly amount: number; readonly itemNumber: number }[]
}

/** An offer's result, and the auction it was made in. */
export interface PlacedBid {
  readonly result: BidResult
  readonly auction: Auction
}

/**
 * The data of the service. Each call is one transaction, also when other processes work on the same data.
 *
 * What is not there gives `undefined`; a write that others kept from its turn throws `StoreBusyError`.
 */
export interface AuctionStore {
  /** The user of a name, created when it is new. */
  login(username: string): Promise<User>
  balanceOf(userId: string): Promise<Balance | undefined>
  deposit(userId: string, amount: number): Promise<Balance | undefined>
  /** Takes nothing and says `insufficient` when there is less. */
  withdraw(userId: string, amount: number): Promise<Balance | 'insufficient' | undefined>

  addAuction(auction: Auction): Promise<void>
  /** The newest first. */
  listAuctions(status?: AuctionStatus): Promise<readonly Auction[]>
  findAuction(id: string): Promise<Auction | undefined>
  /** Says `started` when it has been started before. */
  startAuction(id: string, now: number): Promise<Auction | 'started' | undefined>
  /** Gives out what the current round's best bids won if its time is over and no other process has done it; else does nothing. */
  completeRound(id: string, now: number): Promise<CompletedRound | undefined>

  placeBid(offer: Offer): Promise<PlacedBid | undefined>
  /** Of an auction that exists. */
  leaderboard(auction: Auction, page: Page): Promise<Leaderboard>
  bidsOf(auctionId: string, userId: string): Promise<readonly OwnBid[]>
  /** The amount of the active bid of this rank, 1 for the highest. */
  amountAtRank(auctionId: string, rank: number): Promise<number | undefined>

  close(): Promise<void>
}

/** Other processes kept a write from its turn for too long. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError'
}
