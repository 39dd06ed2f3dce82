import { describe, expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import type { ScenarioSnapshot } from './snapshot.ts'
import { drainIndex } from './windows.ts'

const { ok, http_error: httpError } = outcomeIndex
const [runStart, runEnd] = [2e6, 4e6]

function createRecorder(end = runEnd): ScenarioRecorder {
  const recorder = new ScenarioRecorder()
  recorder.begin(runStart, end)
  return recorder
}

/** Records a request that was sent at `sentAt` and got its response at `now`, as a connection does. */
function respond(recorder: ScenarioRecorder, sentAt: number, now: number, outcome = ok): void {
  recorder.turn(sentAt)
  recorder.started(1, 10, sentAt)
  recorder.turn(now)
  recorder.received(100, now)
  recorder.responded(outcome, outcome === ok ? 200 : 500, sentAt, now, outcome === ok ? undefined : '500')
}

function lose(recorder: ScenarioRecorder, loss: 'timeout' | 'reset' | 'aborted', sentAt: number, now: number): void {
  recorder.turn(sentAt)
  recorder.started(1, 10, sentAt)
  recorder.turn(now)
  recorder.lost(loss, `because of ${loss}`, sentAt, now, 700)
}

/** Index, responses and failures of each window. */
function windowsOf({ windows }: ScenarioSnapshot): [index: number, responded: number, failed: number, timed: number][] {
  return windows.map(({ index, responded, failed, responseTime }) => [index, responded, failed, responseTime.count])
}

describe('a request belongs to the phase it was sent in, and to the second it was answered in', () => {
  test.each([
    ['in the warm-up', runStart - 200, runStart - 100, 'warmup', []],
    ['over the end of the warm-up', runStart - 200, runStart, 'warmup', [[0, 1, 0, 0]]],
    ['at the very start of the run phase', runStart, runStart + 100, 'run', [[0, 1, 0, 1]]],
    ['over the edge of a second', runStart + 0.9e6, runStart + 1e6, 'run', [[1, 1, 0, 1]]],
    ['into the drain', runEnd - 100, runEnd, 'run', [[drainIndex, 1, 0, 1]]],
  ] as const)('%s', (_name, sentAt, now, phase, windows) => {
    const recorder = createRecorder()
    respond(recorder, sentAt, now)
    const snapshot = recorder.take(now)
    const other = phase === 'run' ? 'warmup' : 'run'
    expect(snapshot[phase]).toMatchObject({ started: 1, dataSent: 10, statuses: [[200, 1]] })
    expect(snapshot[other]).toMatchObject({ started: 0, dataSent: 0, statuses: [] })
    expect(windowsOf(snapshot)).toEqual(windows)
    expect(snapshot.warmupResponseTime.count).toBe(phase === 'warmup' ? 1 : 0)
    expect(snapshot.lastEnd).toBe(phase === 'run' ? now : 0)
    // Bytes, like rates, belong to the time of their arrival.
    expect([snapshot.warmup.dataReceived, snapshot.run.dataReceived]).toEqual(now < runStart ? [100, 0] : [0, 100])
  })

  test('a request of the warm-up that fails in the run phase is a failure of its second, not of the run', () => {
    for (const fail of [
      (recorder: ScenarioRecorder) => respond(recorder, runStart - 200, runStart + 100, httpError),
      (recorder: ScenarioRecorder) => lose(recorder, 'reset', runStart - 200, runStart + 100),
    ]) {
      const recorder = createRecorder()
      fail(recorder)
      const { windows, errors, run } = recorder.take(runStart + 200)
      expect([windows.map(({ failed }) => failed), errors, run.started, recorder.failures]).toEqual([[1], [], 0, 0])
    }
  })
})

describe('losses', () => {
  test('a timeout has its timeout as its time, a reset has no time, and an aborted request is not a failure', () => {
    const recorder = createRecorder()
    for (const loss of ['timeout', 'reset', 'aborted'] as const) lose(recorder, loss, runStart, runStart + 1000)
    expect([recorder.failures, recorder.inFlight]).toEqual([2, 0])
    const snapshot = recorder.take(runStart + 1000)
    expect(windowsOf(snapshot)).toEqual([[0, 0, 2, 1]])
    expect(snapshot.windows[0]?.responseTime).toMatchObject({ min: 700, max: 700 })
    expect(snapshot.errors.map(({ reason }) => reason)).toEqual(['because of timeout', 'because of reset', 'because of aborted'])
  })

  test('lost requests of the warm-up are counted there, and do not count for bailout', () => {
    const recorder = createRecorder()
    for (const loss of ['timeout', 'aborted'] as const) lose(recorder, loss, 0, 1000)
    respond(recorder, 1000, 1000, httpError)
    const { warmup, warmupResponseTime, warmupErrors, errors } = recorder.take(1000)
    expect(warmupErrors.map(({ reason, first }) => [reason, first])).toEqual([
      ['because of timeout', 1000],
      ['because of aborted', 1000],
      ['500', 1000],
    ])
    expect([warmup.outcomes[outcomeIndex.timeout], warmup.outcomes[outcomeIndex.aborted]]).toEqual([1, 1])
    expect([warmupResponseTime.max, errors, recorder.failures]).toEqual([700, [], 0])
  })
})

describe('the end of the run phase', () => {
  test('an early end of the run phase moves later responses to the drain, and counts nothing in flight from then on', () => {
    const recorder = createRecorder(Infinity)
    recorder.turn(runStart)
    recorder.started(2, 20, runStart)
    recorder.endRun(runStart + 500)
    recorder.turn(runStart + 900)
    recorder.responded(ok, 200, runStart, runStart + 900, undefined)
    const snapshot = recorder.take(runStart + 5000)
    expect(windowsOf(snapshot)).toEqual([[drainIndex, 1, 0, 1]])
    expect(snapshot.inFlightTime).toBe(2 * 500)
    expect([recorder.inFlight, snapshot.lastEnd]).toEqual([1, runStart + 900])
  })

  test('an end in the warm-up leaves no run phase at all', () => {
    const recorder = createRecorder()
    recorder.turn(100)
    recorder.started(1, 10, 100)
    recorder.endRun(200)
    recorder.turn(runStart + 100)
    recorder.responded(ok, 200, 100, runStart + 100, undefined)
    const snapshot = recorder.take(runStart + 100)
    expect([windowsOf(snapshot), snapshot.inFlightTime]).toEqual([[[drainIndex, 1, 0, 0]], 0])
  })
})

const idle: Parameters<ScenarioRecorder['closed']>[0] = {
  by: 'server',
  reason: 'closed before the response',
  wasOpen: true,
  lost: 0,
  responded: 1,
  isAnnounced: false,
  isSurplus: false,
}
const refused = { ...idle, reason: 'ECONNREFUSED', wasOpen: false, responded: 0 }

test('connections are recorded before the phases begin, and taken once', () => {
  const recorder = new ScenarioRecorder()
  recorder.turn(1)
  recorder.opened(120, undefined)
  recorder.opened(80, 900)
  recorder.closed(refused, 1)
  recorder.closed(idle, 1)
  recorder.pipelinedAfterClose(2, 7)
  recorder.pipelinedAfterClose(1, 5)
  const { connections } = recorder.take(2)
  expect(connections).toMatchObject({
    opened: 2,
    refused: 1,
    closedIdle: 1,
    pipelinedAfterClose: 3,
    responsesBeforeClose: { least: 5, most: 7 },
  })
  expect([connections.connectTime.sum, connections.fullTlsTime.count, connections.fullTlsTime.sum]).toEqual([200, 1, 900])
  const again = recorder.take(3).connections
  expect(again).toMatchObject({
    opened: 0,
    refused: 0,
    closedIdle: 0,
    pipelinedAfterClose: 0,
    connectTime: { count: 0 },
    fullTlsTime: { count: 0 },
    resumedTlsTime: { count: 0 },
  })
})

test('connections that the target closed after an announcement are counted separately', () => {
  const recorder = new ScenarioRecorder()
  const announced = { ...idle, reason: 'responded with Connection: close', isAnnounced: true }
  const taken = (): object => recorder.take(1).connections
  expect(taken()).toMatchObject({ opened: 0, refused: 0, closedAfterResponse: 0 })
  recorder.closed(refused, 1)
  expect(taken()).toMatchObject({ opened: 0, refused: 1, closedAfterResponse: 0 })
  for (let count = 0; count < 4; count++) recorder.opened()
  recorder.closed(announced, 1)
  recorder.closed({ ...announced, lost: 2 }, 1)
  recorder.closed({ ...idle, reason: 'ECONNRESET', lost: 1 }, 1)
  recorder.closed({ ...idle, by: 'us', reason: 'the end of the test' }, 1)
  expect(taken()).toMatchObject({ opened: 4, refused: 0, closedAfterResponse: 2, closedIdle: 0 })
  expect(taken()).toMatchObject({ opened: 0, closedAfterResponse: 0 })
})

test('connections with surplus bytes are counted, and those without as far as that is known', () => {
  const recorder = new ScenarioRecorder()
  const ours = { ...idle, by: 'us' } as const
  for (const closing of [
    { ...ours, isSurplus: true },
    { ...idle, responded: 9, isSurplus: true },
  ])
    recorder.closed(closing, 1)
  for (const closing of [refused, { ...ours, responded: 0 }, ours]) recorder.closed(closing, 1)
  for (const closing of [idle, { ...ours, responded: 2 }, { ...idle, isAnnounced: true }]) recorder.closed(closing, 1)
  expect(recorder.take(1).connections).toMatchObject({ surplus: 2, withoutSurplus: 3 })
})

test('requests that are sent later or dropped belong to the phase of their planned time', () => {
  const recorder = createRecorder()
  for (const plannedAt of [runStart - 1, runStart]) {
    recorder.started(1, 0, plannedAt)
    recorder.sent(70, plannedAt)
    recorder.dropped(plannedAt)
  }
  const { warmup, run } = recorder.take(runStart)
  for (const phase of [warmup, run]) expect(phase).toMatchObject({ started: 1, dataSent: 70, dropped: 1 })
})
