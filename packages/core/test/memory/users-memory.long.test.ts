import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { Histogram } from '../../src/model/metrics/histogram.ts'
import { outcomeIndex } from '../../src/model/metrics/outcome.ts'
import { mostNames } from '../../src/measure/recorder/first-names.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import { UserRecorder } from '../../src/measure/recorder/user-recorder.ts'
import { aliveBytes } from './alive-bytes.ts'

const second = 1e6
const totalsOfThread = (): { recorder: UserRecorder; totals: ScenarioTotals } => {
  const recorder = new UserRecorder(new ScenarioRecorder(), {
    bids: { type: 'counter' },
    delivery: { type: 'trend', unit: 'ms' },
    response: { type: 'trend', unit: 'ms', by: 'product' },
  })
  recorder.begin(0, Infinity)
  return { recorder, totals: new ScenarioTotals() }
}

/** Response times around 5 ms as a server has them, most within a factor of two and a few ten times as long; the same ones each time. */
const responseTimes = Float64Array.from({ length: 10_007 }, (_, index) => {
  const [u, v] = [((index * 7919) % 10_007) + 0.5, ((index * 104_729) % 10_007) + 0.5]
  return 5000 * Math.exp(0.5 * Math.sqrt(-2 * Math.log(u / 10_007)) * Math.cos((2 * Math.PI * v) / 10_007))
})

/** Iterations of one request each, spread over a second; `place` chooses its endpoint. */
function recordSecond(recorder: UserRecorder, index: number, iterations: number, endpointOf: (place: number) => string): void {
  const start = index * second
  for (let i = 0; i < iterations; i++) {
    const plannedAt = start + (i * second) / iterations
    const place = index * iterations + i
    const request = {
      plannedAt,
      requestedAt: plannedAt,
      sentAt: plannedAt + (place % 100),
      firstByteAt: plannedAt + 200,
      series: recorder.seriesOf(endpointOf(place)),
    }
    const end = plannedAt + 200 + (responseTimes[place % responseTimes.length] ?? 0)
    recorder.iterationStarted(plannedAt, plannedAt, 'buy')
    recorder.requestStarted(request, plannedAt)
    recorder.requestSent(request, 100)
    recorder.requestReceived(request, 500)
    recorder.requestResponded(request, outcomeIndex.ok, 200, end, undefined)
    recorder.check('accepted', place % 10 > 0)
    recorder.group('checkout', end - plannedAt)
    recorder.metric('bids', 1, end)
    recorder.metric('delivery', 3, end)
    recorder.iterationEnded('completed', plannedAt, end, 'buy', undefined)
  }
}

test('a histogram without values costs less than 1 KB, one with values what their range does', () => {
  const unused = Array.from({ length: 100 }, () => new Histogram())
  const before = aliveBytes()
  unused.push(...Array.from({ length: 10_000 }, () => new Histogram()))
  expect((aliveBytes() - before) / 10_000).toBeLessThan(1024)
  for (const histogram of unused) for (let i = 0; i < 100; i++) histogram.record(5000 + i)
  expect((aliveBytes() - before) / 10_000).toBeLessThan(4096)
  expect(unused).toHaveLength(10_100)
})

test('ten million responses to users at two hundred endpoints take no more memory than the first million', () => {
  const { recorder, totals } = totalsOfThread()
  const names = Array.from({ length: mostNames }, (_, index) => `GET /${index}`)
  const run = (from: number, to: number): void => {
    for (let index = from; index < to; index++) {
      recordSecond(recorder, index, 50_000, (place) => names[place % mostNames] ?? '')
      totals.add(recorder.take((index + 1) * second))
    }
  }
  const before = aliveBytes()
  run(0, 20)
  const first = aliveBytes()
  run(20, 200)
  const [used, grown] = [first - before, aliveBytes() - first]
  expect(totals.responseTime.count).toBe(1e7)
  // About a thousand histograms, on the thread and in the totals.
  expect(used).toBeLessThan(32e6)
  // Each second keeps its counters, and until there are 600 of them its histogram too.
  expect(grown).toBeLessThan(12e6)
  expect(recorder.requests.inFlight).toBe(0)
}, 120_000)

test('a hundred thousand endpoints, tags, checks, groups and values of a metric take the memory of two hundred', () => {
  const { recorder, totals } = totalsOfThread()
  const record = (index: number, names: number): void => {
    const plannedAt = index * 1000
    const name = `GET /products/${index % names}/${'x'.repeat(20)}`
    const series = recorder.seriesOf(name, { product: name })
    const request = { plannedAt, requestedAt: plannedAt, sentAt: plannedAt, firstByteAt: plannedAt + 1, series }
    recorder.requestStarted(request, plannedAt)
    recorder.requestResponded(request, outcomeIndex.ok, 200, plannedAt + 500, undefined)
    recorder.check(name, true)
    recorder.group(name, 500)
    recorder.metric('response', 0.5, plannedAt + 500, name)
    if (index % 1000 === 999) totals.add(recorder.take(plannedAt + 500))
  }
  for (let index = 0; index < 20_000; index++) record(index, mostNames)
  const before = aliveBytes()
  for (let index = 20_000; index < 120_000; index++) record(index, Infinity)
  expect(aliveBytes() - before).toBeLessThan(2e6)
  expect([totals.endpoints.all.length, totals.users?.tags.all.length]).toEqual([mostNames + 1, mostNames + 1])
  expect([totals.users?.checks.length, totals.users?.groups.length]).toEqual([mostNames + 1, mostNames + 1])
  expect(totals.users?.metrics.get('response')?.byTag).toHaveLength(mostNames + 1)
  expect(totals.endpoints.all.at(-1)).toMatchObject({ name: 'other', started: 100_000 })
})

test('a snapshot of one second of users at two hundred endpoints stays within 256 KB', () => {
  const { recorder } = totalsOfThread()
  for (let index = 0; index < 3; index++) {
    recordSecond(recorder, index, 10_000, (place) => `POST /api/products/{id}/variants/${place % mostNames}`)
    const snapshot = recorder.take((index + 1) * second)
    expect(snapshot.endpoints.names).toHaveLength(mostNames)
    expect(serialize(snapshot).length).toBeLessThan(256 * 1024)
  }
})
