import type { Connection } from '@benchpress/plugin-socketio'
import type { AuctionUser } from './bidding.ts'
import { tokenOf } from './prepare-auctions.ts'

/** The options of the journeys over Socket.IO. */
export interface SocketOptions {
  /** The longest time for connecting, and for a reply, in seconds. */
  readonly timeout: number
}

/** The reply to an event, with whether it succeeded. */
interface Reply {
  readonly success?: boolean
  readonly error?: string
}

/** One user's connection to the auctions, over WebSocket only, and without reconnecting. */
export class SocketSession {
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
    const reply = await this.#connection.request<Reply | undefined>(event, payload, { reply: `${event}-response` })
    if (reply?.success === true) return
    throw new Error(`${event} was refused${typeof reply?.error === 'string' ? ` with ${reply.error}` : ''}`)
  }
}
