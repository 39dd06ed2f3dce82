import type { Journey, SetupContext } from '@benchpress/core'
import type { auctionMetrics } from '../nestjs-tests.ts'
import { judgeBid, nextAmount } from './bidding.ts'
import { prepareAuctions, type PreparedAuctions } from './prepare-auctions.ts'
import { SocketSession, type SocketOptions } from './socket-session.ts'

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
