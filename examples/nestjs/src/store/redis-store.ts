import { type Auction, type AuctionStatus, completeRound, extendRound, isRoundOver, startAuction } from '../auction/auction.ts'
import { isSniping, type Offer, type OwnBid, refusalOf } from '../auction/bid.ts'
import type { Leaderboard, Page, PastWinner } from '../auction/leaderboard.ts'
import { type AuctionStore, type Balance, type CompletedRound, type PlacedBid, StoreBusyError, type User } from './auction-store.ts'
import { newId } from './new-id.ts'
import { type AuctionRedis, connectRedis } from './redis-connection.ts'
import { keys } from './redis-keys.ts'

/** The most conflicts with other writes before a write is given up. */
const mostTries = 100

/** An active bid in the store. */
interface ActiveBid extends Pick<OwnBid, 'id' | 'amount' | 'createdAt' | 'updatedAt'> {
  readonly member: string
}

/** An auction, and its text in the store, by which a change is noticed. */
interface Seen {
  readonly auction: Auction
  readonly body: string
}

/** Keeps everything in Redis, for all processes that use it. */
export class RedisStore implements AuctionStore {
  readonly #redis: AuctionRedis

  private constructor(redis: AuctionRedis) {
    this.#redis = redis
  }

  /** @throws Error when Redis cannot be reached */
  static async connect(url: string): Promise<RedisStore> {
    return new RedisStore(await connectRedis(url))
  }

  async login(username: string): Promise<User> {
    const known = await this.#redis.hget(keys.names, username)
    const fresh = newId()
    const id = known ?? (await this.#redis.auctionsLogin(2, keys.names, keys.user(fresh), username, fresh))
    const balance = await this.balanceOf(String(id))
    return { id: String(id), username, balance: 0, frozenBalance: 0, ...balance }
  }

  async balanceOf(userId: string): Promise<Balance | undefined> {
    return readBalance(await this.#redis.hmget(keys.user(userId), 'balance', 'frozen'))
  }

  async deposit(userId: string, amount: number): Promise<Balance | undefined> {
    return readBalance(await this.#redis.auctionsMove(1, keys.user(userId), amount))
  }

  async withdraw(userId: string, amount: number): Promise<Balance | 'insufficient' | undefined> {
    const moved = await this.#redis.auctionsMove(1, keys.user(userId), -amount)
    return moved === 'insufficient' ? moved : readBalance(moved)
  }

  async addAuction(auction: Auction): Promise<void> {
    await this.#redis.multi().hset(keys.auction(auction.id), 'body', write(auction)).lpush(keys.all, auction.id).exec()
  }

  async listAuctions(status?: AuctionStatus): Promise<readonly Auction[]> {
    const ids = await this.#redis.lrange(keys.all, 0, -1)
    const auctions = await Promise.all(ids.map((id) => this.findAuction(id)))
    return auctions.filter((auction) => auction !== undefined && (status === undefined || auction.status === status)) as Auction[]
  }

  async findAuction(id: string): Promise<Auction | undefined> {
    return (await this.#see(id))?.auction
  }

  startAuction(id: string, now: number): Promise<Auction | 'started' | undefined> {
    return untilUnchanged<Auction | 'started' | undefined>(async () => {
      const seen = await this.#see(id)
      if (seen === undefined) return { done: undefined }
      if (seen.auction.status !== 'pending') return { done: 'started' }
      const started = startAuction(seen.auction, now)
      const replaced = await this.#redis.auctionsReplace(1, keys.auction(id), seen.body, write(started))
      return replaced === 1 ? { done: started } : undefined
    })
  }

  completeRound(id: string, now: number): Promise<CompletedRound | undefined> {
    return untilUnchanged(async () => {
      const seen = await this.#see(id)
      if (seen === undefined || !isRoundOver(seen.auction, now)) return { done: undefined }
      const next = completeRound(seen.auction, now)
      const winners = await this.#giveOut(seen, next, now)
      return winners && { done: { auction: next, roundNumber: seen.auction.currentRound, winners } }
    })
  }

  placeBid(offer: Offer): Promise<PlacedBid | undefined> {
    return untilUnchanged<PlacedBid | undefined>(async () => {
      const { auctionId, userId, amount, now } = offer
      const [seen, active, balance] = await Promise.all([
        this.#see(auctionId),
        this.#redis.hget(keys.active(auctionId), userId),
        this.balanceOf(userId).then((found) => found?.balance ?? 0),
      ])
      if (seen === undefined) return { done: undefined }
      const previousAmount = active === null ? 0 : (JSON.parse(active) as ActiveBid).amount
      const error = refusalOf(seen.auction, offer, { balance, previousAmount })
      if (error !== undefined) return { done: { result: { success: false, error }, auction: seen.auction } }

      const extended = isSniping(seen.auction, now)
      const auction = extended ? extendRound(seen.auction) : seen.auction
      const places = [keys.auction(auctionId), keys.user(userId), keys.active(auctionId), keys.board(auctionId)]
      const time = new Date(now).toISOString()
      const after = extended ? write(auction) : seen.body
      const placed = await this.#redis.auctionsBid(4, ...places, userId, amount, newId(), time, seen.body, after, previousAmount, balance)
      if (placed !== 1) return undefined
      return { done: { result: { success: true, amount, previousAmount, isNewBid: active === null, extended }, auction } }
    })
  }

  async leaderboard(auction: Auction, { limit, offset }: Page): Promise<Leaderboard> {
    const itemsCount = auction.rounds[auction.currentRound - 1]?.itemsCount ?? 0
    const [members, totalCount, won] = await Promise.all([
      this.#redis.zrevrange(keys.board(auction.id), offset, offset + limit - 1),
      this.#redis.zcard(keys.board(auction.id)),
      this.#redis.lrange(keys.won(auction.id), 0, -1),
    ])
    const users = members.map(userOf)
    const [bids, names, pastWinners] = await Promise.all([
      users.length === 0 ? [] : this.#redis.hmget(keys.active(auction.id), ...users),
      this.#usernames(users),
      this.#pastWinners(won),
    ])
    const entries = bids.map((text, index) => ({
      bid: text === null ? undefined : (JSON.parse(text) as ActiveBid),
      username: names[index] ?? '',
    }))
    return {
      // A bid may have been settled since its rank was read.
      leaderboard: entries.flatMap(({ bid, username }, index) => {
        const rank = offset + index + 1
        return bid === undefined
          ? []
          : [{ rank, amount: bid.amount, username, isBot: false, isWinning: rank <= itemsCount, createdAt: bid.createdAt }]
      }),
      totalCount,
      pastWinners,
    }
  }

  async bidsOf(auctionId: string, userId: string): Promise<readonly OwnBid[]> {
    const [active, past] = await Promise.all([
      this.#redis.hget(keys.active(auctionId), userId),
      this.#redis.lrange(keys.past(auctionId, userId), 0, -1),
    ])
    const bids = past.map((text) => JSON.parse(text) as OwnBid)
    if (active === null) return bids
    const { id, amount, createdAt, updatedAt } = JSON.parse(active) as ActiveBid
    return [{ id, amount, status: 'active', createdAt, updatedAt }, ...bids]
  }

  async amountAtRank(auctionId: string, rank: number): Promise<number | undefined> {
    const [, score] = await this.#redis.zrevrange(keys.board(auctionId), rank - 1, rank - 1, 'WITHSCORES')
    return score === undefined ? undefined : Number(score)
  }

  async close(): Promise<void> {
    this.#redis.disconnect()
  }

  async #see(id: string): Promise<Seen | undefined> {
    const body = await this.#redis.hget(keys.auction(id), 'body')
    return body === null ? undefined : { auction: JSON.parse(body) as Auction, body }
  }

  async #giveOut({ auction, body }: Seen, next: Auction, now: number): Promise<CompletedRound['winners'] | undefined> {
    const { id, currentRound } = auction
    const places = [keys.auction(id), keys.active(id), keys.board(id), keys.won(id)]
    const itemsCount = auction.rounds[currentRound - 1]?.itemsCount ?? 0
    const isLast = next.status === 'completed' ? 1 : 0
    const rest = [new Date(now).toISOString(), isLast, keys.user(''), keys.past(id, '')]
    const amounts = await this.#redis.auctionsEndRound(4, ...places, body, write(next), currentRound, itemsCount, ...rest)
    if (!Array.isArray(amounts)) return undefined
    return amounts.map((amount: number, index) => ({ amount, itemNumber: index + 1 }))
  }

  #usernames(users: readonly string[]): Promise<readonly (string | null)[]> {
    return Promise.all(users.map((user) => this.#redis.hget(keys.user(user), 'username')))
  }

  async #pastWinners(won: readonly string[]): Promise<readonly PastWinner[]> {
    const winners = won.map((text) => JSON.parse(text) as Omit<PastWinner, 'username' | 'isBot'> & { readonly user: string })
    const names = await this.#usernames(winners.map(({ user }) => user))
    return winners.map(({ round, itemNumber, amount, createdAt }, index) => {
      return { round, itemNumber, amount, username: names[index] ?? '', isBot: false, createdAt }
    })
  }
}

/** Repeats an attempt that failed because others had changed the state. */
async function untilUnchanged<T>(attempt: () => Promise<{ readonly done: T } | undefined>): Promise<T> {
  for (let tries = 0; tries < mostTries; tries++) {
    const result = await attempt()
    if (result !== undefined) return result.done
  }
  throw new StoreBusyError('other processes are writing')
}

function readBalance(found: unknown): Balance | undefined {
  if (!Array.isArray(found) || found[0] === null) return undefined
  return { balance: Number(found[0]), frozenBalance: Number(found[1]) }
}

/** Reads the user from a member of the board, after the turn. */
function userOf(member: string): string {
  return member.slice(member.indexOf(':') + 1)
}

function write(auction: Auction): string {
  return JSON.stringify(auction)
}
