import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask, Bidder, send, type UserSocket } from './bidder.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'
import { openSockets } from './room-reach.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

describe.skipIf(!hasRedis)('a process and a cluster over Redis', () => {
  let redis: RedisServer
  let alone: RunningAuctions
  let cluster: RunningAuctions
  const sockets: UserSocket[] = []

  beforeAll(async () => {
    redis = await startRedis()
    const tokens = { JWT_SECRET: 'the same for both' }
    const starts = [startAuctions({ redis: redis.url }, tokens), startAuctions({ redis: redis.url, workers: 2 }, tokens)] as const
    ;[alone, cluster] = await Promise.all(starts)
  })

  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.disconnect()
  })

  afterAll(async () => {
    await Promise.all([alone.stop(), cluster.stop()])
    await redis.stop()
  })

  test('reach each other’s users, and have the same auctions', async () => {
    sockets.push(...(await openSockets(alone.url, 2, ['websocket'])), ...(await openSockets(cluster.url, 4, ['polling', 'websocket'])))
    const admin = await Bidder.create(alone.url, 1000)
    const { id } = await admin.startAuction()
    const heard: number[] = []
    for (const socket of sockets) {
      socket.on('new-bid', ({ amount }) => heard.push(amount))
      await ask(socket, 'join-auction', id, 'join-auction-response')
    }
    await admin.bid(id, 100)
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual([100, 100, 100, 100, 100, 100])
    expect((await send(cluster.url, 'GET', `/api/auctions/${id}/leaderboard`)).body).toMatchObject({
      totalCount: 1,
      leaderboard: [{ amount: 100 }],
    })
  })

  test('lose no deposit, wherever it is made', async () => {
    const user = await Bidder.create(alone.url)
    const responses = await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        const { url } = index % 2 === 0 ? alone : cluster
        return send(url, 'POST', '/api/users/deposit', { token: user.token, body: { amount: 1 } })
      }),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await user.balance()).toEqual({ balance: 200, frozenBalance: 0 })
  })
})
