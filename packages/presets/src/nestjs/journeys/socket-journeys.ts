import type { SetupContext } from '@benchpress/core'
import type { Connection } from '@benchpress/plugin-socketio'
import { prepareAuctions, tokenOf, type PreparedAuctions } from './auctions.ts'
import { judgeBid, nextAmount, type AuctionJourney, type AuctionUser } from './bidding.ts'

/** Prepares an auction of five items, and an account with money for each user. */
export function beforeAll(context: SetupContext): Promise<PreparedAuctions> {
  return prepareAuctions(context, [3, 2], 100_000)
}

/** The options of the journeys over Socket.IO. */
export interface SocketOptions {
  /** The longest time for connecting, and for a reply, in seconds. */
  readonly timeout: number
}

/** A user who connects, joins a little later, and stays: 53 s. */
export function connectionFlow(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const connection = await connect(user, options)
    await stay(user, connection, '1s')
    await demand(connection, 'join-auction', user.shared.auctionId)
    await stay(user, connection, '2s')
    for (let round = 0; round < 10; round++) await stay(user, connection, '5s')
    connection.close()
  }
}

/** A user who joins and receives the bids of others: 60 s. */
export function bidMonitoring(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const connection = await connect(user, options)
    await demand(connection, 'join-auction', user.shared.auctionId)
    for (let round = 0; round < 30; round++) await stay(user, connection, '2s')
    connection.close()
  }
}

/** A user who joins and bids ten times, half a second apart: 6 s. */
export function socketBidding(options: SocketOptions): AuctionJourney {
  return async (user) => {
    const { auctionId } = user.shared
    const connection = await connect(user, options)
    await demand(connection, 'join-auction', auctionId)
    await stay(user, connection, '1s')
    let amount = 0
    for (let bid = 0; bid < 10; bid++) {
      amount = nextAmount({ base: 1000, step: 10, least: 0, most: 99 }, user.random, amount)
      judgeBid(user, await connection.request('place-bid', { auctionId, amount }, { reply: 'bid-response' }))
      await stay(user, connection, '500ms')
    }
    connection.close()
  }
}

// Over WebSocket only, and without reconnecting.
async function connect(user: AuctionUser, { timeout }: SocketOptions): Promise<Connection> {
  const connection = await user.socketio.connect('/', { transports: ['websocket'], timeout, replyTimeout: timeout })
  await demand(connection, 'auth', tokenOf(user))
  return connection
}

// The published script names a reply that it never waits for.
async function demand(connection: Connection, event: string, payload: string): Promise<void> {
  const reply = await connection.request<{ readonly success?: boolean; readonly error?: string } | undefined>(event, payload, {
    reply: `${event}-response`,
  })
  if (reply?.success === true) return
  throw new Error(`${event} was refused${typeof reply?.error === 'string' ? ` with ${reply.error}` : ''}`)
}

async function stay(user: AuctionUser, connection: Connection, time: string): Promise<void> {
  await user.think(time)
  if (connection.isConnected) return
  const { reason } = await connection.closed
  throw new Error(`the connection ended before its user left: ${reason}`)
}
