import type { Auction, AuctionStatus } from '../auction/auction.ts'
import type { BidResult, Offer, OwnBid } from '../auction/bid.ts'
import type { Leaderboard, Page } from '../auction/leaderboard.ts'

/** The balance of a user. */
export interface Balance {
  readonly balance: number
  /** Amount that is held for active bids. */
  readonly frozenBalance: number
}

/** A user who bids. */
export interface User extends Balance {
  readonly id: string
  readonly username: string
}

/** A round that has ended: the auction after it, and the winning amounts by item. */
export interface CompletedRound {
  readonly auction: Auction
  readonly roundNumber: number
  readonly winners: readonly { readonly amount: number; readonly itemNumber: number }[]
}

/** The result of an offer, and its auction. */
export interface PlacedBid {
  readonly result: BidResult
  readonly auction: Auction
}

/**
 * The data of the service. Each call is one transaction, even when other processes use the same data.
 *
 * Missing data gives `undefined`; a write that did not get its turn throws `StoreBusyError`.
 */
export interface AuctionStore {
  /** Returns the user of a name, and creates new ones. */
  login(username: string): Promise<User>
  balanceOf(userId: string): Promise<Balance | undefined>
  deposit(userId: string, amount: number): Promise<Balance | undefined>
  /** Takes an amount, or returns `insufficient` when the balance is smaller. */
  withdraw(userId: string, amount: number): Promise<Balance | 'insufficient' | undefined>

  addAuction(auction: Auction): Promise<void>
  /** Lists auctions, the newest first. */
  listAuctions(status?: AuctionStatus): Promise<readonly Auction[]>
  findAuction(id: string): Promise<Auction | undefined>
  /** Starts an auction; returns `started` when it was started before. */
  startAuction(id: string, now: number): Promise<Auction | 'started' | undefined>
  /** Completes the current round if its time is over and no other process has done so; otherwise does nothing. */
  completeRound(id: string, now: number): Promise<CompletedRound | undefined>

  placeBid(offer: Offer): Promise<PlacedBid | undefined>
  /** Reads a page of the leaderboard of an existing auction. */
  leaderboard(auction: Auction, page: Page): Promise<Leaderboard>
  bidsOf(auctionId: string, userId: string): Promise<readonly OwnBid[]>
  /** Returns the amount of the active bid of a rank, 1 for the highest. */
  amountAtRank(auctionId: string, rank: number): Promise<number | undefined>

  close(): Promise<void>
}

/** Thrown when a write had to wait for other processes for too long. */
export class StoreBusyError extends Error {
  override readonly name = 'StoreBusyError'
}
