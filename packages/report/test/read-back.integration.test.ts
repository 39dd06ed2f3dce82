import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'csv-parse/sync'
import hdr from 'hdr-histogram-js'
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
  const { 'result.json': written = '' } = await render(result, 'result.json')
  suite = JSON.parse(written) as SuiteResult
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
  return Object.values(await render(suite, 'out.txt', { format })).join('')
}

// The resolution of a histogram of three significant digits.
function isSame(actual: number | undefined, expected: number | null): boolean {
  return actual !== undefined && expected !== null && Math.abs(actual - expected) <= expected / 1000 + 0.001
}

describe('the outputs of a measured run', () => {
  test('the start of a run is that of its load: after the call of run, before the first request', () => {
    const [{ startedAt, duration } = { startedAt: '', duration: 0 }] = suite.tests
    expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before)
    expect(Date.parse(startedAt)).toBeLessThanOrEqual(arrivals[0] ?? 0)
    // Times are written to the millisecond.
    expect(Date.parse(startedAt) + duration * 1000).toBeGreaterThanOrEqual((arrivals.at(-1) ?? 0) - 2)
  })

  test('the log of HdrHistogram has the run phase alone, with the counts and percentiles of the result', async () => {
    const { responseTime, workload } = measured()
    const reader = new hdr.HistogramLogReader(await text('hlog'))
    const interval = reader.nextIntervalHistogram()
    expect(reader.nextIntervalHistogram()).toBeNull()
    const [{ startedAt } = { startedAt: '' }] = suite.tests
    expect(interval?.startTimeStampMsec).toBe(Date.parse(startedAt) + workload.warmup * 1000)
    expect(interval?.totalCount).toBe(requests)
    expect(isSame((interval?.getValueAtPercentile(50) ?? 0) / 1000, responseTime.p50)).toBe(true)
    expect(isSame((interval?.getValueAtPercentile(99) ?? 0) / 1000, responseTime.p99)).toBe(true)
    expect(isSame((interval?.maxValue ?? 0) / 1000, responseTime.max)).toBe(true)
  })

  test('the percentiles for the plotter of HdrHistogram have the counts and times of the result', async () => {
    const { responseTime } = measured()
    const rows = (await text('hgrm'))
      .split('\n')
      .flatMap((line) => [/^ +([\d.]+) ([01]\.\d{12}) +(\d+)(?: +[\d.]+)?$/.exec(line)?.slice(1).map(Number) ?? []])
      .filter((row) => row.length === 3)
    expect(rows.at(-1)?.slice(1)).toEqual([1, requests])
    expect(isSame(rows.at(-1)?.[0], responseTime.max)).toBe(true)
    expect(isSame(rows.find(([, percentile = 0]) => percentile >= 0.5)?.[0], responseTime.p50)).toBe(true)
    const counts = rows.map(([, , count = 0]) => count)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
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
