import type { Connection } from '@benchpress/plugin-socketio'
import type { AuctionUser } from './bidding.ts'
import { tokenOf } from './prepare-auctions.ts'

/** What the journeys over Socket.IO are told. */
export interface SocketOptions {
  /** How long connecting, and a reply, may take, in seconds. */
  readonly timeout: number
}

/** The reply to an event, which says whether it succeeded. */
interface Reply {
  readonly success?: boolean
  readonly error?: string
}

/** One user's connection to the auctions, over WebSocket alone and never opened again. */
export class SocketSession {
  readonly #user: AuctionUser
  readonly #connection: Connection

  private constructor(user: AuctionUser, connection: Connection) {
    this.#user = user
    this.#connection = connection
  }

  /**
   * Connects and says who the user is.
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

  /** Leaves. */
  close(): void {
    this.#connection.close()
  }

  // The published script sent and never waited for the reply that it names.
  async #demand(event: string, payload: string): Promise<void> {
    const reply = await this.#connection.request<Reply | undefined>(event, payload, { reply: `${event}-response` })
    if (reply?.success === true) return
    throw new Error(`${event} was refused${typeof reply?.error === 'string' ? ` with ${reply.error}` : ''}`)
  }
}
