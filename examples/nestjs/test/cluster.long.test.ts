import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Bidder, type UserSocket } from './bidder.ts'
import { readHealthOfAll } from './health.ts'
import { openSockets, reachOf } from './room-reach.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

let service: RunningAuctions
const sockets: UserSocket[] = []

beforeAll(async () => {
  service = await startAuctions({ workers: 2 })
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

afterAll(async () => {
  await service.stop()
})

describe('two workers', () => {
  test.each([[['websocket']], [['polling']], [['polling', 'websocket']]] as const)(
    'reach all users, half of whom are connected to each worker: %j',
    async (transports) => {
      sockets.push(...(await openSockets(service.url, 8, transports)))
      // Polls until the sockets of the previous test are gone, too.
      const connected = async (): Promise<unknown> => (await readHealthOfAll(service.url, 2)).map((health) => health.sockets)
      await expect.poll(connected, { timeout: 10_000 }).toEqual([4, 4])
      expect(await reachOf(service.url, sockets)).toEqual([8, 8, 8, 8])
    },
  )

  test('lose no event that a user sends right after connecting', async () => {
    // A connection is open in two processes while it is passed on, and never gets a response if the wrong one reads from it, which happened about once in fifty
    // times.
    for (let round = 0; round < 20; round++) sockets.push(...(await openSockets(service.url, 20, ['websocket'])))
    expect(sockets).toHaveLength(400)
  })

  test('two workers keep HTTP connections open', async () => {
    const response = await fetch(`${service.url}/api/auctions`)
    await response.arrayBuffer()
    expect(response.headers.get('connection')).toBe('keep-alive')
  })

  test('lose nothing of requests that are split, and pipelined before earlier responses', async () => {
    const user = await Bidder.create(service.url)
    const deposits = Array.from({ length: 20 }, (_, index) => JSON.stringify({ amount: 10 ** (index % 4) }))
    const requests = deposits
      .map(
        (body) =>
          `POST /api/users/deposit HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${user.token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      ) // prettier-ignore
      .join('')
    for (let round = 0; round < 5; round++) {
      const socket = connect({ port: Number(new URL(service.url).port), host: '127.0.0.1', noDelay: true })
      let received = ''
      socket.setEncoding('latin1').on('data', (text) => (received += text))
      await once(socket, 'connect')
      for (let start = 0; start < requests.length; start += 97) {
        socket.write(requests.slice(start, start + 97))
        // Each piece is sent by itself, while the pieces before it are on their way.
        await new Promise(setImmediate)
      }
      await expect.poll(() => received.match(/HTTP\/1\.1 201/g)?.length, { timeout: 10_000 }).toBe(20)
      socket.destroy()
    }
    expect(await user.balance()).toEqual({ balance: 5 * 5 * 1111, frozenBalance: 0 })
  })

  test('lose no deposit, whichever worker gets it', async () => {
    const user = await Bidder.create(service.url)
    const responses = await Promise.all(Array.from({ length: 300 }, (_, index) => user.post('/api/users/deposit', { amount: index + 1 })))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await user.balance()).toEqual({ balance: (300 * 301) / 2, frozenBalance: 0 })
  })

  test('let no user spend the same money twice', async () => {
    const admin = await Bidder.create(service.url)
    const auctions = await Promise.all(Array.from({ length: 10 }, () => admin.startAuction()))
    const user = await Bidder.create(service.url, 300)
    const responses = await Promise.all([...auctions, ...auctions, ...auctions].map(({ id }) => user.bid(id, 100)))
    expect(responses.filter(({ body }) => body.success)).toHaveLength(3)
    expect(await user.balance()).toEqual({ balance: 0, frozenBalance: 300 })
  })

  test('accept each step of an auction once', async () => {
    const user = await Bidder.create(service.url, 100_000)
    const { id } = await user.startAuction()
    const responses = await Promise.all(Array.from({ length: 200 }, (_, index) => user.bid(id, 100 + (index % 20) * 10)))
    const accepted = responses.flatMap(({ body }) => (body.success ? [body.amount] : []))
    expect(new Set(accepted).size).toBe(accepted.length)
    expect(accepted).toContain(290)
    expect(await user.balance()).toEqual({ balance: 100_000 - 290, frozenBalance: 290 })
    expect((await user.get(`/api/auctions/${id}/leaderboard`)).body).toMatchObject({ totalCount: 1, leaderboard: [{ amount: 290 }] })
  })

  test('workers are replaced when one has died', async () => {
    const before = await readHealthOfAll(service.url, 2)
    expect(before).toHaveLength(2)
    process.kill(before[0]?.pid ?? 0, 'SIGKILL')
    // A request may fail with the end of that worker.
    const others = async (): Promise<number> => {
      const found = await readHealthOfAll(service.url, 2).catch(() => [])
      return found.filter(({ pid }) => pid !== before[0]?.pid).length
    }
    await expect.poll(others, { timeout: 10_000 }).toBe(2)
    sockets.push(...(await openSockets(service.url, 4, ['websocket'])))
    expect(await reachOf(service.url, sockets)).toEqual([4, 4, 4, 4])
  })
})
