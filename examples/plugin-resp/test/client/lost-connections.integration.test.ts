import { ManualClock } from '@benchpress/core/testing'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ControlConnection } from '../servers/control-connection.ts'
import { startOddServer } from '../servers/odd-server.ts'
import { freePort } from '../../../../test/free-port.ts'
import { hasRedis, startRedis } from '../servers/redis-server.ts'
import { whileStopped } from '../servers/while-stopped.ts'
import { connectedUser, countsOf, timedOf } from './connected-user.ts'

describe('a command without a reply', () => {
  test('a command is refused where nothing listens', async () => {
    const user = await connectedUser({ port: await freePort() })
    await expect(user.redis.get('a')).rejects.toMatchObject({
      outcome: 'refused',
      kind: 'ECONNREFUSED',
      message: expect.stringMatching(/^redis get: refused: connect ECONNREFUSED 127\.0\.0\.1:\d+$/) as string,
    })
    await expect(user.redis.ping()).rejects.toMatchObject({ outcome: 'refused' })
    expect(countsOf(user, 'redis_commands')).toEqual({ refused: 2 })
    expect(countsOf(user, 'redis_refused')).toEqual({ ECONNREFUSED: 2 })
    expect(countsOf(user, 'redis_errors')).toEqual({})
  })

  test.each([
    ['closed', 'the server closed the connection before it replied'],
    ['reset', 'reset: read ECONNRESET'],
    ['protocol_error', 'no RESP came'],
  ] as const)('counts as %s where the server does that', async (outcome, reason) => {
    const port = await startOddServer((socket) => {
      socket.once('data', () => {
        if (outcome === 'closed') socket.end()
        else if (outcome === 'reset') socket.resetAndDestroy()
        else socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      })
    })
    const user = await connectedUser({ port })
    await expect(user.redis.get('a')).rejects.toMatchObject({ outcome, kind: outcome, message: expect.stringContaining(reason) as string })
    expect(countsOf(user, 'redis_commands')).toEqual({ [outcome]: 1 })
    expect(countsOf(user, 'redis_closed')).toEqual({ [outcome]: 1 })
    expect(timedOf(user)).toEqual({})
  })

  test('a command without a reply is not sent again: a connection is opened for the next one', async () => {
    let connections = 0
    const received: string[] = []
    const port = await startOddServer((socket) => {
      const isFirst = connections++ === 0
      socket.on('data', (data) => {
        received.push(data.toString())
        if (isFirst) socket.end()
        else socket.write('+OK\r\n')
      })
    })
    const user = await connectedUser({ port })
    await expect(user.redis.set('a', 1)).rejects.toMatchObject({ outcome: 'closed' })
    expect(await user.redis.set('b', 2)).toBe('OK')
    expect(received.map((text) => text.split('\r\n')[4])).toEqual(['a', 'b'])
    expect(user.recorded().metrics['redis_opened']).toMatchObject({ count: 2 })
  })
})

describe.skipIf(!hasRedis)('a server that stands still', () => {
  test('gives reply times of at least the stall', async () => {
    const server = await startRedis()
    try {
      const user = await connectedUser(server)
      await user.redis.ping()
      const stoodStill = await whileStopped(server.pid, async () => {
        const reply = user.redis.get('a')
        const sent = performance.now()
        await wait(120)
        return { reply, time: performance.now() - sent }
      })
      expect(await stoodStill.reply).toBeNull()
      const times = user.recorded().pluginRequests?.endpoints.find(({ name }) => name === 'get')?.serviceTime
      // Times are recorded in whole microseconds.
      expect(times?.max ?? null).toBeGreaterThanOrEqual(stoodStill.time - 0.001)
    } finally {
      await server.stop()
    }
  })

  test('makes a command time out, and ends its connection', async () => {
    const server = await startRedis()
    const control = await ControlConnection.open(server.port)
    try {
      const clock = new ManualClock()
      const user = await connectedUser(server, { timeout: 0.1 }, { clock })
      await user.redis.ping()
      const ends = await whileStopped(server.pid, async () => {
        const first = user.redis.get('a')
        clock.advance(60_000)
        const second = user.redis.get('b')
        clock.advance(50_000)
        return await Promise.allSettled([first, second])
      })
      expect(ends).toMatchObject([
        { reason: { outcome: 'timeout', message: 'redis get: timeout: no reply within 100 ms' } },
        { reason: { outcome: 'aborted', message: expect.stringContaining('a command before it had no reply in time') as string } },
      ])
      expect(countsOf(user, 'redis_closed')).toEqual({ timeout: 1 })
      // The slowest command is among the times.
      expect(timedOf(user)).toEqual({ ping: 1, get: 1 })
      await control.redis.ping()
      expect(await user.redis.ping()).toBe('PONG')
      expect(countsOf(user, 'redis_commands')).toEqual({ ok: 2, timeout: 1, aborted: 1 })
    } finally {
      control.close()
      await server.stop()
    }
  })

  test('does not keep a user from leaving, whose commands in flight are aborted', async () => {
    const server = await startRedis()
    try {
      const user = await connectedUser(server)
      await user.redis.ping()
      const replies = await whileStopped(server.pid, async () => {
        const pending = Promise.allSettled([user.redis.get('a'), user.redis.get('b')])
        await user.leave()
        expect(countsOf(user, 'redis_commands')).toEqual({ ok: 1, aborted: 2 })
        return await pending
      })
      expect(replies).toMatchObject([{ reason: { outcome: 'aborted' } }, { reason: { outcome: 'aborted' } }])
      expect(countsOf(user, 'redis_commands')).toEqual({ ok: 1, aborted: 2 })
      expect(countsOf(user, 'redis_closed')).toEqual({ client: 1 })
      expect(user.recorded().metrics['redis_opened']).toMatchObject({ count: 1 })
    } finally {
      await server.stop()
    }
  })
})
