import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { Broker } from '../src/broker/broker.ts'
import { Receiver, Sender } from '../src/broker/messages.ts'
import { brokers, hasRedis, startRedis, type TestBroker } from './brokers.ts'
import { openWay } from './way.ts'

describe.each(brokers)('queues in %s', (_name, isThere, start) => {
  const open: { close?(): Promise<void>; stop?(): Promise<void> }[] = []
  afterAll(async () => {
    for (const each of open.toReversed()) await (each.close?.() ?? each.stop?.())
  })
  const opened = async (): Promise<{ readonly server: TestBroker; readonly one: Broker; readonly other: Broker }> => {
    const server = await start()
    open.push(server)
    const one = await Broker.open(server.url)
    const other = await Broker.open(server.url)
    open.push(one, other)
    return { server, one, other }
  }

  test.skipIf(!isThere)('deliver each message once and in order, also over a restart of the broker', async () => {
    const { server, one, other } = await opened()
    const heard: number[] = []
    const receiver = new Receiver<number>()
    const listening = other.listen('numbers', (text) => heard.push(...(receiver.receive(text, 0) ?? [])))
    const sender = new Sender<number>({
      put: async (number, text) => await one.put('numbers', `one-${number}`, text),
      onFailure: (error) => expect.fail(String(error)),
    })
    const send = async (from: number, to: number): Promise<void> => {
      for (let number = from; number < to; number++) {
        sender.send(number)
        await sleep(2)
      }
    }
    await send(0, 50)
    await expect.poll(() => heard.length).toBe(50)
    const sending = send(50, 100)
    await server.restart()
    await sending
    await sender.close()
    await expect.poll(() => heard.length).toBe(100)
    expect(heard).toEqual(Array.from({ length: 100 }, (_, number) => number))
    await listening.close()
  })

  test.skipIf(!isThere)('keep what nobody has read yet over a restart of the broker', async () => {
    const { server, one, other } = await opened()
    await one.put('f123.code', 'part-0', 'kept')
    await server.restart()
    await expect.poll(async () => await other.get('f123.code', 'part-0').catch(() => undefined)).toBe('kept')
  })

  test.skipIf(!isThere)('queues are read and removed, and leave nothing behind', async () => {
    const { one, other } = await opened()
    await one.put('calls', 'first', 'a')
    await one.put('calls', 'second', 'b')
    await one.put('calls', 'third', 'c')
    expect(await other.get('calls', 'second')).toBe('b')
    await one.remove('calls', 'second')
    expect(await other.list('calls')).toEqual(
      new Map([
        ['first', 'a'],
        ['third', 'c'],
      ]),
    )
    await other.remove('calls', 'first')
    expect(await other.get('calls', 'first')).toBeUndefined()
    expect([...(await one.list('calls'))]).toEqual([['third', 'c']])
    expect(await one.queues()).toContain('calls')
    await one.drop('calls')
    expect(await one.queues()).not.toContain('calls')
    expect((await one.list('calls')).size).toBe(0)
  })

  // BullMQ gives up a blocking command after six seconds and reconnects, which hangs while the broker is silent.
  test.skipIf(!isThere)('keep no connection after the close, also where the broker has been silent for long', async () => {
    const server = await start()
    open.push(server)
    const way = await openWay(server.url)
    open.push(way)
    const broker = await Broker.open(way.url)
    const listening = broker.listen('told', () => undefined)
    await broker.put('calls', 'first', 'a')
    way.cut()
    way.reset()
    await sleep(8000)
    await listening.close()
    await broker.close()
    await sleep(500)
    expect(way.open).toBe(0)
  })

  test.skipIf(!isThere)('share one clock, which advances', async () => {
    const { one, other } = await opened()
    const first = await one.now()
    const second = await other.now()
    expect(second).toBeGreaterThan(first)
    expect(Math.abs(second / 1000 - Date.now())).toBeLessThan(60_000)
  })
})

test('a server that is no broker is refused without its password', async () => {
  const mute = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const scheme of ['redis', 'postgres']) {
    const error: unknown = await Broker.open(`${scheme}://user:hunter2@127.0.0.1:${port}/0`).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'BROKER_UNREACHABLE', message: expect.stringContaining(`127.0.0.1:${port}/0`) })
    expect(String(error)).not.toContain('hunter2')
  }
  mute.close()
  await expect(Broker.open('http://127.0.0.1:1')).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
  await expect(Broker.open('redis:nothing')).rejects.toMatchObject({ code: 'INVALID_CONFIG' })
})

test.skipIf(!hasRedis)('the queues of a run keep some events of their messages, and not ten thousand each', async () => {
  const redis = await startRedis()
  onTestFinished(async () => await redis.stop())
  const [broker, admin] = [await Broker.open(redis.url), new Redis(redis.adminUrl)]
  let heard = 0
  const listening = broker.listen('0123.heard', () => void heard++, true)
  onTestFinished(async () => {
    admin.disconnect()
    await listening.close()
    await broker.close()
  })
  for (let number = 1; number <= 300; number++) await broker.put('0123.heard', `agent-${number}`, 'text')
  await expect.poll(() => heard).toBe(300)
  // Each message has three or more events; Redis removes old ones by the hundred.
  expect(await admin.xlen('benchpress:0123.heard:events')).toBeLessThan(300)
  await broker.drop('0123.heard')
  expect(await redis.left()).toEqual([])
})
