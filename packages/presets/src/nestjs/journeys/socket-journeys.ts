import type { Journey, SetupContext } from '@benchpress/core'
import type { Connection } from '@benchpress/plugin-socketio'
import type { auctionMetrics } from '../nestjs-tests.ts'
import { judgeBid, nextAmount, type AuctionUser } from './bidding.ts'
import { prepareAuctions, tokenOf, type PreparedAuctions } from './prepare-auctions.ts'

type AuctionJourney = Journey<PreparedAuctions, typeof auctionMetrics>

/** Prepares an auction of five items, and an account with money for each user. */
export function beforeAll(context: SetupContext): Promise<PreparedAuctions> {
  return prepareAuctions(context, 'WebSocket test', [3, 2])
}

/** A user who connects, joins a little later, and stays: 53 s. */
export function connectionFlow(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const session = await SocketSession.open(user, options)
    await session.stay('1s')
    await session.join()
    await session.stay('2s')
    for (let round = 0; round < 10; round++) await session.stay('5s')
    session.close()
  }
}

/** A user who joins and receives the bids of others: 60 s. */
export function bidMonitoring(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const session = await SocketSession.open(user, options)
    await session.join()
    for (let round = 0; round < 30; round++) await session.stay('2s')
    session.close()
  }
}

const risingAmount = { base: 1000, step: 10, least: 0, most: 99 } as const

/** A user who joins and bids ten times, half a second apart: 6 s. */
export function socketBidding(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const session = await SocketSession.open(user, options)
    await session.join()
    await session.stay('1s')
    let amount = 0
    for (let bid = 0; bid < 10; bid++) {
      amount = nextAmount(risingAmount, user.random, amount)
      judgeBid(user, await session.bid(amount))
      await session.stay('500ms')
    }
    session.close()
  }
}

/** The options of the journeys over Socket.IO. */
export interface SocketOptions {
  /** The longest time for connecting, and for a reply, in seconds. */
  readonly timeout: number
}

/** One user's connection to the auctions, over WebSocket only, and without reconnecting. */
class SocketSession {
  readonly #user: AuctionUser
  readonly #connection: Connection

  private constructor(user: AuctionUser, connection: Connection) {
    this.#user = user
    this.#connection = connection
  }

  /**
   * Connects and authenticates the user.
   *
   * @throws Error when the target does not accept that
   */
  static async open(user: AuctionUser, { timeout }: SocketOptions): Promise<SocketSession> {
    const connection = await user.socketio.connect('/', { transports: ['websocket'], timeout, replyTimeout: timeout })
    const session = new SocketSession(user, connection)
    await session.#demand('auth', tokenOf(user))
    return session
  }

  /**
   * Joins the auction.
   *
   * @throws Error when the target does not accept that
   */
  async join(): Promise<void> {
    await this.#demand('join-auction', this.#user.shared.auctionId)
  }

  /** Bids, and resolves with the reply. */
  async bid(amount: number): Promise<unknown> {
    return await this.#connection.request('place-bid', { auctionId: this.#user.shared.auctionId, amount }, { reply: 'bid-response' })
  }

  /**
   * Stays for a while.
   *
   * @throws Error when the connection has ended meanwhile
   */
  async stay(time: string): Promise<void> {
    await this.#user.think(time)
    if (this.#connection.isConnected) return
    const { reason } = await this.#connection.closed
    throw new Error(`the connection ended before its user left: ${reason}`)
  }

  /** Closes the connection. */
  close(): void {
    this.#connection.close()
  }

  // The published script names a reply that it never waits for.
  async #demand(event: string, payload: string): Promise<void> {
    const reply = await this.#connection.request<{ readonly success?: boolean; readonly error?: string } | undefined>(event, payload, {
      reply: `${event}-response`,
    })
    if (reply?.success === true) return
    throw new Error(`${event} was refused${typeof reply?.error === 'string' ? ` with ${reply.error}` : ''}`)
  }
}
