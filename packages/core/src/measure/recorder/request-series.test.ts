import { expect, test } from 'vitest'
import { outcomeIndex, outcomes, timeoutClass, type LossOutcome } from '../../model/metrics/outcome.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import fc from 'fast-check'
import { ScenarioTotals } from './scenario-totals.ts'
import { RequestSeries } from './request-series.ts'
import { noSeries, unpackSeries } from '../../../test/measure/recorder/unpack-series.ts'

const { ok, http_error: httpError } = outcomeIndex
const runStart = 1000

test('requests of connections are counted by endpoint as well, in the run phase only', () => {
  const recorder = new ScenarioRecorder()
  const series = new RequestSeries(
    recorder,
    ['GET /a', 'GET /b', 'GET /a'].map((name) => recorder.endpoints.of(name)),
    undefined,
  )
  recorder.begin(runStart, Infinity)
  for (const sentAt of [runStart - 1, runStart]) {
    series.started(Uint32Array.of(0, 1, 2, 1), sentAt)
    series.received(0, 50, sentAt)
    series.responded(0, ok, 200, sentAt, sentAt + 30)
    series.responded(1, httpError, 500, sentAt, sentAt + 40)
    series.lost(2, 'timeout', sentAt, 700)
    series.lost(1, 'aborted', sentAt, 0)
  }
  const endpoints = unpackSeries(recorder.take(runStart).endpoints)
  expect(endpoints.map(({ name, started, statuses, dataReceived }) => ({ name, started, statuses, dataReceived }))).toEqual([
    { name: 'GET /a', started: 2, statuses: [[200, 1]], dataReceived: 50 },
    { name: 'GET /b', started: 2, statuses: [[500, 1]], dataReceived: 0 },
  ])
  expect(endpoints.map(({ responseTimes }) => responseTimes.map(([statusClass, { sum }]) => [statusClass, sum]))).toEqual([
    [
      [2, 30],
      [timeoutClass, 700],
    ],
    [[5, 40]],
  ])
  // They are sent when they are planned, so that the response time is the service time.
  expect(endpoints.map(({ serviceTime }) => serviceTime.count)).toEqual([0, 0])
})

test('a recorder without series has no endpoints', () => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  recorder.started(1, 10, 5)
  expect(recorder.take(10).endpoints).toEqual(noSeries)
})

const names = ['http://a', 'http://b', 'http://c']
const losses = ['timeout', 'refused', 'reset', 'closed_early', 'aborted'] as const satisfies readonly LossOutcome[]

interface Sent {
  readonly server: number
  readonly tag: number
  readonly sentAt: number
  readonly took: number
  readonly end: LossOutcome | 'ok' | 'http_error'
  readonly isLastOfSnapshot: boolean
}

const request: fc.Arbitrary<Sent> = fc.record({
  server: fc.nat(names.length - 1),
  tag: fc.nat(1),
  // Some of the warm-up.
  sentAt: fc.integer({ min: 500, max: 5000 }),
  took: fc.integer({ min: 1, max: 10_000 }),
  end: fc.constantFrom('ok', 'ok', 'http_error', ...losses),
  isLastOfSnapshot: fc.boolean(),
})

function play(all: readonly Sent[]): ScenarioTotals {
  const recorder = new ScenarioRecorder()
  const endpoints = ['GET /a', 'GET /b'].map((name) => recorder.endpoints.of(name))
  const series = recorder.addServers(names).all.map((server) => new RequestSeries(recorder, endpoints, server))
  recorder.begin(runStart, Infinity)
  const totals = new ScenarioTotals()
  const take = (): void => totals.add(recorder.take(20_000))
  for (const sent of all) {
    end(sent, recorder, series[sent.server]!)
    if (sent.isLastOfSnapshot) take()
  }
  take()
  return totals
}

function end({ tag, sentAt, took, end: ended }: Sent, recorder: ScenarioRecorder, series: RequestSeries): void {
  recorder.started(1, 10, sentAt)
  series.started(Uint32Array.of(tag), sentAt)
  if (ended === 'ok' || ended === 'http_error') {
    const [status, reason] = ended === 'ok' ? [200, undefined] : [500, '500']
    recorder.responded(outcomeIndex[ended], status, sentAt, sentAt + took, reason)
    series.responded(tag, outcomeIndex[ended], status, sentAt, sentAt + took)
  } else {
    recorder.lost(ended, series.failure(tag, 'why'), sentAt, sentAt + took, took)
    series.lost(tag, ended, sentAt, took)
  }
}

test('the servers add up to their scenario, whatever happened to requests, and over any number of snapshots', () => {
  fc.assert(
    fc.property(fc.array(request, { maxLength: 60 }), (all) => {
      const totals = play(all)
      const servers = totals.servers.all
      expect(servers.reduce((sum, { started }) => sum + started, 0)).toBe(totals.run.started)
      for (const outcome of outcomes) {
        expect(servers.reduce((sum, server) => sum + server.outcomes[outcome], 0)).toBe(totals.run.outcomes[outcome])
      }
      expect(servers.reduce((sum, { responseTime }) => sum + responseTime.count, 0)).toBe(totals.responseTime.count)
      expect(totals.endpoints.all.reduce((sum, { started }) => sum + started, 0)).toBe(totals.run.started)
    }),
  )
})
