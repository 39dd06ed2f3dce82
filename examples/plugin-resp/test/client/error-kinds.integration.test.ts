import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RedisError, type RedisClient } from '../../src/index.ts'
import { hasRedis, startRedis, type RedisServer } from '../servers/redis-server.ts'
import { connectedUser, countsOf, failureOf, timedOf } from './connected-user.ts'

interface Case {
  readonly kind: string
  readonly command: string
  /** Arguments of the server. */
  readonly args: readonly string[]
  readonly send: (redis: RedisClient) => Promise<unknown>
  readonly message: RegExp
}

const secret = ['--requirepass', 'open sesame']
const cases: readonly Case[] = [
  { kind: 'ERR', command: 'nosuch', args: [], send: (redis) => redis.command('NoSuch', 1), message: /^redis nosuch: ERR unknown command/ },
  { kind: 'WRONGTYPE', command: 'incr', args: [], send: incrementList, message: /WRONGTYPE Operation against/ }, // prettier-ignore
  {
    kind: 'NOSCRIPT',
    command: 'evalsha',
    args: [],
    send: (redis) => redis.command('evalsha', '0'.repeat(40), 0),
    message: /NOSCRIPT No matching script/,
  },
  { kind: 'OOM', command: 'set', args: ['--maxmemory', '1'], send: (redis) => redis.set('a', 'b'), message: /OOM command not allowed/ },
  {
    kind: 'READONLY',
    command: 'set',
    args: ['--replicaof', '127.0.0.1', '1'],
    send: (redis) => redis.set('a', 'b'),
    message: /READONLY You can't write/,
  },
  { kind: 'CLUSTERDOWN', command: 'set', args: ['--cluster-enabled', 'yes'], send: (redis) => redis.set('a', 'b'), message: /CLUSTERDOWN/ },
  { kind: 'NOAUTH', command: 'get', args: secret, send: (redis) => redis.get('a'), message: /NOAUTH Authentication required/ },
]

async function incrementList(redis: RedisClient): Promise<unknown> {
  await redis.command('RPUSH', 'list', 1)
  return await redis.command('incr', 'list')
}

describe.skipIf(!hasRedis)('an error reply', () => {
  test.each(cases)('$kind is counted by its kind, and its command fails', async ({ kind, command, args, send, message }) => {
    const server = await startRedis(...args)
    try {
      const user = await connectedUser(server)
      const error = await failureOf(send(user.redis))
      expect(error).toBeInstanceOf(RedisError)
      expect(error).toMatchObject({ kind, command, outcome: 'error', message: expect.stringMatching(message) as string })
      expect(countsOf(user, 'redis_errors')).toEqual({ [kind]: 1 })
      expect(countsOf(user, 'redis_commands')['error']).toBe(1)
      // The command made its round trip, and the connection can still be used.
      expect(timedOf(user)[command]).toBe(1)
      expect(countsOf(user, 'redis_closed')).toEqual({})
    } finally {
      await server.stop()
    }
  })
})

describe.skipIf(!hasRedis)('a connection that the server refuses with an error reply', () => {
  let server: RedisServer

  beforeAll(async () => {
    server = await startRedis(...secret)
  })

  afterAll(async () => await server.stop())

  test.each([
    ['WRONGPASS', { password: 'wrong' }],
    ['WRONGPASS', { password: 'open sesame', username: 'nobody' }],
    ['ERR', { password: 'open sesame', database: 99 }],
  ])('%s fails every command that waited for it', async (kind, options) => {
    const user = await connectedUser(server, options)
    const ends = await Promise.allSettled([user.redis.ping(), user.redis.get('a')])
    expect(ends).toMatchObject([
      { status: 'rejected', reason: { kind, outcome: 'error' } },
      { status: 'rejected', reason: { kind, outcome: 'error' } },
    ])
    expect(countsOf(user, 'redis_commands')).toEqual({ error: 2 })
    expect(countsOf(user, 'redis_errors')).toEqual({ [kind]: 2 })
    expect(countsOf(user, 'redis_refused')).toEqual({ [kind]: 1 })
    // The server replied to the login that the commands waited for.
    expect(timedOf(user)).toEqual({ get: 1, ping: 1 })
  })

  test('a password of the secrets is sent where the server asks for one, and shown nowhere', async () => {
    const user = await connectedUser(server, { password: { secret: 'REDIS_PASSWORD' } }, { env: { REDIS_PASSWORD: 'open sesame' } })
    expect(await user.redis.ping()).toBe('PONG')
    await expect(connectedUser(server, { password: { secret: 'REDIS_PASSWORD' } }).then(({ redis }) => redis)).rejects.toThrow(
      'the password is the secret "REDIS_PASSWORD", which the config does not have: add it to "secrets"',
    )
  })
})
