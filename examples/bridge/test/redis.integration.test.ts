import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { decode, encode, postMessage } from './post-message.ts'
import { hasRedis, startRedis, type RedisServer } from './redis-server.ts'
import { ResumingReader } from './resuming-reader.ts'
import { StreamReader } from './stream-reader.ts'

describe.skipIf(!hasRedis)('over Redis', () => {
  let redis: RedisServer
  let control: Redis
  let bridges: RunningBridge[]
  const readers: StreamReader[] = []

  beforeAll(async () => {
    redis = await startRedis()
    control = new Redis(redis.url)
    control.on('error', () => {})
  })

  afterAll(async () => {
    control.disconnect()
    await redis.stop()
  })

  beforeEach(async () => {
    await control.flushall()
    bridges = await Promise.all([startBridge({ redis: redis.url }), startBridge({ redis: redis.url })])
  })

  afterEach(async () => {
    for (const reader of readers.splice(0)) reader.cut()
    await Promise.all(bridges.map((bridge) => bridge.close()))
  })

  const urlOf = (index: number): string => bridges[index % bridges.length]?.url ?? ''

  async function open(url: string, query: string): Promise<StreamReader> {
    const reader = await StreamReader.open(`${url}/events?${query}`)
    readers.push(reader)
    return reader
  }

  async function post(url: string, to: string, text: string): Promise<number> {
    return (await postMessage(url, `client_id=s&to=${to}&ttl=300`, encode(text)))[0]
  }

  const textsOf = (reader: StreamReader): string[] => reader.messages.map(({ message }) => decode(message))

  test('two bridges deliver to each other’s streams', async () => {
    const first = await open(urlOf(0), 'client_id=a,b')
    const second = await open(urlOf(1), 'client_id=c')
    for (const [bridge, to] of [[1, 'a'], [0, 'c'], [0, 'b'], [1, 'c']] as const) expect(await post(urlOf(bridge), to, `${bridge}${to}`)).toBe(200) // prettier-ignore
    await first.until(() => first.messages.length === 2)
    await second.until(() => second.messages.length === 2)
    expect([textsOf(first), textsOf(second)]).toEqual([['1a', '0b'], ['0c', '1c']]) // prettier-ignore
    expect(bridges.map(({ counts }) => counts)).toEqual([
      { posted: 2, accepted: 2, delivered: 2 },
      { posted: 2, accepted: 2, delivered: 2 },
    ])
    expect(first.messages[0]?.id).toMatch(/^\d{13}-\d+$/)
  })

  test('messages of one bridge are sent again by another, in the order of all ids', async () => {
    for (const to of ['a', 'b', 'a', 'c', 'b']) await post(urlOf(0), to, to)
    const all = await open(urlOf(1), 'client_id=a,b&last_event_id=0')
    await all.until(() => all.messages.length === 4)
    expect(textsOf(all)).toEqual(['a', 'b', 'a', 'b'])
    const rest = await open(urlOf(0), `client_id=a,b&last_event_id=${all.messages[1]?.id}`)
    await rest.until(() => rest.messages.length === 2)
    expect(rest.messages).toEqual(all.messages.slice(2))
  })

  test('kept messages outlive the bridges', async () => {
    await post(urlOf(0), 'a', 'kept')
    await Promise.all(bridges.splice(0).map((bridge) => bridge.close()))
    bridges.push(await startBridge({ redis: redis.url }))
    const stream = await open(urlOf(0), 'client_id=a&last_event_id=0')
    await stream.until(() => stream.messages.length === 1)
    expect(textsOf(stream)).toEqual(['kept'])
  })

  test('a reader that changes bridges while both accept messages misses none and gets none twice', async () => {
    const ids = ['a', 'b', 'c', 'd']
    const each = 100
    const reader = new ResumingReader(ids)
    const posting = Promise.all(
      ids.map(async (id, index) => {
        for (let text = 0; text < each; text++) expect(await post(urlOf(index + text), id, `${id}${text}`)).toBe(200)
      }),
    )
    while (reader.received.length < ids.length * each) await reader.read(urlOf(reader.connections), 1)
    await posting
    expect(reader.connections).toBeGreaterThan(5)
    for (const id of ids) {
      expect(reader.received.filter((text) => text.startsWith(id))).toEqual(Array.from({ length: each }, (_, text) => `${id}${text}`))
    }
  })

  test('a stream misses no accepted message when the connections to Redis are cut', async () => {
    const stream = await open(urlOf(1), 'client_id=a')
    const accepted: string[] = []
    for (let text = 0; text < 300; text++) {
      if (text % 60 === 30) await control.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      if ((await post(urlOf(text), 'a', String(text))) === 200) accepted.push(String(text))
    }
    await stream.until(() => accepted.every((text) => textsOf(stream).includes(text)))
    const received = textsOf(stream)
    expect(accepted.length).toBeGreaterThan(200)
    expect(received.filter((text) => accepted.includes(text))).toEqual(accepted)
    expect(new Set(received).size).toBe(received.length)
  })

  test('entries of the stream that are no messages are counted and skipped', async () => {
    const stream = await open(urlOf(0), 'client_id=a')
    await control.xadd('bridge:messages', '*', 'event', 'nonsense')
    await control.xadd('bridge:messages', '*', 'to', 'a', 'data', '{}', 'deadline', 'soon')
    await post(urlOf(0), 'a', 'after')
    await stream.until(() => stream.messages.length === 1)
    const metrics = await (await fetch(bridges[0]?.metricsUrl ?? '')).text()
    expect(metrics).toMatch(/^invalid_stream_events_total 2$/m)
  })

  test('keeps no inbox longer than a message may be kept', async () => {
    await post(urlOf(0), 'a', 'kept')
    const left = await control.pttl('bridge:inbox:a')
    expect(left).toBeGreaterThan(400_000)
    expect(left).toBeLessThanOrEqual(500_000)
  })
})

describe.skipIf(!hasRedis)('when Redis', () => {
  test('a bridge refuses messages while Redis is stopped, and continues when it is back', async () => {
    let redis = await startRedis()
    const bridge = await startBridge({ redis: redis.url })
    try {
      const stream = await StreamReader.open(`${bridge.url}/events?client_id=a`)
      expect((await postMessage(bridge.url, 'client_id=s&to=a', encode('before')))[0]).toBe(200)
      await stream.until(() => stream.messages.length === 1)
      await redis.stop()
      expect(await postMessage(bridge.url, 'client_id=s&to=a')).toEqual([500, '{"message":"something went wrong","statusCode":500}'])
      const refused = await fetch(`${bridge.url}/events?client_id=b&last_event_id=0`)
      expect([refused.status, await refused.text()]).toEqual([500, '{"message":"something went wrong","statusCode":500}'])
      redis = await startRedis(redis.port)
      await expect.poll(async () => (await postMessage(bridge.url, 'client_id=s&to=a', encode('after')))[0], { timeout: 10_000 }).toBe(200)
      await stream.until(() => stream.messages.length === 2)
      expect(stream.messages.map(({ message }) => decode(message))).toEqual(['before', 'after'])
      stream.cut()
    } finally {
      await bridge.close()
      await redis.stop()
    }
  })

  test('a bridge does not start without Redis, and reports that', async () => {
    const redis = await startRedis()
    await redis.stop()
    await expect(startBridge({ redis: redis.url })).rejects.toThrow(`cannot use Redis at 127.0.0.1:${redis.port}: connect ECONNREFUSED`)
  })
})
