import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import { run, type SuiteResult } from '@benchpress/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { render } from '../src/formats/formats.ts'

const requests = 100
/** Wall-clock times at which requests arrived, including those of the warm-up. */
const arrivals: number[] = []
let server: Server
let before = 0
let suite: SuiteResult

beforeAll(async () => {
  server = createServer((_request, response) => {
    arrivals.push(Date.now())
    response.end('hello')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  before = Date.now()
  const result = await run({
    target: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    scenarios: { reads: { request: { path: '/items' }, workload: { connections: 2, requests, warmup: '100ms' } } },
  })
  // The result as it is read from a file.
  suite = JSON.parse(await render(result, 'result.json')) as SuiteResult
})

afterAll(() => {
  server.close()
  server.closeAllConnections()
})

function measured(): SuiteResult['tests'][number]['scenarios'][number] {
  const [scenario] = suite.tests.flatMap(({ scenarios }) => scenarios)
  if (scenario === undefined) throw new Error('there is no scenario')
  return scenario
}

async function text(format: string): Promise<string> {
  return await render(suite, 'out.txt', { format })
}

describe('the outputs of a measured run', () => {
  test('the start of a run is that of its load: after the call of run, before the first request', () => {
    const [{ startedAt, duration } = { startedAt: '', duration: 0 }] = suite.tests
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(arrivals[0] ?? 0)
    // Times are written to the millisecond.
    expect(Date.parse(startedAt) + duration * 1000).toBeGreaterThanOrEqual((arrivals.at(-1) ?? 0) - 2)
  })

  test('the CSV tables count each request of the run phase once', async () => {
    const { counts, responseTime, series } = measured()
    const rows: readonly Readonly<Record<string, string>>[] = parse(await text('csv'), { columns: true })
    expect(rows.map(({ started, ok }) => [Number(started), Number(ok)])).toEqual(rows.map(() => [requests, counts.outcomes.ok]))
    expect(rows.map((row) => Number(row['response_time_p99_ms']))).toEqual(rows.map(() => responseTime.p99))
    const seconds: readonly Readonly<Record<string, string>>[] = parse(await text('csv-series'), { columns: true })
    expect(seconds.map(({ responses }) => Number(responses))).toEqual(series.map((second) => second.requests))
  })
})
