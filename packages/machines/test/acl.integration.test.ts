import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { Broker } from '../src/broker/broker.ts'
import { hasRedis, startRedis } from './brokers.ts'

test.skipIf(!hasRedis)('the user of docs/machines/redis.acl can do what queues need, and nothing else', async () => {
  const server = await startRedis()
  onTestFinished(() => server.stop())
  const admin = new Redis(server.adminUrl)
  const user = new Redis(server.url)
  const broker = await Broker.open(server.url)
  onTestFinished(async () => {
    await broker.close()
    for (const each of [admin, user]) each.disconnect()
  })
  const heard: string[] = []
  const listening = broker.listen('heard', (text) => heard.push(text))
  for (const text of ['one', 'two', 'three']) {
    await broker.put('heard', text, text)
    await broker.put('taken', text, text)
  }
  await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
  await broker.remove('taken', 'two')
  expect([...(await broker.list('taken')).keys()].toSorted()).toEqual(['one', 'three'])
  expect(await broker.get('taken', 'one')).toBe('one')
  await broker.drop('taken')
  expect(await broker.now()).toBeGreaterThan(1e15)
  await listening.close()
  // Redis logs denied commands. ioredis does without `CLIENT SETINFO`, which Redis 7.0 refuses in an ACL file.
  const denied = (await admin.acl('LOG')) as readonly (readonly unknown[])[]
  expect(denied.map((entry) => entry[entry.indexOf('object') + 1]).filter((object) => object !== 'client|setinfo')).toEqual([])

  await admin.set('other', 'of another program')
  for (const [command, ...args] of [
    ['get', 'other'],
    ['set', 'other', '1'],
    ['eval', 'return redis.call("get", "other")', '0'],
    ['eval', 'return redis.call("keys", "*")', '0'],
    ['keys', '*'],
    ['config', 'get', '*'],
    ['flushall'],
    ['acl', 'list'],
    ['script', 'flush'],
    ['publish', 'channel', 'text'],
    ['subscribe', 'channel'],
    ['client', 'list'],
    ['shutdown'],
    ['module', 'list'],
    ['replicaof', 'no', 'one'],
  ] as const)
    await expect(user.call(command, ...args), command).rejects.toThrow(/NOPERM|can't (?:access|run)/)
  const nobody = new Redis(server.url.replace(/\/\/[^@]*@/, '//'), { maxRetriesPerRequest: 0, retryStrategy: () => null })
  nobody.on('error', () => undefined)
  await expect(nobody.ping()).rejects.toThrow(/NOAUTH/)
})

test('docs/machines/redis.acl names each command once, and users in the format of Redis', () => {
  const [off, user = '', rest] = readFileSync(new URL('../../../docs/machines/redis.acl', import.meta.url), 'utf8').split('\n')
  // Redis 7.0 checks the rights of this user when it reads transactions from its append-only file: without them a restart loses all messages.
  expect([off, rest]).toEqual(['user default off ~* &* +@all', ''])
  const commands = user.split(' ').filter((word) => word.startsWith('+'))
  expect(new Set(commands).size).toBe(commands.length)
})
