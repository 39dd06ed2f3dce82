import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Auction, loadTestTerms, prepareAuctions, socketTestTerms } from '../src/index.ts'
import { send } from './bidder.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

let service: RunningAuctions

beforeAll(async () => {
  service = await startAuctions()
})

afterAll(async () => {
  await service.stop()
})

test('an auction is under way, and each user has the deposit', async () => {
  const { auctionId, adminToken, tokens } = await prepareAuctions(service.url, { users: 100, deposit: 50_000 })
  const balances = await Promise.all([adminToken, ...tokens].map((token) => send(service.url, 'GET', '/api/users/balance', { token })))
  expect(balances.map(({ body }) => (body as { balance: number }).balance)).toEqual([
    1_000_000,
    ...Array.from({ length: 100 }, () => 50_000),
  ])
  expect(new Set(tokens).size).toBe(100)

  const { body } = await send(service.url, 'GET', `/api/auctions/${auctionId}`)
  const { rounds, ...terms } = loadTestTerms
  expect(body).toMatchObject({ ...terms, roundsConfig: rounds, status: 'active', currentRound: 1 })
})

test('an auction may have other terms', async () => {
  const { auctionId, tokens } = await prepareAuctions(service.url, { terms: socketTestTerms })
  expect(tokens).toEqual([])
  expect(((await send(service.url, 'GET', `/api/auctions/${auctionId}`)).body as Auction).totalItems).toBe(5)
})

test('a refused request is named with its response', async () => {
  const terms = { ...loadTestTerms, totalItems: 3 }
  await expect(prepareAuctions(service.url, { terms })).rejects.toThrow(
    'POST /api/auctions had the response 400, not 201: {"message":["totalItems must be the sum of itemsCount of all rounds"]',
  )
})
