import { path, type SetupContext } from '@benchpress/core'
import { capture, prepareAuctions, readJson, tokenOf, type PreparedAuctions } from './auctions.ts'
import { judgeBid, nextAmount, type AuctionJourney, type AuctionUser } from './bidding.ts'

/** Prepares an auction of ten items, and an account without money for each user, who pays in. */
export function beforeAll(context: SetupContext): Promise<PreparedAuctions> {
  return prepareAuctions(context, [5, 5], 0)
}

const right = { expect: { status: 200 } } as const

/** A user who pays in, looks at everything, bids above the highest bid, and looks at the own bids a second later. */
export const completeJourney: AuctionJourney = async (user) => {
  const { http, think, random } = user
  const auth = await payIn(user, 50_000)
  capture(await http.get('/api/users/balance', { auth, ...right }), 'GET /api/users/balance', 'balance', 0)
  const auctionId = await findAuction(user)
  await http.get(path`/api/auctions/${auctionId}`, right)
  const highest = highestBid(await http.get(path`/api/auctions/${auctionId}/leaderboard`, right))
  await bid(user, auctionId, Math.max(highest, leastBid) + 10 + random.int(10, 59), auth)
  await think('1s')
  await http.get(path`/api/auctions/${auctionId}/my-bids`, { auth, ...right })
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
    await http.get(path`/api/auctions/${auctionId}/leaderboard`, right)
    await think('200ms')
    await http.get(path`/api/auctions/${auctionId}`, right)
    await think('200ms')
    await http.get(path`/api/auctions/${auctionId}/min-winning-bid`, right)
    await think('300ms')
  }
}

/** A user of the maximum test, who reads four resources thirty times, without a pause: 120 requests. Any other response is wrong, whatever its status. */
export const reads: AuctionJourney = async (user) => {
  const { http, shared } = user
  const auth = { bearer: tokenOf(user) }
  for (let round = 0; round < 30; round++) {
    await http.get('/api/auctions', { expect: { status: 200, body: /^\s*\[/ } })
    await http.get(path`/api/auctions/${shared.auctionId}`, { expect: { status: 200, body: /"id":/ } })
    await http.get(path`/api/auctions/${shared.auctionId}/leaderboard`, { expect: { status: 200, body: /"leaderboard":/ } })
    await http.get('/api/users/balance', { auth, expect: { status: 200, body: /"balance":/ } })
  }
}

const leastBid = 100

interface Bearer {
  readonly bearer: string
}

async function bidOften(user: AuctionUser, options: { deposit: number; bids: number; pause: string }): Promise<void> {
  const auth = await payIn(user, options.deposit)
  const auctionId = await findAuction(user)
  let amount = 0
  for (let count = 0; count < options.bids; count++) {
    amount = nextAmount({ base: leastBid, step: 5, least: 10, most: 109 }, user.random, amount)
    await bid(user, auctionId, amount, auth)
    await user.think(options.pause)
  }
}

async function bid(user: AuctionUser, auctionId: string, amount: number, auth: Bearer): Promise<void> {
  const response = await user.http.post(path`/api/auctions/${auctionId}/bid`, { json: { amount }, auth, expect: { status: [200, 201] } })
  // The status is counted with the request.
  if (response.ok) judgeBid(user, readJson(response, 'POST /api/auctions/{id}/bid'))
}

async function payIn(user: AuctionUser, amount: number): Promise<Bearer> {
  const auth = { bearer: tokenOf(user) }
  await user.http.post('/api/users/deposit', { json: { amount }, auth, expect: { status: [200, 201] } })
  return auth
}

async function findAuction({ http }: AuctionUser): Promise<string> {
  return capture(await http.get('/api/auctions', right), 'GET /api/auctions', '[0].id', '')
}

// The response is an object with a list, although the published script took it for a list. An empty list is an auction without a bid.
function highestBid(response: Parameters<typeof capture>[0]): number {
  const endpoint = 'GET /api/auctions/{id}/leaderboard'
  const isEmpty = capture(response, endpoint, 'leaderboard', [] as unknown[]).length === 0
  return isEmpty ? 0 : capture(response, endpoint, 'leaderboard[0].amount', 0)
}
