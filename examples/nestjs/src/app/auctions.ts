import { BadRequestException, Inject, Injectable, NotFoundException } from '@nestjs/common'
import { type Auction, type AuctionStatus, type AuctionTerms, createAuction, currentRoundOf } from '../auction/auction.ts'
import { leastToWin, type AcceptedBid, type OwnBid, type RefusedBid } from '../auction/bid.ts'
import type { Leaderboard, Page } from '../auction/leaderboard.ts'
import type { AuctionStore } from '../store/auction-store.ts'
import { newId } from '../store/new-id.ts'
import { AuctionRooms } from './auction-rooms.ts'
import { storeToken } from './tokens.ts'

/** An accepted bid in a response. */
export type HeldBid = Omit<AcceptedBid, 'extended'>

/** Everything that can be done with auctions, over HTTP and Socket.IO. Users who have joined an auction are notified of its events. */
@Injectable()
export class Auctions {
  constructor(
    @Inject(storeToken) private readonly store: AuctionStore,
    private readonly rooms: AuctionRooms,
  ) {}

  list(status: AuctionStatus | undefined): Promise<readonly Auction[]> {
    return this.store.listAuctions(status)
  }

  async find(id: string): Promise<Auction> {
    return known(await this.store.findAuction(id))
  }

  async create(terms: AuctionTerms): Promise<Auction> {
    const auction = createAuction(newId(), terms, Date.now())
    await this.store.addAuction(auction)
    return auction
  }

  async start(id: string): Promise<Auction> {
    const auction = known(await this.store.startAuction(id, Date.now()))
    if (auction === 'started') throw new BadRequestException('Auction has already started')
    this.rooms.tellUpdate(auction)
    this.rooms.tellRoundStart(auction)
    return auction
  }

  async bid(auctionId: string, userId: string, amount: number): Promise<HeldBid | RefusedBid> {
    const now = Date.now()
    const { auction, result } = known(await this.store.placeBid({ auctionId, userId, amount, now }))
    if (!result.success) return result
    const { extended, ...held } = result
    this.rooms.tellBid(auctionId, { amount, time: now, isIncrease: !held.isNewBid })
    if (extended) {
      this.rooms.tellExtension(auction)
      this.rooms.tellUpdate(auction)
    }
    return held
  }

  async leaderboard(id: string, page: Page): Promise<Leaderboard> {
    return this.store.leaderboard(await this.find(id), page)
  }

  async bidsOf(id: string, userId: string): Promise<readonly OwnBid[]> {
    await this.find(id)
    return this.store.bidsOf(id, userId)
  }

  /** Returns the least amount that wins an item; `null` while no round is under way. */
  async minWinningBid(id: string): Promise<number | null> {
    const auction = await this.find(id)
    const round = currentRoundOf(auction)
    if (round === undefined) return null
    return leastToWin(auction, await this.store.amountAtRank(id, round.itemsCount))
  }
}

function known<T>(found: T | undefined): T {
  if (found === undefined) throw new NotFoundException('Auction not found')
  return found
}
