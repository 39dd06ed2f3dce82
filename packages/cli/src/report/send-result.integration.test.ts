import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SuiteResult } from '@benchpress/core'
import { freePort } from '../../../../test/free-port.ts'
import { figuresOf, nameFigure } from '../../../report/test/figures-of-result.ts'
import { recorded, recordedResult } from '../../../report/test/recorded-results.ts'
import { failedThreshold, suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { pushOtlp } from '@benchpress/report/outputs'
import { decodeMetrics, type DecodedMetric } from '../../test/decode-metrics.ts'
import { sendResult } from './send-result.ts'

interface Reply {
  readonly status: number
  readonly body: string
  /** Seconds after which the collector wants another attempt. */
  readonly retryAfter?: number
}

let collector: Server
let url = ''
/** How the collector responds; `undefined` for not at all. */
let reply: Reply | undefined
const received: { readonly path: string; readonly body: Buffer }[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = Buffer.from(await new Response(request).arrayBuffer())
    received.push({ path: request.url ?? '', body: request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body })
    if (reply === undefined) return
    const { status, body: said, retryAfter } = reply
    const headers = { 'content-type': 'application/json', ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) }
    response.writeHead(status, headers).end(said)
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})

beforeEach(() => {
  received.length = 0
  reply = { status: 200, body: '{}' }
})

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => {
  collector.close()
  collector.closeAllConnections()
})

/** Sends a result, and returns the metrics that the collector decoded. */
async function decoded(suite: SuiteResult): Promise<ReturnType<typeof decodeMetrics>> {
  expect(await sendResult(suite, { otlp: url })).toEqual({ failures: [], notes: [] })
  expect(received.map(({ path }) => path)).toEqual(['/v1/metrics'])
  return decodeMetrics(received[0]?.body ?? Buffer.of())
}

/**
 * Translates the name of an OpenMetrics metric into the one that is sent: with a dot after the first word, the sum and the count of a summary being metrics of
 * their own.
 */
function sentName(name: string): string {
  return name
    .replace('_', '.')
    .replace(/_total$/, '')
    .replace(/_(sum|count)$/, '.$1')
}

describe('a collector of OpenTelemetry', () => {
  test('receives the metrics of a result, with the time in which they were measured', async () => {
    const { resource, metrics } = await decoded(suiteResult([testResult({ thresholds: [failedThreshold] })]))
    expect(resource).toMatchObject({ 'service.name': 'benchpress', 'benchpress.suite': 'deserve' })
    const start = Date.parse('2026-01-02T03:04:05.000Z')
    expect(metrics.find(({ name }) => name === 'benchpress.requests')).toMatchObject({
      kind: 'sum',
      isMonotonic: true,
      aggregationTemporality: 2,
      points: [{ value: 5_983_000, start: `${start}000000`, end: `${start + 30_300}000000`, attributes: { outcome: 'ok' } }],
    })
    const quantiles = metrics.find(({ name }) => name === 'benchpress.response_time_seconds')
    expect([quantiles?.kind, quantiles?.unit]).toEqual(['gauge', 's'])
    expect(quantiles?.points.map(({ value }) => value)).toEqual([0.024, 0.027, 0.03, 0.031, 0.042, 0.09])
  })

  test.each(recorded)('decodes every figure of the recorded result %s', async (_name, suite) => {
    const { metrics } = await decoded(suite)
    const points = metrics.flatMap(({ name, points: all }: DecodedMetric) =>
      all.map(({ attributes, value }) => [nameFigure(name, attributes), value] as const),
    )
    const byName = new Map(points)
    expect(byName.size).toBe(points.length)
    const figures = figuresOf(suite)
    expect(figures.length).toBeGreaterThan(0)
    expect(figures.filter(([name, labels, value]) => byName.get(nameFigure(sentName(name), labels)) !== value)).toEqual([])
  })

  test('a collector can be named by the full URL of its metrics endpoint', async () => {
    await pushOtlp(suiteResult(), `${url}/otlp/v1/metrics`)
    expect(received.map(({ path }) => path)).toEqual(['/otlp/v1/metrics'])
  })
})

describe('a collector that does not take the metrics', () => {
  async function failureOf(otlp: string): Promise<string> {
    const { failures, notes } = await sendResult(recordedResult('rate'), { otlp })
    expect([failures.length, notes]).toEqual([1, []])
    return failures[0] ?? ''
  }

  test('an error of a collector is reported with its status and its message', async () => {
    reply = { status: 400, body: 'no such\ntenant' }
    expect(await failureOf(url)).toBe(`${url} did not take the metrics: it responded with 400 Bad Request: no such tenant`)
  })

  test('a collector that stays busy is reported', async () => {
    reply = { status: 503, body: '', retryAfter: 3600 }
    expect(await failureOf(url)).toBe(`${url} did not take the metrics: Export failed with retryable status`)
  })

  test('a collector that never responds is reported', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
    reply = undefined
    expect(await failureOf(url)).toBe(`${url} did not take the metrics: Request timed out`)
  })

  test('a collector that is down is reported with the reason', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '100')
    const port = await freePort()
    for (const host of ['127.0.0.1', 'localhost']) expect(await failureOf(`http://${host}:${port}`)).toContain('ECONNREFUSED')
  })

  test('a collector that rejects some data points is reported with their number', async () => {
    reply = { status: 200, body: '{"partialSuccess":{"rejectedDataPoints":"3","errorMessage":"out of\\nquota"}}' }
    expect(await failureOf(url)).toMatch(/did not take the metrics: it rejected 3 of \d+ data points: out of quota$/)
  })
})

test('a message of a collector about metrics that it accepted is a note', async () => {
  reply = { status: 200, body: '{"partialSuccess":{"errorMessage":"use another endpoint soon"}}' }
  expect(await sendResult(suiteResult(), { otlp: url })).toEqual({
    failures: [],
    notes: [`${url} took the metrics, and says: use another endpoint soon`],
  })
})
