import { path, type Journey, type SetupContext } from '@benchpress/core'
import type { auctionMetrics } from '../nestjs-tests.ts'
import { bidOverHttp, nextAmount, type AuctionUser } from './bidding.ts'
import { capture, prepareAuctions, tokenOf, type PreparedAuctions } from './prepare-auctions.ts'

type AuctionJourney = Journey<PreparedAuctions, typeof auctionMetrics>

/** Prepares an auction of ten items, and an account without money for each user. */
export function beforeAll(context: SetupContext): Promise<PreparedAuctions> {
  return prepareAuctions(context, 'HTTP load test')
}

/** A user who pays in, looks at everything, bids above the highest bid, and looks at the own bids a second later. */
export const completeJourney: AuctionJourney = async (user) => {
  const { http, think, random } = user
  const bearer = await payIn(user, 50_000)
  const balance = await http.get('/api/users/balance', { auth: { bearer }, expect: { status: 200 } })
  capture(balance, 'GET /api/users/balance', 'balance', 'number')
  const auctionId = await findAuction(user)
  await http.get(path`/api/auctions/${auctionId}`, { expect: { status: 200 } })
  const highest = highestBid(await http.get(path`/api/auctions/${auctionId}/leaderboard`, { expect: { status: 200 } }))
  await bidOverHttp(user, { auctionId, amount: Math.max(highest, leastBid) + 10 + random.int(10, 59), bearer })
  await think('1s')
  await http.get(path`/api/auctions/${auctionId}/my-bids`, { auth: { bearer }, expect: { status: 200 } })
}

/** A user who bids ten times, a tenth of a second apart. */
export const frequentBidding: AuctionJourney = async (user) => bidOften(user, { deposit: 100_000, bids: 10, pause: '100ms' })

/** A user who bids twenty times, a twentieth of a second apart. */
export const fastBidding: AuctionJourney = async (user) => bidOften(user, { deposit: 200_000, bids: 20, pause: '50ms' })

/** A user who looks at the same auction fifteen times. */
export const reading: AuctionJourney = async (user) => {
  const { http, think } = user
  const auctionId = await findAuction(user)
  for (let round = 0; round < 15; round++) {
    await http.get(path`/api/auctions/${auctionId}/leaderboard`, { expect: { status: 200 } })
    await think('200ms')
    await http.get(path`/api/auctions/${auctionId}`, { expect: { status: 200 } })
    await think('200ms')
    await http.get(path`/api/auctions/${auctionId}/min-winning-bid`, { expect: { status: 200 } })
    await think('300ms')
  }
}

const leastBid = 100
const risingAmount = { base: leastBid, step: 5, least: 10, most: 109 } as const

interface Bidding {
  readonly deposit: number
  readonly bids: number
  readonly pause: string
}

async function bidOften(user: AuctionUser, { deposit, bids, pause }: Bidding): Promise<void> {
  const bearer = await payIn(user, deposit)
  const auctionId = await findAuction(user)
  let amount = 0
  for (let bid = 0; bid < bids; bid++) {
    amount = nextAmount(risingAmount, user.random, amount)
    await bidOverHttp(user, { auctionId, amount, bearer })
    await user.think(pause)
  }
}

async function payIn(user: AuctionUser, amount: number): Promise<string> {
  const bearer = tokenOf(user)
  await user.http.post('/api/users/deposit', { json: { amount }, auth: { bearer }, expect: { status: [200, 201] } })
  return bearer
}

async function findAuction({ http }: AuctionUser): Promise<string> {
  return capture(await http.get('/api/auctions', { expect: { status: 200 } }), 'GET /api/auctions', '[0].id', 'string')
}

// The response is an object with a list, although the published script took it for a list. An empty list is an auction without a bid.
function highestBid(response: Parameters<typeof capture>[0]): number {
  const endpoint = 'GET /api/auctions/{id}/leaderboard'
  return capture(response, endpoint, 'leaderboard', 'array').length === 0
    ? 0
    : capture(response, endpoint, 'leaderboard[0].amount', 'number')
}
