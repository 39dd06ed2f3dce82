import { describe, expect, test } from 'vitest'
import { outcomeIndex, sumOutcomes } from '../../model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../measure/recorder/scenario-totals.ts'
import type { ConnectionsWorkload } from '../../model/workload/workload.ts'
import { summarizeScenario, type ScenarioFacts, type ScenarioSummary } from './scenario-summary.ts'

const start = 100e6
const workload: ConnectionsWorkload = {
  kind: 'connections',
  connections: 3,
  pipelining: 2,
  refill: 'batch',
  duration: 4e6,
  requests: undefined,
  startAfter: 0,
  warmup: 2e6,
  gracefulStop: 5e6,
}
const runStart = start + workload.warmup
const runEnd = runStart + 4e6
const facts: ScenarioFacts = { name: 'reads', request: 'GET /', endpoint: 'GET /', workload, start, runStart, runEnd }

/** Summarizes what `tell` has recorded, in the phases of the workload. */
function summarize(tell: (recorder: ScenarioRecorder) => void, over: Partial<ScenarioFacts> = {}): ScenarioSummary {
  const recorder = new ScenarioRecorder()
  recorder.begin(runStart, runEnd)
  tell(recorder)
  const totals = new ScenarioTotals()
  totals.add(recorder.take(runEnd + 5e6))
  return summarizeScenario({ ...facts, ...over }, totals)
}

/** Records a request of 20 bytes and its response of 50. */
function respond(recorder: ScenarioRecorder, sentAt: number, now: number, status = 200): void {
  recorder.turn(sentAt)
  recorder.started(1, 20, sentAt)
  recorder.turn(now)
  recorder.received(50, now)
  const outcome = status === 200 ? outcomeIndex.ok : outcomeIndex.http_error
  recorder.responded(outcome, status, sentAt, now, status === 200 ? undefined : `${status}`)
}

describe('rates', () => {
  test('rates count the responses that arrived in the run phase, whenever their requests were sent', () => {
    const { throughput, warmup, counts, series } = summarize((recorder) => {
      respond(recorder, runStart - 3000, runStart - 2000)
      respond(recorder, runStart - 1000, runStart + 1000)
      respond(recorder, runStart + 1000, runStart + 2000)
      respond(recorder, runStart + 3e6, runStart + 3.5e6, 500)
      respond(recorder, runEnd - 1000, runEnd + 1000)
    })
    expect(throughput).toEqual({ requestsPerSecond: 3 / 4, okPerSecond: 2 / 4, bytesPerSecond: 150 / 4 })
    expect(series.map(({ requests }) => requests)).toEqual([2, 0, 0, 1])
    expect(counts).toMatchObject({ scheduled: 3, started: 3, dropped: 0, outcomes: { ok: 2, http_error: 1 } })
    expect(warmup).toMatchObject({
      duration: 2,
      counts: { started: 2 },
      throughput: { requestsPerSecond: 1, okPerSecond: 1, bytesPerSecond: 25 },
    })
  })

  test('rates leave out responses that a held-up thread read seconds after the interruption', () => {
    const { throughput, series, duration } = summarize(
      (recorder) => {
        respond(recorder, runStart + 1000, runStart + 2000)
        respond(recorder, runStart + 2.1e6, runStart + 2.2e6)
        for (let held = 0; held < 10; held++) respond(recorder, runStart + 2.3e6, runStart + 3.5e6)
      },
      { runEnd: runStart + 2.5e6 },
    )
    expect([duration, throughput]).toEqual([2.5, { requestsPerSecond: 2 / 2.5, okPerSecond: 2 / 2.5, bytesPerSecond: 100 / 2.5 }])
    expect(series.map(({ requests }) => requests)).toEqual([1, 0, 1])
  })

  test('rates of an interrupted number of requests leave out responses that came in after the interruption', () => {
    const counted = { ...workload, duration: undefined, requests: 100 }
    const { throughput } = summarize(
      (recorder) => {
        respond(recorder, runStart + 1000, runStart + 2000)
        recorder.endRun(runStart + 2e6)
        for (let late = 0; late < 10; late++) respond(recorder, runStart + 1.9e6, runStart + 3.5e6)
      },
      { runEnd: runStart + 2e6, workload: counted },
    )
    expect(throughput).toEqual({ requestsPerSecond: 1 / 2, okPerSecond: 1 / 2, bytesPerSecond: 50 / 2 })
  })

  test('rates of a number of requests count those alone: no drain makes up for the last responses of the warm-up', () => {
    const counted = { ...workload, duration: undefined, requests: 2 }
    const { throughput, series } = summarize(
      (recorder) => {
        respond(recorder, runStart - 1000, runStart + 1000)
        respond(recorder, runStart + 1000, runStart + 2000)
        respond(recorder, runStart + 3e6, runEnd, 500)
      },
      { workload: counted },
    )
    // Bytes belong to the time of their arrival: a part of a response may arrive before.
    expect(throughput).toEqual({ requestsPerSecond: 2 / 4, okPerSecond: 1 / 4, bytesPerSecond: 150 / 4 })
    expect(series[0]?.requests).toBe(2)
  })

  test('rates are 0 where nothing happened, and in a phase without a length', () => {
    const none = { requestsPerSecond: 0, okPerSecond: 0, bytesPerSecond: 0 }
    expect(summarize(() => undefined).throughput).toEqual(none)
    const cut = summarize((recorder) => respond(recorder, start, start + 10), { runEnd: start + 1e6 })
    expect(cut).toMatchObject({ duration: 0, inFlight: 0, series: [], throughput: none })
    // Interrupted in the warm-up, which was as long as it got.
    expect(cut.warmup).toMatchObject({ duration: 1, throughput: { requestsPerSecond: 1 } })
  })
})

describe('times', () => {
  test('times include the drain, and the response time of a closed workload is its service time', () => {
    const { responseTime, serviceTime, fastest, dataSent, dataReceived } = summarize((recorder) => {
      respond(recorder, runStart - 300, runStart - 200)
      respond(recorder, runStart, runStart + 2000)
      respond(recorder, runEnd - 1000, runEnd + 5000)
    })
    expect(responseTime).toMatchObject({ count: 2, min: 2, max: 6, mean: 4 })
    expect(serviceTime).toEqual(responseTime)
    expect([fastest, dataSent, dataReceived]).toEqual([0.1, 40, 100])
  })

  test('all times are null where nothing was measured', () => {
    const { fastest, responseTime, connectTime } = summarize(() => undefined)
    expect([fastest, responseTime.p50, connectTime.mean]).toEqual([null, null, null])
  })
})

test('the requests in flight are the mean over the run phase, without warm-up and drain', () => {
  const { inFlight } = summarize((recorder) => {
    respond(recorder, runStart - 1e6, runStart + 1e6)
    respond(recorder, runStart + 1e6, runStart + 2e6)
    respond(recorder, runStart + 3e6, runEnd + 1e6)
  })
  expect(inFlight).toBe((1e6 + 1e6 + 1e6) / 4e6)
})

test('errors are listed by outcome and reason, at seconds from the start of the run phase', () => {
  const { errors, counts, statuses } = summarize((recorder) => {
    respond(recorder, runStart, runStart + 0.5e6, 503)
    recorder.started(2, 40, runStart + 1e6)
    recorder.lost('reset', 'ECONNRESET', runStart + 1e6, runStart + 2e6, 0)
    recorder.lost('reset', 'ECONNRESET', runStart + 1e6, runEnd + 1e6, 0)
  })
  expect(errors).toEqual([
    { outcome: 'reset', reason: 'ECONNRESET', endpoint: 'GET /', count: 2, first: 2, last: 5 },
    { outcome: 'http_error', reason: '503', endpoint: 'GET /', count: 1, first: 0.5, last: 0.5 },
  ])
  expect([sumOutcomes(counts.outcomes), counts.started, statuses]).toEqual([3, 3, { 503: 1 }])
})

describe('the workload', () => {
  test('the workload is reported in seconds, and a missing warm-up has no row', () => {
    expect(summarize(() => undefined)).toMatchObject({
      name: 'reads',
      request: 'GET /',
      duration: 4,
      workload: {
        model: 'closed',
        connections: 3,
        pipelining: 2,
        refill: 'batch',
        duration: 4,
        requests: null,
        warmup: 2,
        gracefulStop: 5,
      },
    })
    const counted = { ...workload, duration: undefined, requests: 12, warmup: 0 }
    const summary = summarize(() => undefined, { workload: counted, start: runStart })
    expect(summary.workload).toMatchObject({ duration: null, requests: 12 })
    expect(summary.warmup).toBeNull()
  })

  test('connections are counted from the first one on, warm-up included', () => {
    const { connections, connectTime, tlsTime } = summarize((recorder) => {
      recorder.opened(1000, 3000)
      recorder.closed(
        { by: 'server', reason: 'ECONNREFUSED', wasOpen: false, lost: 0, isAnnounced: false, responded: 0, isSurplus: false },
        1,
      )
      recorder.closed(
        {
          by: 'server',
          reason: 'responded with Connection: close',
          wasOpen: true,
          lost: 4,
          isAnnounced: true,
          responded: 1,
          isSurplus: false,
        },
        1,
      )
      recorder.pipelinedAfterClose(4, 1000)
    })
    expect(connections).toEqual({
      opened: 1,
      refused: 1,
      closedAfterResponse: 1,
      closedIdle: 0,
      surplus: 0,
      withoutSurplus: 1,
      pipelinedAfterClose: 4,
      responsesBeforeClose: { least: 1000, most: 1000 },
    })
    expect([connectTime.mean, tlsTime.mean]).toEqual([1, 3])
  })
})
