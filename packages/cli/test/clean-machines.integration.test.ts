import { expect, onTestFinished, test } from 'vitest'
import { Broker } from '../../machines/src/broker/broker.ts'
import { brokers, hasRedis, startRedis } from '../../machines/test/brokers.ts'
import { call } from './captured-io.ts'

test.skipIf(!hasRedis)('benchpress machines clean removes everything that runs have left, and prints their number', async () => {
  const redis = await startRedis()
  onTestFinished(async () => await redis.stop())
  const [run, other] = ['0123456789abcdef', 'f123456789abcdef']
  const messages = `${run}.told.${'0123456789abcdef'.repeat(2)}`
  const broker = await Broker.open(redis.url)
  onTestFinished(async () => await broker.close())
  for (const [queue, id] of [
    [messages, 'message-1'],
    ['calls', `${run}-0`],
    ['calls', `${other}-0`],
    [`${run}.strange`, 'message-1'],
    ['of-others', 'message-1'],
  ] as const)
    await broker.put(queue, id, 'a message')
  expect(await call(['machines', 'clean', redis.url])).toMatchObject({ code: 0, stdout: 'removed what was left of 2 runs\n' })
  for (const queue of [messages, 'calls']) expect((await broker.list(queue)).size).toBe(0)
  // A queue that no run has made stays.
  for (const queue of ['of-others', `${run}.strange`]) expect((await broker.list(queue)).size).toBe(1)
  expect(await call(['machines', 'clean', redis.url])).toMatchObject({ code: 0, stdout: 'nothing was left\n' })
})

test.for(brokers)('benchpress machines clean finds what runs have left in %s', async ([, isThere, start], { skip }) => {
  skip(!isThere, 'there is no such broker')
  const server = await start()
  onTestFinished(async () => await server.stop())
  const broker = await Broker.open(server.url)
  for (const queue of ['fedcba9876543210.heard', `fedcba9876543210.told.${'0123456789abcdef'.repeat(2)}`])
    await broker.put(queue, 'message-1', 'a message')
  await broker.put('calls', 'aedcba9876543210-0', 'a message')
  await broker.close()
  expect(await call(['machines', 'clean', server.url])).toMatchObject({ code: 0, stdout: 'removed what was left of 2 runs\n' })
  expect(await server.left()).toEqual([])
})
