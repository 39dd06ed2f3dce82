import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Auction } from '../src/index.ts'
import { ask, Bidder, next, openSocket, terms, type UserSocket } from './bidder.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

let service: RunningAuctions
let admin: Bidder
const sockets: UserSocket[] = []

beforeAll(async () => {
  service = await startAuctions()
  admin = await Bidder.create(service.url, 1_000_000)
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

afterAll(async () => {
  await service.stop()
})

const time: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

async function open(options: Parameters<typeof openSocket>[1] = { transports: ['websocket'] }): Promise<UserSocket> {
  const socket = await openSocket(service.url, options)
  sockets.push(socket)
  return socket
}

async function openBidder(): Promise<{ user: Bidder; socket: UserSocket }> {
  const [user, socket] = await Promise.all([Bidder.create(service.url, 10_000), open()])
  expect(await ask(socket, 'auth', user.token, 'auth-response')).toEqual({ success: true, userId: user.id })
  return { user, socket }
}

describe('a socket', () => {
  test('receives its user, or that its token is wrong', async () => {
    const socket = await open()
    for (const token of ['wrong', undefined, { token: 1 }]) {
      expect(await ask(socket, 'auth', token, 'auth-response')).toEqual({ success: false, error: 'Invalid token' })
    }
    expect(await ask(socket, 'auth', admin.token, 'auth-response')).toEqual({ success: true, userId: admin.id })
  })

  test('joins and leaves an auction that exists', async () => {
    const { id } = await admin.startAuction()
    const socket = await open()
    expect(await ask(socket, 'join-auction', id, 'join-auction-response')).toEqual({ success: true })
    expect(await ask(socket, 'leave-auction', id, 'leave-auction-response')).toEqual({ success: true })
    expect(await ask(socket, 'join-auction', 'b'.repeat(24), 'join-auction-response')).toEqual({
      success: false,
      error: 'Auction not found',
    })
    expect(await ask(socket, 'join-auction', { id }, 'join-auction-response')).toEqual({ success: false, error: 'Invalid auction ID' })
  })

  test('bids, and receives the outcome of the bid', async () => {
    const { id } = await admin.startAuction()
    const { user, socket } = await openBidder()
    const bid = (amount: unknown): Promise<unknown> => ask(socket, 'place-bid', { auctionId: id, amount }, 'bid-response')
    const refused = (error: string): unknown => ({ success: false, error, needsWarmup: false })
    expect(await bid(500)).toEqual({ success: true, amount: 500, previousAmount: 0, isNewBid: true })
    expect(await bid(510)).toEqual({ success: true, amount: 510, previousAmount: 500, isNewBid: false })
    expect(await bid(511)).toEqual(refused('Bid must be at least 520'))
    expect(await bid(20_000)).toEqual(refused('Insufficient balance. Need 19490, have 9490'))
    expect(await bid('600')).toEqual(refused('amount must be a number'))
    expect(await user.balance()).toEqual({ balance: 9490, frozenBalance: 510 })
  })

  test('a socket cannot bid without a user', async () => {
    const { id } = await admin.startAuction()
    const response = await ask(await open(), 'place-bid', { auctionId: id, amount: 500 }, 'bid-response')
    expect(response).toEqual({ success: false, error: 'Not authenticated: send auth with a token first', needsWarmup: false })
  })

  test.each([{}, { transports: ['polling'] }])('works in the default configuration and over polling alone: %j', async (options) => {
    const socket = await open(options)
    expect(await ask(socket, 'auth', admin.token, 'auth-response')).toEqual({ success: true, userId: admin.id })
  })
})

describe('a client that has joined an auction', () => {
  async function listener(id: string): Promise<UserSocket> {
    const socket = await open()
    await ask(socket, 'join-auction', id, 'join-auction-response')
    return socket
  }

  test('receives bids over HTTP and Socket.IO, and of no other auction', async () => {
    const [first, second] = await Promise.all([admin.startAuction(), admin.startAuction()])
    const { user, socket } = await openBidder()
    const hearing = await listener(first.id)
    const heard: unknown[] = []
    hearing.on('new-bid', (bid) => heard.push(bid))

    await user.bid(second.id, 500)
    await user.bid(first.id, 500)
    await user.bid(first.id, 501)
    await ask(socket, 'place-bid', { auctionId: first.id, amount: 600 }, 'bid-response')
    await expect.poll(() => heard, { timeout: 10_000 }).toHaveLength(2)
    expect(heard).toEqual([
      { auctionId: first.id, amount: 500, timestamp: time, isIncrease: false },
      { auctionId: first.id, amount: 600, timestamp: time, isIncrease: true },
    ])
  })

  test('receives the start', async () => {
    const { body: auction } = await admin.post<Auction>('/api/auctions', terms)
    const socket = await listener(auction.id)
    const [update, start] = await Promise.all([
      next(socket, 'auction-update'),
      next(socket, 'round-start'),
      admin.post(`/api/auctions/${auction.id}/start`),
    ])
    const { rounds } = (await admin.get<Auction>(`/api/auctions/${auction.id}`)).body
    expect(update).toEqual({ id: auction.id, status: 'active', currentRound: 1, rounds })
    const { startTime, endTime } = rounds[0] ?? {}
    expect(start).toEqual({ auctionId: auction.id, roundNumber: 1, itemsCount: 3, startTime, endTime })
  })

  test('receives the time left each second', async () => {
    const { id, rounds } = await admin.startAuction()
    const socket = await listener(id)
    const [first, second] = [await next(socket, 'countdown'), await next(socket, 'countdown')]
    const roundEndTime = rounds[0]?.endTime
    expect(first).toEqual({
      auctionId: id,
      roundNumber: 1,
      timeLeftSeconds: expect.any(Number),
      roundEndTime,
      isUrgent: false,
      serverTime: time,
    })
    expect(Date.parse(second.serverTime)).toBeGreaterThan(Date.parse(first.serverTime))
    expect(first.timeLeftSeconds).toBe(Math.ceil((Date.parse(String(roundEndTime)) - Date.parse(first.serverTime)) / 1000))
    expect(second.timeLeftSeconds).toBeLessThan(first.timeLeftSeconds)
  })

  test('receives each extension by a late bid, up to the limit', async () => {
    const auction = await admin.startAuction({ antiSnipingWindowMinutes: 30, maxExtensions: 1 })
    const end = auction.rounds[0]?.endTime ?? ''
    const socket = await listener(auction.id)
    const user = await Bidder.create(service.url, 1000)
    const [extension] = await Promise.all([next(socket, 'anti-sniping'), user.bid(auction.id, 100)])
    const newEndTime = new Date(Date.parse(end) + 60_000).toISOString()
    expect(extension).toEqual({ auctionId: auction.id, roundNumber: 1, newEndTime, extensionCount: 1 })
    await user.bid(auction.id, 200)
    expect((await admin.get<Auction>(`/api/auctions/${auction.id}`)).body.rounds).toMatchObject([
      { endTime: newEndTime, extensionsCount: 1 },
    ])
  })

  test('receives the end of rounds and of the auction', async () => {
    const rounds = [
      // Long enough for the bids, even on a busy machine.
      { itemsCount: 1, durationMinutes: 0.06 },
      { itemsCount: 1, durationMinutes: 0.0001 },
    ]
    const { body: auction } = await admin.post<Auction>('/api/auctions', { ...terms, totalItems: 2, rounds, antiSnipingWindowMinutes: 0 })
    const socket = await listener(auction.id)
    const events: unknown[] = []
    for (const name of ['round-complete', 'round-start', 'auction-complete'] as const)
      socket.on(name, (event: unknown) => events.push([name, event]))
    const users = await Promise.all([300, 200, 100].map(async (amount) => ({ user: await Bidder.create(service.url, 1000), amount })))
    await admin.post(`/api/auctions/${auction.id}/start`)
    await Promise.all(users.map(({ user, amount }) => user.bid(auction.id, amount)))
    await expect.poll(() => events, { timeout: 10_000 }).toHaveLength(5)

    const round = (roundNumber: number): unknown => ({ auctionId: auction.id, roundNumber, itemsCount: 1, startTime: time, endTime: time })
    const over = (roundNumber: number, amount: number): unknown => {
      return { auctionId: auction.id, roundNumber, winnersCount: 1, winners: [{ amount, itemNumber: 1 }] }
    }
    expect(events).toEqual([
      ['round-start', round(1)],
      ['round-complete', over(1, 300)],
      ['round-start', round(2)],
      ['round-complete', over(2, 200)],
      ['auction-complete', { auctionId: auction.id, endTime: time, totalRounds: 2 }],
    ])
    const balances = await Promise.all(users.map(({ user }) => user.balance()))
    expect(balances).toEqual([700, 800, 1000].map((balance) => ({ balance, frozenBalance: 0 })))
    expect((await admin.get(`/api/auctions/${auction.id}/leaderboard`)).body).toMatchObject({
      leaderboard: [],
      totalCount: 0,
      pastWinners: [
        { round: 1, itemNumber: 1, amount: 300 },
        { round: 2, itemNumber: 1, amount: 200 },
      ],
    })
    expect((await users[2]?.user.get(`/api/auctions/${auction.id}/my-bids`))?.body).toMatchObject([{ amount: 100, status: 'refunded' }])
    expect((await admin.get(`/api/auctions/${auction.id}/min-winning-bid`)).body).toEqual({ minWinningBid: null })
  })
})
