import { path, type Journey, type SetupContext } from '@benchpress/core'
import { prepareAuctions, tokenOf, type PreparedAuctions } from './prepare-auctions.ts'

/** Prepares an auction of ten items, and an account for each user. */
export function beforeAll(context: SetupContext): Promise<PreparedAuctions> {
  return prepareAuctions(context, 'HTTP maximum test')
}

const status = 200
const list = { status, body: /^\s*\[/ } as const
const one = { status, body: /"id":/ } as const
const ranks = { status, body: /"leaderboard":/ } as const
const money = { status, body: /"balance":/ } as const

/** A user who reads four resources thirty times, without a pause: 120 requests. Any other response is wrong, whatever its status. */
export const reads: Journey<PreparedAuctions> = async (user) => {
  const { http, shared } = user
  const auth = { bearer: tokenOf(user) }
  for (let round = 0; round < 30; round++) {
    await http.get('/api/auctions', { expect: list })
    await http.get(path`/api/auctions/${shared.auctionId}`, { expect: one })
    await http.get(path`/api/auctions/${shared.auctionId}/leaderboard`, { expect: ranks })
    await http.get('/api/users/balance', { auth, expect: money })
  }
}
