import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UserSocket } from './bidder.ts'
import { openSockets, reachOf } from './room-reach.ts'
import { type RunningAuctions, startAuctions } from './start-auctions.ts'

let noSessions: RunningAuctions
let noAdapter: RunningAuctions
const sockets: UserSocket[] = []

beforeAll(async () => {
  const start = (part: 'sticky' | 'adapter'): Promise<RunningAuctions> => startAuctions({ workers: 2, break: [part] })
  ;[noSessions, noAdapter] = await Promise.all([start('sticky'), start('adapter')])
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})

afterAll(async () => {
  await Promise.all([noSessions.stop(), noAdapter.stop()])
})

describe('without sticky sessions', () => {
  test('a worker does not know sessions of another worker', async () => {
    const poll = `${noSessions.url}/socket.io/?EIO=4&transport=polling`
    const sid = /"sid":"([^"]+)"/.exec(await (await fetch(poll)).text())?.[1] ?? ''
    // Sent at once, and so over several connections, which the workers get by turns.
    const responses = await Promise.all(
      Array.from({ length: 4 }, async () => (await fetch(`${poll}&sid=${sid}`, { method: 'POST', body: '40' })).text()),
    )
    expect(new Set(responses)).toEqual(new Set(['ok', '{"code":1,"message":"Session ID unknown"}']))
  })

  test('a user who polls is refused with status 400', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => openSockets(noSessions.url, 1, ['polling'])))
    sockets.push(...ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : [])))
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error & { description: number }] : []))
    expect(reasons.length).toBeGreaterThan(0)
    for (const { message, description } of reasons) expect(`${message} ${description}`).toMatch(/^xhr (?:poll|post) error 400$/)
  })

  test('users of WebSocket are still reached', async () => {
    sockets.push(...(await openSockets(noSessions.url, 6, ['websocket'])))
    expect(await reachOf(noSessions.url, sockets)).toEqual([6, 6, 6, 6])
  })
})

describe('without an adapter', () => {
  test('a broadcast reaches only users of the same worker, over any transport', async () => {
    sockets.push(...(await openSockets(noAdapter.url, 4, ['websocket'])), ...(await openSockets(noAdapter.url, 4, ['polling'])))
    expect(await reachOf(noAdapter.url, sockets)).toEqual([4, 4, 4, 4])
  })
})
