import { run, type JourneyReference, type Result } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { auctionMetrics } from '../src/nestjs/journeys/bidding.ts'
import { startBrokenAuctions, type Asked, type Faults } from './broken-auctions.ts'

describe.concurrent('a complete journey', () => {
  test('a complete journey pays in, looks at everything, bids above the highest bid, and looks at its own bids', async () => {
    const { result, asked } = await go('completeJourney')
    expect(ofUsers(asked).map(({ endpoint }) => endpoint)).toEqual([
      'POST /api/users/deposit',
      'GET /api/users/balance',
      'GET /api/auctions',
      'GET /api/auctions/{id}',
      'GET /api/auctions/{id}/leaderboard',
      'POST /api/auctions/{id}/bid',
      'GET /api/auctions/{id}/my-bids',
    ])
    const amount = asked.find(({ endpoint }) => endpoint === 'POST /api/auctions/{id}/bid')?.body['amount']
    expect(amount).toBeGreaterThanOrEqual(500 + 10 + 10)
    expect(amount).toBeLessThanOrEqual(500 + 10 + 59)
    expect(users(result)).toEqual({ completed: 1, failed: 0 })
    expect(bids(result)).toMatchObject({ passed: 1, failed: 0 })
  })

  test('bids above the least bid when there is no bid yet', async () => {
    const { result, asked } = await go('completeJourney', { 'GET /api/auctions/{id}/leaderboard': [200, { leaderboard: [] }] })
    const amount = asked.find(({ endpoint }) => endpoint === 'POST /api/auctions/{id}/bid')?.body['amount']
    expect(amount).toBeLessThanOrEqual(100 + 10 + 59)
    expect(users(result)).toEqual({ completed: 1, failed: 0 })
  })
})

describe.concurrent('before a test', () => {
  test('each user gets an account, and then an auction is started without a content type', async () => {
    const { asked } = await go('reads')
    expect(asked.slice(0, 5).map(({ endpoint, type }) => [endpoint, type])).toEqual([
      ['POST /api/auth/login', 'application/json'],
      ['POST /api/users/deposit', 'application/json'],
      ['POST /api/auth/login', 'application/json'],
      ['POST /api/auctions', 'application/json'],
      ['POST /api/auctions/{id}/start', undefined],
    ])
    expect(asked[3]?.body).toMatchObject({ totalItems: 10, minBidAmount: 100, minBidIncrement: 10, botsEnabled: false })
  })

  test('users that exist need no login: their tokens are sent', async () => {
    const { asked } = await go('reads', {}, { AUCTION_TOKENS: 'token-a\ntoken-b' })
    expect(asked.slice(0, 3).map(({ endpoint, token }) => [endpoint, token])).toEqual([
      ['POST /api/users/deposit', 'Bearer token-a'],
      ['POST /api/auctions', 'Bearer token-a'],
      ['POST /api/auctions/{id}/start', 'Bearer token-a'],
    ])
    expect(asked.map(({ endpoint }) => endpoint)).not.toContain('POST /api/auth/login')
  })

  test('a refused request ends the preparation, and is named', async () => {
    await expect(go('reading', { 'POST /api/auctions/{id}/start': [400, { message: 'Body cannot be empty' }] })).rejects.toThrow(
      'POST /api/auctions/a1/start had the response 400, not 201: {"message":"Body cannot be empty"}',
    )
  })
})

describe.concurrent('each kind of failure is counted apart', () => {
  test('a bid with status 201 and success: false is a failed check, with its reason, and a request that is ok', async () => {
    const refused = (count: number): readonly [number, unknown] =>
      count % 2 === 0 ? [201, { success: true }] : [201, { success: false, error: `Insufficient balance. Need ${count}, have 0` }]
    const { result } = await go('frequentBidding', { 'POST /api/auctions/{id}/bid': refused })
    expect(bids(result)).toMatchObject({ passed: 5, failed: 5 })
    expect(result.metrics['bids_refused']).toMatchObject({
      count: 5,
      by: { series: [{ name: 'Insufficient balance. Need n, have n', count: 5 }] },
    })
    expect(outcomes(result, 'POST /api/auctions/{id}/bid')).toMatchObject({ ok: 10, http_error: 0, check_failed: 0 })
    expect(users(result)).toEqual({ completed: 1, failed: 0 })
  })

  test('a deposit with status 409 is an http_error, and its user continues', async () => {
    const conflict = { message: 'Concurrent modification detected', error: 'Conflict', statusCode: 409 }
    // The first deposit is the administrator's.
    const { result } = await go('completeJourney', { 'POST /api/users/deposit': (count) => (count === 0 ? [201, {}] : [409, conflict]) })
    expect(outcomes(result, 'POST /api/users/deposit')).toMatchObject({ ok: 0, http_error: 1 })
    expect(users(result)).toEqual({ completed: 1, failed: 0 })
    expect(bids(result)).toMatchObject({ passed: 1, failed: 0 })
  })

  test('a bid with status 400 is an http_error, and does not count as refused by its body', async () => {
    const { result } = await go('frequentBidding', { 'POST /api/auctions/{id}/bid': [400, { message: ['amount must be a number'] }] })
    expect(outcomes(result, 'POST /api/auctions/{id}/bid')).toMatchObject({ ok: 0, http_error: 10 })
    expect(result.metrics['bids_refused']).toMatchObject({ count: 0 })
    expect(users(result)).toEqual({ completed: 1, failed: 0 })
  })

  test.each([
    ['no auction', { 'GET /api/auctions': [200, []] }, 'GET /api/auctions: no [0].id in the response with status 200'],
    [
      'a number that is a text',
      { 'GET /api/users/balance': [200, { balance: '1' }] },
      'GET /api/users/balance: another balance in the response with status 200',
    ],
    ['an error', { 'GET /api/auctions': [503, { message: 'busy' }] }, 'GET /api/auctions: no [0].id in the response with status 503'],
    ['no JSON', { 'GET /api/auctions': [200, '<html>'] }, 'GET /api/auctions: no JSON in the response with status 200'],
    [
      'a list in place of an object',
      { 'GET /api/auctions/{id}/leaderboard': [200, [{ amount: 5 }]] },
      'GET /api/auctions/{id}/leaderboard: no leaderboard in the response with status 200',
    ],
    [
      'a leaderboard without amounts',
      { 'GET /api/auctions/{id}/leaderboard': [200, { leaderboard: [{ rank: 1 }] }] },
      'GET /api/auctions/{id}/leaderboard: no leaderboard[0].amount in the response with status 200',
    ],
  ] as const)('a missing value in a response fails its user: %s', async (_what, faults, reason) => {
    const { result } = await go('completeJourney', faults)
    expect(users(result)).toEqual({ completed: 0, failed: 1 })
    expect(result.scenarios[0]?.users?.failures.map((failure) => failure.reason)).toEqual([reason])
  })
})

test.concurrent('bids of one user rise at least by the increment, whatever is added at random', async () => {
  const { asked } = await go('fastBidding')
  const amounts = asked.filter(({ endpoint }) => endpoint === 'POST /api/auctions/{id}/bid').map(({ body }) => Number(body['amount']))
  expect(amounts).toHaveLength(20)
  for (const [index, amount] of amounts.entries()) expect(amount).toBeGreaterThanOrEqual(index === 0 ? 110 : (amounts[index - 1] ?? 0) + 10)
})

test.concurrent('a user of the maximum test reads 120 times', async () => {
  const { result, asked } = await go('reads')
  expect(ofUsers(asked)).toHaveLength(120)
  expect(result.scenarios[0]?.endpoints.map(({ name, counts }) => [name, counts.outcomes.ok])).toEqual([
    ['GET /api/auctions', 30],
    ['GET /api/auctions/{id}', 30],
    ['GET /api/auctions/{id}/leaderboard', 30],
    ['GET /api/users/balance', 30],
  ])
})

// Requests before a user's own: three of the administrator, the start, and the login of the user.
function ofUsers(asked: readonly Asked[]): readonly Asked[] {
  return asked.slice(5)
}

async function go(
  name: string,
  faults: Faults = {},
  secrets: Readonly<Record<string, string>> = {},
): Promise<{ result: Result; asked: readonly Asked[] }> {
  const server = await startBrokenAuctions(faults)
  const url = new URL('../src/nestjs/journeys/http-journeys.ts', import.meta.url).href
  const journey: JourneyReference = { module: url, export: name }
  try {
    const result = await run({
      target: server.url,
      workers: 0,
      seed: 1,
      metrics: auctionMetrics,
      env: { AUCTION_ACCOUNTS: '1' },
      secrets,
      scenarios: { users: { journey, workload: { users: 1, iterations: 1 } } },
    })
    return { result, asked: server.asked }
  } finally {
    await server.close()
  }
}

function users({ scenarios: [scenario] }: Result): unknown {
  return { completed: scenario?.users?.completed, failed: scenario?.users?.failed }
}

function outcomes({ scenarios: [scenario] }: Result, name: string): unknown {
  return scenario?.endpoints.find((endpoint) => endpoint.name === name)?.counts.outcomes
}

function bids({ scenarios: [scenario] }: Result): unknown {
  return scenario?.users?.checks.find(({ name }) => name === 'bid accepted')
}
