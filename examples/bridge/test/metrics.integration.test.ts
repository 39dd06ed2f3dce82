import { afterEach, beforeEach, expect, test } from 'vitest'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { postMessage } from './post-message.ts'
import { StreamReader } from './stream-reader.ts'

let bridge: RunningBridge

beforeEach(async () => {
  bridge = await startBridge()
})

afterEach(async () => {
  await bridge.close()
})

/** Reads all samples, by name and labels. */
async function readMetrics(url = bridge.metricsUrl): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(url)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const samples = new Map<string, number>()
  for (const line of (await response.text()).split('\n')) {
    const [, name, value] = /^([a-z]\S+) (\S+)$/.exec(line) ?? []
    if (name !== undefined) samples.set(name, Number(value))
  }
  return samples
}

test('the metrics match the traffic', async () => {
  const first = await StreamReader.open(`${bridge.url}/events?client_id=a,b,c`)
  const second = await StreamReader.open(`${bridge.url}/events?client_id=d`)
  for (const to of ['a', 'b', 'd', 'nobody', '']) await postMessage(bridge.url, `client_id=s&to=${to}`)
  await fetch(`${bridge.url}/events`)
  await fetch(`${bridge.url}/health`)
  await fetch(`${bridge.url}/unknown`)
  await fetch(`${bridge.url}/message`)
  await first.until(() => first.messages.length === 2)
  await second.until(() => second.messages.length === 1)

  const requests = (method: string, path: string, status: number): string => `{method="${method}",path="${path}",status="${status}"}`
  const open = await readMetrics()
  expect(Object.fromEntries([...open].filter(([name]) => name.startsWith('http_requests_total')))).toEqual({
    [`http_requests_total${requests('GET', '/events', 200)}`]: 2,
    [`http_requests_total${requests('GET', '/events', 400)}`]: 1,
    [`http_requests_total${requests('POST', '/message', 200)}`]: 4,
    [`http_requests_total${requests('POST', '/message', 400)}`]: 1,
    [`http_requests_total${requests('GET', '/message', 405)}`]: 1,
    [`http_requests_total${requests('GET', '/health', 200)}`]: 1,
  })
  expect(open.get(`http_requests_duration_seconds_count${requests('POST', '/message', 200)}`)).toBe(4)
  expect(open.get('http_requests_duration_seconds{quantile="0.99",method="POST",path="/message",status="200"}')).toBeGreaterThan(0)
  expect(open.get('messages_accepted_total')).toBe(4)
  expect(open.get('messages_sent_to_clients_total')).toBe(3)
  expect(open.get('active_connections_number')).toBe(2)
  expect(open.get('active_tracked_client_ids')).toBe(4)
  expect([open.get('client_ids_per_connection_count'), open.get('client_ids_per_connection_sum')]).toEqual([2, 4])
  expect(open.get('sse_session_duration_seconds_count')).toBe(0)
  expect(open.get('invalid_stream_events_total')).toBe(0)
  expect(bridge.counts).toEqual({ posted: 5, accepted: 4, delivered: 3 })

  first.cut()
  await expect.poll(async () => (await readMetrics()).get('active_connections_number')).toBe(1)
  const closed = await readMetrics()
  expect(closed.get('active_tracked_client_ids')).toBe(1)
  expect(closed.get('sse_session_duration_seconds_count')).toBe(1)
  expect(closed.get('sse_session_duration_seconds_sum')).toBeGreaterThan(0)
  second.cut()
})

test('the metrics have a port of their own when one is named', async () => {
  const own = await startBridge({ metricsPort: 0 })
  try {
    expect(new URL(own.metricsUrl).port).not.toBe(new URL(own.url).port)
    expect((await readMetrics(own.metricsUrl)).get('active_connections_number')).toBe(0)
    expect((await fetch(`${own.url}/metrics`)).status).toBe(404)
    expect((await fetch(`${new URL(own.metricsUrl).origin}/health`)).status).toBe(404)
  } finally {
    await own.close()
  }
})
