import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failedThreshold, suiteResult, testResult } from '../../../report/test/suite-fixture.ts'
import { pushOtlp } from '@benchpress/report/outputs'
import { sendResult } from './send-result.ts'

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly startTimeUnixNano: string
  readonly timeUnixNano: string
  readonly asDouble: number
}

interface Metric {
  readonly name: string
  readonly unit: string
  readonly sum?: { readonly isMonotonic: boolean; readonly aggregationTemporality: number; readonly dataPoints: readonly Point[] }
  readonly gauge?: { readonly dataPoints: readonly Point[] }
}

let collector: Server
let url = ''
let status = 200
const received: { readonly path: string; readonly body: string }[] = []

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const body = Buffer.from(await new Response(request).arrayBuffer())
    const isZipped = request.headers['content-encoding'] === 'gzip'
    received.push({ path: request.url ?? '', body: (isZipped ? gunzipSync(body) : body).toString() })
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
})

afterAll(() => {
  collector.close()
})

describe('a collector of OpenTelemetry', () => {
  test('gets the metrics of a result, of the time in which it was measured', async () => {
    received.length = 0
    await pushOtlp(suiteResult([testResult({ thresholds: [failedThreshold] })]), url)
    expect(received.map(({ path }) => path)).toEqual(['/v1/metrics'])
    const [resource] = JSON.parse(received[0]?.body ?? '').resourceMetrics
    expect(resource.resource.attributes).toContainEqual({ key: 'service.name', value: { stringValue: 'benchpress' } })
    const metrics: readonly Metric[] = resource.scopeMetrics[0].metrics
    const start = Date.parse('2026-01-02T03:04:05.000Z')
    expect(metrics.find(({ name }) => name === 'benchpress.requests')?.sum).toMatchObject({
      isMonotonic: true,
      aggregationTemporality: 2,
      dataPoints: [
        {
          asDouble: 5_983_000,
          startTimeUnixNano: `${start}000000`,
          timeUnixNano: `${start + 30_300}000000`,
          attributes: expect.arrayContaining([{ key: 'outcome', value: { stringValue: 'ok' } }]),
        },
      ],
    })
    const quantiles = metrics.find(({ name }) => name === 'benchpress.response_time_seconds')
    expect(quantiles?.unit).toBe('s')
    expect(quantiles?.gauge?.dataPoints.map(({ asDouble }) => asDouble)).toEqual([0.024, 0.027, 0.03, 0.031, 0.042, 0.09])
    expect(metrics.find(({ name }) => name === 'benchpress.threshold_passed')?.gauge).toMatchObject({ dataPoints: [{ asDouble: 0 }] })
  })

  test('can be named by the whole URL of its metrics', async () => {
    received.length = 0
    await pushOtlp(suiteResult(), `${url}/otlp/v1/metrics`)
    expect(received.map(({ path }) => path)).toEqual(['/otlp/v1/metrics'])
  })

  test('that does not take them is named', async () => {
    status = 400
    const failures = await sendResult(suiteResult(), { otlp: url })
    status = 200
    expect(failures).toEqual([expect.stringMatching(new RegExp(`^${url} did not take the metrics: `))])
  })
})
