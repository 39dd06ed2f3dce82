import { type Auction, type AuctionStatus, completeRound, extendRound, isRoundOver, startAuction } from '../auction/auction.ts'
import { isSniping, type Offer, type OwnBid, refusalOf } from '../auction/bid.ts'
import type { Leaderboard, Page } from '../auction/leaderboard.ts'
import type { AuctionStore, Balance, CompletedRound, PlacedBid, User } from './auction-store.ts'
import { newId } from './new-id.ts'
import { SqliteFile } from './sqlite-file.ts'
import type { AuctionRow } from './sqlite-statements.ts'

/** Keeps everything in one file of SQLite, which the workers of a cluster share. */
export class SqliteStore implements AuctionStore {
  readonly #file: SqliteFile

  /** A write waits for others at most `patience` milliseconds. */
  constructor(path: string, patience: number) {
    this.#file = new SqliteFile(path, patience)
  }

  async login(username: string): Promise<User> {
    const known = this.#file.first('userByName', { $username: username })
    if (known !== undefined) return known
    return this.#file.write(() => {
      this.#file.run('addUser', { $id: newId(), $username: username })
      const user = this.#file.first('userByName', { $username: username })
      if (user === undefined) throw new Error(`user ${username} was added and is not there`)
      return user
    })
  }

  async balanceOf(userId: string): Promise<Balance | undefined> {
    return this.#file.first('balance', { $user: userId })
  }

  async deposit(userId: string, amount: number): Promise<Balance | undefined> {
    return this.#file.write(() => this.#file.first('deposit', { $user: userId, $amount: amount }))
  }

  async withdraw(userId: string, amount: number): Promise<Balance | 'insufficient' | undefined> {
    return this.#file.write(() => {
      if (this.#file.first('balance', { $user: userId }) === undefined) return undefined
      return this.#file.first('withdraw', { $user: userId, $amount: amount }) ?? 'insufficient'
    })
  }

  async addAuction(auction: Auction): Promise<void> {
    this.#file.write(() => this.#file.run('addAuction', rowOf(auction)))
  }

  async listAuctions(status?: AuctionStatus): Promise<readonly Auction[]> {
    const rows = status === undefined ? this.#file.all('auctions') : this.#file.all('auctionsByStatus', { $status: status })
    return rows.map(auctionOf)
  }

  async findAuction(id: string): Promise<Auction | undefined> {
    return this.#auction(id)
  }

  async startAuction(id: string, now: number): Promise<Auction | 'started' | undefined> {
    return this.#file.write(() => {
      const auction = this.#auction(id)
      if (auction === undefined) return undefined
      return auction.status === 'pending' ? this.#update(startAuction(auction, now)) : 'started'
    })
  }

  async completeRound(id: string, now: number): Promise<CompletedRound | undefined> {
    // Every process checks each second, and only one that finds a round over takes the lock.
    const seen = this.#auction(id)
    if (seen === undefined || !isRoundOver(seen, now)) return undefined
    return this.#file.write(() => {
      const auction = this.#auction(id)
      if (auction === undefined || !isRoundOver(auction, now)) return undefined
      const winners = this.#giveOut(auction, now)
      const next = this.#update(completeRound(auction, now))
      if (next.status === 'completed') {
        this.#file.run('refundUsers', { $auction: id })
        this.#file.run('refundBids', { $auction: id, $time: new Date(now).toISOString() })
      }
      return { auction: next, roundNumber: auction.currentRound, winners }
    })
  }

  async placeBid(offer: Offer): Promise<PlacedBid | undefined> {
    return this.#file.write(() => {
      const auction = this.#auction(offer.auctionId)
      return auction === undefined ? undefined : this.#placeBid(auction, offer)
    })
  }

  async leaderboard(auction: Auction, { limit, offset }: Page): Promise<Leaderboard> {
    const itemsCount = auction.rounds[auction.currentRound - 1]?.itemsCount ?? 0
    const rows = this.#file.all('ranking', {
      $auction: auction.id,
      $limit: limit,
      $offset: offset,
    })
    return {
      leaderboard: rows.map(({ amount, username, createdAt }, index) => {
        const rank = offset + index + 1
        return { rank, amount, username, isBot: false, isWinning: rank <= itemsCount, createdAt }
      }),
      totalCount: this.#file.first('countActive', { $auction: auction.id })?.count ?? 0,
      pastWinners: this.#file
        .all('pastWinners', { $auction: auction.id })
        .map(({ createdAt, ...winner }) => ({ ...winner, isBot: false, createdAt })),
    }
  }

  async bidsOf(auctionId: string, userId: string): Promise<readonly OwnBid[]> {
    const rows = this.#file.all('ownBids', { $auction: auctionId, $user: userId })
    return rows.map(({ wonRound, itemNumber, ...bid }) => ({
      ...bid,
      wonRound: wonRound ?? undefined,
      itemNumber: itemNumber ?? undefined,
    }))
  }

  async amountAtRank(auctionId: string, rank: number): Promise<number | undefined> {
    return this.#file.first('amountAtRank', { $auction: auctionId, $offset: rank - 1 })?.amount
  }

  async close(): Promise<void> {
    this.#file.close()
  }

  #placeBid(auction: Auction, offer: Offer): PlacedBid {
    const { userId, amount, now } = offer
    const balance = this.#file.first('balance', { $user: userId })?.balance ?? 0
    const bid = this.#file.first('activeBid', { $auction: auction.id, $user: userId })
    const previousAmount = bid?.amount ?? 0
    const error = refusalOf(auction, offer, { balance, previousAmount })
    if (error !== undefined) return { result: { success: false, error }, auction }

    this.#file.run('freeze', { $user: userId, $amount: amount - previousAmount })
    const written = { $auction: auction.id, $amount: amount, $time: new Date(now).toISOString() }
    if (bid === undefined) this.#file.run('addBid', { ...written, $id: newId(), $user: userId })
    else this.#file.run('raiseBid', { ...written, $id: bid.id })
    const extended = isSniping(auction, now)
    return {
      result: { success: true, amount, previousAmount, isNewBid: bid === undefined, extended },
      auction: extended ? this.#update(extendRound(auction)) : auction,
    }
  }

  #giveOut(auction: Auction, now: number): CompletedRound['winners'] {
    const round = auction.currentRound
    const best = this.#file.all('best', {
      $auction: auction.id,
      $limit: auction.rounds[round - 1]?.itemsCount ?? 0,
    })
    return best.map(({ id, user, amount }, index) => {
      const itemNumber = index + 1
      this.#file.run('winBid', { $id: id, $round: round, $item: itemNumber, $time: new Date(now).toISOString() })
      this.#file.run('spend', { $user: user, $amount: amount })
      return { amount, itemNumber }
    })
  }

  #auction(id: string): Auction | undefined {
    const row = this.#file.first('auction', { $id: id })
    return row === undefined ? undefined : auctionOf(row)
  }

  #update(auction: Auction): Auction {
    this.#file.run('updateAuction', rowOf(auction))
    return auction
  }
}

function auctionOf({ body }: AuctionRow): Auction {
  return JSON.parse(body) as Auction
}

function rowOf(auction: Auction): { $id: string; $status: string; $body: string } {
  return { $id: auction.id, $status: auction.status, $body: JSON.stringify(auction) }
}
