import { describe, expect, test } from 'vitest'
import { redisOfSuite } from '../servers/redis-of-suite.ts'
import { hasRedis } from '../servers/redis-server.ts'
import { connectedUser, countsOf, timedOf } from './connected-user.ts'

describe.skipIf(!hasRedis)('a user', () => {
  const suite = redisOfSuite()

  test('a user has the common commands as methods', async () => {
    const { redis } = await connectedUser(suite.server)
    expect(await redis.set('a', 'one')).toBe('OK')
    expect(await redis.set('a', 'two', { when: 'absent' })).toBeNull()
    expect(await redis.set('a', 'three', { when: 'present', ttl: '1m' })).toBe('OK')
    expect(await redis.command('pttl', 'a')).toBeGreaterThan(50_000)
    expect(await redis.get('a')).toBe('three')
    expect(await redis.mset({ b: 1, c: 'two' })).toBe('OK')
    expect(await redis.mget('b', 'c', 'd')).toEqual(['1', 'two', null])
    expect(await redis.exists('a', 'b', 'd')).toBe(2)
    expect(await redis.expire('b', '1m')).toBe(1)
    expect([await redis.incr('n'), await redis.incrBy('n', 41)]).toEqual([1, 42])
    expect(await redis.del('a', 'b', 'd')).toBe(2)
    expect(await redis.ping()).toBe('PONG')
    await expect(async () => await redis.set('a', 'b', { ttl: 'soon' })).rejects.toThrow('redis.set: ttl must be a time such as "30s"')
  })

  test('sends any command, and gets the unchanged reply of the server', async () => {
    const user = await connectedUser(suite.server)
    await user.redis.command('HSET', 'user:1', 'name', 'Ann', 'age', 36)
    expect(await user.redis.command('hGetAll', 'user:1')).toEqual(['name', 'Ann', 'age', '36'])
    expect(await user.redis.commandBuffer('HGET', 'user:1', 'name')).toEqual(Buffer.from('Ann'))
    expect(timedOf(user)).toEqual({ hset: 1, hgetall: 1, hget: 1 })
  })

  test.each(['SUBSCRIBE', 'monitor', 'QUIT', 'hello'])('cannot send %s, which would change the mode of the connection', async (name) => {
    const { redis } = await connectedUser(suite.server)
    await expect(async () => await redis.command(name, 'a')).rejects.toThrow(`redis.command: ${name.toLowerCase()} cannot be sent`)
    await expect(async () => await redis.command('GET a')).rejects.toThrow('"GET a" is no name')
  })

  test('a reply keeps every byte of a value', async () => {
    const { redis } = await connectedUser(suite.server)
    const bytes = Buffer.from(Array.from({ length: 512 }, (_, index) => index % 256))
    await redis.set('bytes', bytes)
    expect(await redis.getBuffer('bytes', { expect: bytes })).toEqual(bytes)
    await redis.set(bytes, 'by a binary key')
    expect(await redis.get(bytes)).toBe('by a binary key')
  })

  test('counts an unexpected value apart, as a failed check, and still returns it', async () => {
    const user = await connectedUser(suite.server)
    const { redis } = user
    await redis.set('value', 'right')
    expect(await redis.get('value', { expect: 'right' })).toBe('right')
    expect(await redis.get('value', { expect: 'other' })).toBe('right')
    expect(await redis.getBuffer('value', { expect: Buffer.from('righ') })).toEqual(Buffer.from('right'))
    expect(await redis.get('value', { expect: null })).toBe('right')
    expect(await redis.get('missing', { expect: 'right' })).toBeNull()
    expect(await redis.get('missing', { expect: 'right', nil: true })).toBeNull()
    expect(await redis.get('missing', { expect: null })).toBeNull()
    expect(user.recorded().checks).toEqual({ 'redis: value of get': { passed: 3, failed: 4 } })
    expect(countsOf(user, 'redis_wrong_values')).toEqual({ get: 4 })
    expect(countsOf(user, 'redis_nils')).toEqual({ get: 2 })
    // Every command had a reply, and none an error.
    expect(countsOf(user, 'redis_commands')).toEqual({ ok: 8 })
  })

  test('times and counts each command of a pipeline', async () => {
    const user = await connectedUser(suite.server)
    const replies = await user.redis.pipeline([
      ['SET', 'p', 'value'],
      ['GET', 'p'],
      ['APPEND', 'p', '!'],
      ['GET', 'p'],
    ])
    expect(replies).toEqual(['OK', 'value', 6, 'value!'])
    expect(await user.redis.pipeline([])).toEqual([])
    expect(timedOf(user)).toEqual({ set: 1, get: 2, append: 1 })
  })

  test('rejects with the first error of a pipeline when all of it has ended', async () => {
    const user = await connectedUser(suite.server)
    await user.redis.set('text', 'no number')
    const failing = user.redis.pipeline([
      ['INCR', 'text'],
      ['NOSUCH', 'text'],
      ['GET', 'text'],
    ])
    await expect(failing).rejects.toThrow('redis incr: ERR value is not an integer')
    expect(countsOf(user, 'redis_commands')).toEqual({ ok: 2, error: 2 })
  })

  test('sends nothing but its commands', async () => {
    const before = await suite.control.commandCounts()
    const user = await connectedUser(suite.server, { database: 2, timeout: '10s' })
    for (let index = 0; index < 20; index++) await user.redis.set(`key:${index}`, index)
    await user.leave()
    const after = await suite.control.commandCounts()
    const difference = Object.keys(after).map((name) => [name, (after[name]?.calls ?? 0) - (before[name]?.calls ?? 0)] as const)
    expect(Object.fromEntries(difference.filter(([name, count]) => name !== 'info' && count > 0))).toEqual({ select: 1, set: 20 })
    expect(await suite.control.redis.select(2).then(() => suite.control.redis.dbsize())).toBe(20)
  })
})
