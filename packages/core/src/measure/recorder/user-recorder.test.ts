import { describe, expect, test } from 'vitest'
import type { MetricDefinitions } from './own-metric.ts'
import { outcomeIndex, timeoutClass } from '../../model/metrics/outcome.ts'
import { mostReasons, otherReasons } from './error-recorder.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import type { ScenarioSnapshot, UsersSnapshot } from './snapshot.ts'
import { UserRecorder } from './user-recorder.ts'
import type { TimedRequest } from './user-request-recorder.ts'
import { noSeries, unpackSeries } from '../../../test/measure/recorder/unpack-series.ts'

const { ok } = outcomeIndex
const [runStart, runEnd] = [2e6, 4e6]

function createRecorder(metrics: MetricDefinitions = {}): UserRecorder {
  const recorder = new UserRecorder(new ScenarioRecorder(), metrics)
  recorder.begin(runStart, runEnd)
  return recorder
}

function takeUsers(recorder: UserRecorder, now: number): UsersSnapshot {
  const { users } = recorder.take(now)
  if (users === undefined) throw new Error('a recorder of users took none')
  return users
}

/** A request that is sent 20 µs after it was planned, 5 of which are send lag, and whose response starts 50 µs after that. */
function requestOf(recorder: UserRecorder, plannedAt: number, waits = 20): TimedRequest {
  return {
    plannedAt,
    requestedAt: plannedAt + 5,
    sentAt: plannedAt + waits,
    firstByteAt: plannedAt + waits + 50,
    series: recorder.seriesOf('GET /', { kind: 'read' }),
  }
}

function respond(recorder: UserRecorder, request: TimedRequest, now: number): void {
  recorder.requestStarted(request, request.plannedAt)
  recorder.requestSent(request, 90)
  recorder.requestReceived(request, 400)
  recorder.requestResponded(request, ok, 200, now, undefined)
}

describe('a request', () => {
  test('a request that timed out before its send waited for its whole time', () => {
    const recorder = createRecorder()
    const request = { ...requestOf(recorder, runStart + 100), sentAt: 0, firstByteAt: 0 }
    recorder.requestStarted(request, runStart + 105)
    recorder.requestLost(request, 'timeout', 'no connection', runStart + 999, 700)
    const snapshot = recorder.take(runStart + 1000)
    expect(snapshot.windows[0]?.responseTime).toMatchObject({ count: 1, sum: 705 })
    expect(snapshot.users?.httpWaiting).toMatchObject({ count: 1, sum: 700 })
    expect(snapshot.windows[0]?.serviceTime.count).toBe(0)
  })

  test('a request is timed from its planned start, and its service from its send', () => {
    const recorder = createRecorder()
    respond(recorder, requestOf(recorder, runStart + 100), runStart + 1000)
    const snapshot = recorder.take(runStart + 1000)
    expect(snapshot.run).toMatchObject({ started: 1, dataSent: 90, statuses: [[200, 1]] })
    expect(snapshot.windows).toMatchObject([{ responseTime: { count: 1, sum: 900 }, serviceTime: { count: 1, sum: 880 } }])
    expect(snapshot.users?.httpWaiting).toMatchObject({ count: 1, sum: 15 })
    expect(snapshot.users?.timeToFirstByte).toMatchObject({ count: 1, sum: 50 })
    expect(snapshot.users?.receivingTime).toMatchObject({ count: 1 })
    for (const [name, series] of [
      ['GET /', unpackSeries(snapshot.endpoints)],
      ['kind:read', unpackSeries(snapshot.users?.tags ?? noSeries)],
    ] as const) {
      expect(series).toMatchObject([{ name, started: 1, dataReceived: 400, statuses: [[200, 1]] }])
      expect(series[0]?.responseTimes[0]?.[1].sum).toBe(900)
      expect(series[0]?.serviceTime.sum).toBe(880)
    }
  })

  test('a request belongs to the phase of its planned start, however late it is sent and gets a response', () => {
    const recorder = createRecorder()
    const late = { ...requestOf(recorder, runStart - 1), sentAt: runStart + 50 }
    recorder.requestStarted(late, runStart + 40)
    recorder.requestSent(late, 90)
    recorder.requestReceived(late, 400)
    recorder.requestResponded(late, ok, 200, runStart + 100, undefined)
    const { warmup, warmupResponseTime, warmupServiceTime, run, windows, endpoints, users } = recorder.take(runStart + 100)
    expect([warmup.started, warmup.dataSent, warmup.outcomes[ok], warmupResponseTime.sum]).toEqual([1, 90, 1, 101])
    expect(warmupServiceTime).toMatchObject({ count: 1, sum: 50 })
    expect([run.started, run.dataSent, windows[0]?.serviceTime.count ?? 0, users?.timeToFirstByte.count]).toEqual([0, 0, 0, 0])
    expect([endpoints, users?.tags]).toEqual([noSeries, noSeries])
  })

  test('a request is in flight from its call to its end', () => {
    const recorder = createRecorder()
    const request = requestOf(recorder, runStart, 700)
    recorder.requestStarted(request, runStart)
    expect(recorder.requests.inFlight).toBe(1)
    recorder.requestResponded(request, ok, 200, runStart + 1000, undefined)
    expect([recorder.requests.inFlight, recorder.take(runStart + 5000).inFlightTime]).toEqual([0, 1000])
  })

  test('a timeout has its timeout as its time, plus the waiting before its send, or its send lag', () => {
    const recorder = createRecorder()
    for (const plannedAt of [runStart - 10, runStart + 10]) {
      for (const sentAt of [plannedAt + 5, 0]) {
        const request = { ...requestOf(recorder, plannedAt), sentAt, firstByteAt: 0 }
        recorder.requestStarted(request, plannedAt)
        recorder.requestLost(request, 'timeout', 'request timeout', plannedAt + 705, 700)
      }
    }
    const { windows, warmupResponseTime, warmupServiceTime, endpoints, users } = recorder.take(runStart + 1000)
    expect(windows.map(({ responseTime }) => responseTime.sum)).toEqual([1410])
    expect([warmupResponseTime.sum, warmupServiceTime.sum, windows[0]?.serviceTime.sum]).toEqual([1410, 700, 700])
    expect(unpackSeries(endpoints)[0]?.responseTimes.map(([statusClass, { sum }]) => [statusClass, sum])).toEqual([[timeoutClass, 1410]])
    expect(unpackSeries(endpoints)[0]?.serviceTime.sum).toBe(700)
    expect(users?.timeToFirstByte.count).toBe(0)
  })

  test('a response whose first byte was not seen has no time to first byte', () => {
    const recorder = createRecorder()
    respond(recorder, { ...requestOf(recorder, runStart), firstByteAt: 0 }, runStart + 100)
    const { windows, users } = recorder.take(runStart + 100)
    expect([windows[0]?.serviceTime.count, users?.timeToFirstByte.count]).toEqual([1, 0])
  })

  test('a request that is lost otherwise is counted and not timed', () => {
    const recorder = createRecorder()
    const request = requestOf(recorder, runStart)
    recorder.requestStarted(request, runStart)
    recorder.requestLost(request, 'reset', 'ECONNRESET', runStart + 400, 700)
    const { run, windows, endpoints, errors } = recorder.take(runStart + 500)
    expect([run.outcomes[outcomeIndex.reset], unpackSeries(endpoints)[0]?.outcomes[outcomeIndex.reset]]).toEqual([1, 1])
    expect([windows[0]?.responseTime.count, windows[0]?.serviceTime.count, unpackSeries(endpoints)[0]?.responseTimes]).toEqual([0, 0, []])
    expect(errors).toMatchObject([{ reason: 'ECONNRESET', count: 1 }])
  })

  test('a request has a series for its endpoint and one for each tag, always the same ones', () => {
    const recorder = createRecorder()
    expect(recorder.seriesOf('GET /')).toBe(recorder.seriesOf('GET /'))
    const series = recorder.seriesOf('GET /', { kind: 'read', page: 'home' })
    expect(series.map(({ name }) => name)).toEqual(['GET /', 'kind:read', 'page:home'])
    expect(series[0]).toBe(recorder.seriesOf('GET /')[0])
    expect(series[1]).toBe(recorder.seriesOf('POST /', { kind: 'read' })[1])
  })

  test('a request with several tags beyond the two hundredth counts once under other', () => {
    const recorder = createRecorder()
    for (let index = 0; index < 200; index++) recorder.seriesOf('GET /', { id: `${index}` })
    expect(recorder.seriesOf('GET /', { a: 'new', b: 'new' }).map(({ name }) => name)).toEqual(['GET /', 'other'])
  })
})

describe('an iteration', () => {
  test('an iteration of the run phase is timed from its planned start, with its send lag', () => {
    const recorder = createRecorder()
    recorder.iterationStarted(runStart, runStart + 30, 'buy')
    recorder.iterationEnded('completed', runStart, runStart + 500, 'buy', undefined)
    const users = takeUsers(recorder, runStart + 600)
    expect(users.run).toEqual({ started: 1, dropped: 0, completed: 1, failed: 0, aborted: 0 })
    expect([users.sendLag.sum, users.iterationDuration.sum]).toEqual([30, 500])
    expect(users.journeys).toMatchObject([{ name: 'buy', iterations: users.run, duration: { count: 1, sum: 500 } }])
  })

  test('an iteration of the warm-up is counted there, and neither timed nor a failure of the run', () => {
    const recorder = createRecorder()
    recorder.iterationStarted(runStart - 1, runStart + 30, 'buy')
    recorder.iterationEnded('failed', runStart - 1, runStart + 500, 'buy', 'no stock')
    recorder.iterationDropped(runStart - 1, 'buy')
    const users = takeUsers(recorder, runStart + 600)
    expect(users.warmup).toEqual({ started: 1, dropped: 1, completed: 0, failed: 1, aborted: 0 })
    expect(users.run).toEqual({ started: 0, dropped: 0, completed: 0, failed: 0, aborted: 0 })
    expect([users.sendLag.count, users.iterationDuration.count, users.journeys, users.failures]).toEqual([0, 0, [], []])
  })

  test('a failed iteration is timed, and an aborted one is not', () => {
    const recorder = createRecorder()
    for (const [end, length] of [
      ['failed', 300],
      ['aborted', 900],
    ] as const) {
      recorder.iterationStarted(runStart, runStart, 'buy')
      recorder.iterationEnded(end, runStart, runStart + length, 'buy', 'because')
    }
    const users = takeUsers(recorder, runStart + 1000)
    expect(users.run).toMatchObject({ failed: 1, aborted: 1 })
    expect([users.iterationDuration, users.journeys[0]?.duration].map((times) => [times?.count, times?.sum])).toEqual([
      [1, 300],
      [1, 300],
    ])
    expect(users.failures).toEqual([{ reason: 'because', count: 1, first: runStart + 300, last: runStart + 300 }])
  })

  test('a dropped iteration of a request also drops a request, and one of a journey does not', () => {
    const recorder = createRecorder()
    recorder.iterationDropped(runStart, undefined)
    recorder.iterationDropped(runStart - 1, undefined)
    recorder.iterationDropped(runStart, 'buy')
    const { run, warmup, users } = recorder.take(runStart + 1)
    expect([run.dropped, warmup.dropped, users?.run.dropped, users?.warmup.dropped]).toEqual([1, 1, 2, 1])
    expect(users?.journeys).toMatchObject([{ name: 'buy', iterations: { dropped: 1 } }])
  })

  test('there are a hundred reasons of failed iterations at most, and no count is lost', () => {
    const recorder = createRecorder()
    for (let index = 0; index < 300; index++) {
      recorder.iterationStarted(runStart, runStart, undefined)
      recorder.iterationEnded('failed', runStart, runStart + index, undefined, index === 0 ? undefined : `reason ${index}`)
    }
    const { failures } = takeUsers(recorder, runStart + 300)
    expect(failures).toHaveLength(mostReasons + 1)
    expect(failures.at(-1)).toEqual({ reason: otherReasons, count: 300 - mostReasons, first: runStart + 100, last: runStart + 299 })
    expect(failures[0]?.reason).toBe('no reason was given')
  })
})

describe('users', () => {
  test('users in an iteration are counted over the run phase, whatever the phase of the iteration', () => {
    const recorder = createRecorder()
    recorder.iterationStarted(runStart - 500, runStart - 500, undefined)
    recorder.iterationEnded('completed', runStart - 500, runStart + 300, undefined, undefined)
    recorder.iterationStarted(runEnd - 200, runEnd - 200, undefined)
    recorder.iterationEnded('completed', runEnd - 200, runEnd + 900, undefined, undefined)
    expect(takeUsers(recorder, runEnd + 1000).busy).toBe(300 + 200)
  })

  test('users are no longer busy when the run phase ends early', () => {
    const recorder = createRecorder()
    recorder.iterationStarted(runStart, runStart, undefined)
    recorder.endRun(runStart + 400)
    recorder.iterationEnded('aborted', runStart, runStart + 900, undefined, undefined)
    expect(takeUsers(recorder, runStart + 1000).busy).toBe(400)
  })

  test('users are counted by seconds of the run phase, whenever they came and whatever they do', () => {
    const recorder = createRecorder()
    recorder.userCreated(runStart - 500)
    recorder.userCreated(runStart + 250_000)
    expect(takeUsers(recorder, runStart + 500_000).userSeconds).toEqual({ from: 0, times: [500_000 + 250_000] })
    recorder.userEnded('completed', runStart + 1_500_000)
    expect(takeUsers(recorder, runEnd + 700).userSeconds).toEqual({ from: 0, times: [2 * 500_000, 2 * 500_000 + 500_000, 0] })
  })

  test('the most users at a time adds up over snapshots', () => {
    const recorder = createRecorder()
    const most: number[] = []
    for (const [created, ended] of [
      [3, 2],
      [1, 0],
      [4, 6],
    ] as const) {
      for (let i = 0; i < created; i++) recorder.userCreated(100)
      for (let i = 0; i < ended; i++) recorder.userEnded(i === 0 ? 'failed' : 'completed', 200)
      const users = takeUsers(recorder, 300)
      expect(users).toMatchObject({ created, failed: Math.min(1, ended), completed: Math.max(0, ended - 1), aborted: 0 })
      most.push(users.mostActive)
    }
    expect(most).toEqual([3, 0, 3])
  })
})

test('a second snapshot of users has nothing of the first one', () => {
  const recorder = createRecorder({ bids: { type: 'counter' } })
  const [nothing, empty] = [createRecorder().take(0), (snapshot: ScenarioSnapshot) => ({ ...snapshot, lastEnd: 0 })]
  recorder.userCreated(runStart)
  recorder.iterationStarted(runStart, runStart + 5, undefined)
  const request = requestOf(recorder, runStart + 10)
  recorder.requestSent(request, 90, true)
  respond(recorder, request, runStart + 200)
  recorder.check('accepted', true)
  recorder.check('accepted', false)
  recorder.group('login', 10)
  recorder.metric('bids', 1, runStart + 200)
  recorder.iterationEnded('failed', runStart, runStart + 300, undefined, 'because')
  recorder.userEnded('failed', runStart + 300)
  recorder.take(runStart + 400)
  expect(empty(recorder.take(runStart + 400))).toEqual(nothing)
})
