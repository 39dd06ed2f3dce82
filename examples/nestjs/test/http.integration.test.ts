import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Auction } from '../src/index.ts'
import { Bidder, send, terms } from './bidder.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

let service: RunningAuctions
let admin: Bidder

beforeAll(async () => {
  service = await startAuctions()
  admin = await Bidder.create(service.url, 1_000_000)
})

afterAll(async () => {
  await service.stop()
})

const hex = (digits: number): unknown => expect.stringMatching(new RegExp(`^[0-9a-f]{${digits}}$`))
const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const absent = 'a'.repeat(24)
const badRequest = (message: unknown): unknown => ({ status: 400, body: { message, error: 'Bad Request', statusCode: 400 } })
const notFound = (message: string): unknown => ({ status: 404, body: { message, error: 'Not Found', statusCode: 404 } })
const unauthorized = (message: string): unknown => ({ status: 401, body: { message, error: 'Unauthorized', statusCode: 401 } })

describe('a user', () => {
  test('logs in by name, and is the same user the next time', async () => {
    const login = (): ReturnType<typeof send> => send(service.url, 'POST', '/api/auth/login', { body: { username: 'same' } })
    const first = await login()
    expect(first).toEqual({
      status: 201,
      body: { user: { id: hex(24), username: 'same', balance: 0, frozenBalance: 0 }, accessToken: expect.any(String) },
    })
    expect((await login()).body).toMatchObject({ user: (first.body as { user: object }).user })
  })

  test('pays in and out', async () => {
    const user = await Bidder.create(service.url)
    expect(await user.post('/api/users/deposit', { amount: 50_000 })).toEqual({ status: 201, body: { balance: 50_000, frozenBalance: 0 } })
    expect(await user.post('/api/users/withdraw', { amount: 20_000 })).toEqual({ status: 201, body: { balance: 30_000, frozenBalance: 0 } })
    expect(await user.post('/api/users/withdraw', { amount: 30_001 })).toEqual(badRequest('Insufficient balance'))
    expect(await user.get('/api/users/balance')).toEqual({ status: 200, body: { balance: 30_000, frozenBalance: 0 } })
  })

  test.each([
    [{ amount: 0 }, ['amount must not be less than 1']],
    [{ amount: -5 }, ['amount must not be less than 1']],
    [{ amount: 1.5 }, ['amount must be an integer number']],
    [{ amount: '5' }, ['amount must be a number']],
    [{}, ['amount must be a number']],
    [{ amount: 5, more: 1 }, ['property more should not exist']],
    [{ amount: 0.5, more: 1 }, ['amount must be an integer number', 'property more should not exist']],
  ])('receives everything that is wrong with %j', async (body, message) => {
    for (const path of ['/api/users/deposit', '/api/users/withdraw', `/api/auctions/${absent}/bid`]) {
      expect(await admin.post(path, body)).toEqual(badRequest(message))
    }
  })

  test('a user needs a token', async () => {
    for (const path of ['/api/users/deposit', '/api/auctions', `/api/auctions/${absent}/start`, `/api/auctions/${absent}/bid`]) {
      expect(await send(service.url, 'POST', path, { body: { amount: 1 } })).toEqual(unauthorized('No token provided'))
      expect(await send(service.url, 'POST', path, { token: 'wrong', body: { amount: 1 } })).toEqual(unauthorized('Invalid token'))
    }
    expect(await send(service.url, 'GET', '/api/users/balance')).toEqual(unauthorized('No token provided'))
  })
})

describe('an auction', () => {
  test('an auction is created, started once, and listed', async () => {
    const created = await admin.post<Auction>('/api/auctions', terms)
    const { rounds, ...rest } = terms
    const pending = {
      id: hex(24),
      ...rest,
      roundsConfig: rounds,
      rounds: [],
      status: 'pending',
      currentRound: 0,
      botCount: 0,
      createdAt: time,
    }
    expect(created).toEqual({ status: 201, body: pending })

    const round = { roundNumber: 1, itemsCount: 3, startTime: time, endTime: time, extensionsCount: 0, completed: false }
    const active = { ...created.body, status: 'active', currentRound: 1, startTime: time, rounds: [round] }
    const { id } = created.body
    expect(await admin.post(`/api/auctions/${id}/start`)).toEqual({ status: 201, body: active })
    expect(await admin.post(`/api/auctions/${id}/start`)).toEqual(badRequest('Auction has already started'))
    const found = await admin.get<Auction>(`/api/auctions/${id}`)
    expect(found).toEqual({ status: 200, body: active })
    expect(((await send(service.url, 'GET', '/api/auctions')).body as Auction[])[0]).toEqual(found.body)
    expect((await send(service.url, 'GET', '/api/auctions?status=pending')).body).not.toContainEqual(found.body)
  })

  test('an auction has its fields in the documented order', async () => {
    const { id } = await admin.startAuction()
    const { body } = await admin.get<Auction>(`/api/auctions/${id}`)
    expect(Object.keys(body).join(' ')).toBe(
      'id title description totalItems roundsConfig rounds status currentRound minBidAmount minBidIncrement antiSnipingWindowMinutes ' +
        'antiSnipingExtensionMinutes maxExtensions botsEnabled botCount createdAt startTime',
    )
  })

  test('an auction has the documented defaults', async () => {
    const { body } = await admin.post('/api/auctions', { title: 't', totalItems: 1, rounds: [{ itemsCount: 1, durationMinutes: 1 }] })
    expect(body).toMatchObject({
      minBidAmount: 100,
      minBidIncrement: 10,
      antiSnipingWindowMinutes: 2,
      antiSnipingExtensionMinutes: 2,
      maxExtensions: 6,
    })
  })

  test('a wrong auction is refused with all reasons at once', async () => {
    expect(await admin.post('/api/auctions', { title: '', rounds: [], botsEnabled: true })).toEqual(
      badRequest([
        'title should not be empty',
        'totalItems must be a number',
        'rounds should not be empty',
        'botsEnabled must be false: there are no bots here',
      ]),
    )
    expect(await admin.post('/api/auctions', { ...terms, totalItems: 4 })).toEqual(
      badRequest(['totalItems must be the sum of itemsCount of all rounds']),
    )
  })

  test('is not started by a request with the content type of JSON and no body', async () => {
    const response = await fetch(`${service.url}/api/auctions/${absent}/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { statusCode: 400, message: "Body cannot be empty when content-type is set to 'application/json'" },
    ])
  })

  test.each(['', '/leaderboard', '/my-bids', '/min-winning-bid'])('an auction that does not exist has no %s', async (path) => {
    expect(await admin.get(`/api/auctions/${absent}${path}`)).toEqual(notFound('Auction not found'))
    expect(await admin.get(`/api/auctions/zzz${path}`)).toEqual(badRequest('Invalid auction ID'))
  })

  test('an auction that does not exist accepts no bid and cannot be started', async () => {
    expect(await admin.bid(absent, 100)).toEqual(notFound('Auction not found'))
    expect(await admin.post(`/api/auctions/${absent}/start`)).toEqual(notFound('Auction not found'))
    expect(await admin.bid('zzz', 100)).toEqual(badRequest('Invalid auction ID'))
  })
})

describe('a bid', () => {
  test('a first bid is new, a second one is an increase, and both reserve their amount', async () => {
    const { id } = await admin.startAuction()
    const user = await Bidder.create(service.url, 1000)
    expect(await user.bid(id, 500)).toEqual({ status: 201, body: { success: true, amount: 500, previousAmount: 0, isNewBid: true } })
    expect(await user.bid(id, 600)).toEqual({ status: 201, body: { success: true, amount: 600, previousAmount: 500, isNewBid: false } })
    expect(await user.balance()).toEqual({ balance: 400, frozenBalance: 600 })
    expect(await user.get(`/api/auctions/${id}/my-bids`)).toEqual({
      status: 200,
      body: [{ id: hex(24), amount: 600, status: 'active', createdAt: time, updatedAt: time }],
    })
  })

  test('a refused bid has the response 201, with the reason', async () => {
    const { id } = await admin.startAuction()
    const { body: pending } = await admin.post<Auction>('/api/auctions', terms)
    const poor = await Bidder.create(service.url)
    const refused = (error: string): unknown => ({ status: 201, body: { success: false, error } })
    expect(await poor.bid(id, 500)).toEqual(refused('Insufficient balance. Need 500, have 0'))
    expect(await poor.bid(id, 99)).toEqual(refused('Minimum bid is 100'))
    expect(await poor.bid(pending.id, 500)).toEqual(refused('Auction is not active'))
    await admin.bid(id, 500)
    expect(await admin.bid(id, 509)).toEqual(refused('Bid must be at least 510'))
    expect(await admin.bid(id, 500)).toEqual(refused('Bid must be at least 510'))
    expect(await poor.get(`/api/auctions/${id}/my-bids`)).toEqual({ status: 200, body: [] })
  })

  test('bids are ranked by amount, and the earlier of equal bids is ahead', async () => {
    const { id } = await admin.startAuction()
    const users = await Promise.all(Array.from({ length: 4 }, () => Bidder.create(service.url, 10_000)))
    expect((await admin.get(`/api/auctions/${id}/min-winning-bid`)).body).toEqual({ minWinningBid: 100 })
    for (const [index, amount] of [[0, 200], [1, 300], [2, 200], [3, 150], [0, 300]] as const) await users[index]?.bid(id, amount) // prettier-ignore

    const entry = (rank: number, amount: number, user: number): unknown => ({
      rank,
      amount,
      username: users[user]?.username,
      isBot: false,
      isWinning: rank <= 3,
      createdAt: time,
    })
    const leaderboard = [entry(1, 300, 1), entry(2, 300, 0), entry(3, 200, 2), entry(4, 150, 3)]
    expect(await admin.get(`/api/auctions/${id}/leaderboard`)).toEqual({
      status: 200,
      body: { leaderboard, totalCount: 4, pastWinners: [] },
    })
    expect((await admin.get(`/api/auctions/${id}/leaderboard?limit=2&offset=1`)).body).toEqual({
      leaderboard: leaderboard.slice(1, 3),
      totalCount: 4,
      pastWinners: [],
    })
    expect((await admin.get(`/api/auctions/${id}/min-winning-bid`)).body).toEqual({ minWinningBid: 210 })
  })
})

test('health has the response of the only process', async () => {
  expect(await admin.get('/api/health')).toEqual({
    status: 200,
    body: { status: 'ok', timestamp: time, worker: 1, pid: service.process.pid, sockets: 0 },
  })
})

test('the response to an unknown path names it', async () => {
  expect(await admin.get('/api/nothing')).toEqual(notFound('Cannot GET /api/nothing'))
})
