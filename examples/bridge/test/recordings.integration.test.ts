import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectedOf, readRecording, replay } from '../../../test/recordings.ts'
import { startBridge, type RunningBridge } from '../src/index.ts'
import { StreamReader } from './stream-reader.ts'

const live = '/events?client_id=aaaa'

describe.each([
  ['Go', 'bridge-go', { ids: 'hex64', basePath: '/bridge', heartbeatInterval: 3600 }],
  ['Rust', 'bridge-rust', { heartbeatInterval: 3600 }],
] as const)('responds as the bridge in %s', (_language, recording, options) => {
  const exchanges = readRecording(new URL(`recordings/${recording}.json`, import.meta.url))
  const streams = exchanges.filter(({ path }) => path.includes(live))
  const [metrics] = exchanges.filter(({ path }) => path === '(metrics)')
  const plain = exchanges.filter((exchange) => exchange !== metrics && !streams.includes(exchange))
  let bridge: RunningBridge
  const readers: StreamReader[] = []

  beforeAll(async () => {
    bridge = await startBridge(options)
    // Two subscribers of the recording: one is connected when the messages come, and the other asks for missed ones.
    readers.push(await StreamReader.open(`${bridge.url}${streams[0]?.path}`))
  })

  afterAll(async () => {
    for (const reader of readers) reader.cut()
    await bridge.close()
  })

  test.each(plain)('$method $path', async (exchange) => {
    expect(await replay(bridge.url, exchange)).toEqual(expectedOf(exchange))
  })

  test('a stream, and another one that asks for missed messages, match the recording', async () => {
    readers.push(await StreamReader.open(`${bridge.url}${streams[1]?.path}`))
    for (const [index, exchange] of streams.entries()) {
      const reader = readers[index]
      await reader?.until(() => reader.text.length >= exchange.response.length)
      const { status, headers } = expectedOf(exchange)
      expect([reader?.status, reader?.headers, withoutIds(reader?.text ?? '')]).toEqual([
        status,
        expect.objectContaining(headers),
        withoutIds(exchange.response),
      ])
    }
  })

  test('the counters of requests and messages match the recording', async () => {
    const text = await (await fetch(bridge.metricsUrl)).text()
    expect(countersIn(text)).toEqual(countersIn(metrics?.response ?? ''))
  })
})

function withoutIds(text: string): string {
  return text.replaceAll(/id: [\d-]+/g, 'id: …').replaceAll(/"trace_id":"[\da-f-]{36}"/g, '"trace_id":"…"')
}

/** The counters of requests and messages, by name and labels, in order. */
function countersIn(text: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => /^(?:http_requests_total|number_of_(?:bad|delivered|transfered)|messages_sent_to_clients_total)/.test(line))
    .map((line) => line.replace(/host="[^"]*"/, 'host="…"'))
    .toSorted()
}
