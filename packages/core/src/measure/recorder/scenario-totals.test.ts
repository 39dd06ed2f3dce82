import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outcomeIndex, outcomes, sumOutcomes } from '../../model/metrics/outcome.ts'
import { mostReasons, otherReasons } from './error-recorder.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'
import { ScenarioTotals } from './scenario-totals.ts'
import type { ScenarioSnapshot } from './snapshot.ts'

const [runStart, runEnd] = [1e6, 20e6]
const losses = ['timeout', 'reset', 'aborted', 'closed_early'] as const

/** What happens on one thread `wait` microseconds after the last: a request is sent and perhaps the oldest one ends. */
interface Happening {
  readonly wait: number
  readonly ends: 'ok' | 'http_error' | 'nothing' | (typeof losses)[number]
  readonly reason: number
  /** Asks for a snapshot behind it. */
  readonly isTaken: boolean
}

const happening: fc.Arbitrary<Happening> = fc.record({
  wait: fc.nat(3e6),
  ends: fc.constantFrom('ok', 'ok', 'http_error', 'nothing', ...losses),
  reason: fc.nat(3),
  isTaken: fc.boolean(),
})

function end(recorder: ScenarioRecorder, { ends, reason }: Pick<Happening, 'ends' | 'reason'>, sentAt: number, now: number): void {
  const failure = { reason: `reason ${reason % 2}`, endpoint: `GET /${reason}` }
  recorder.received(5, now)
  if (ends === 'nothing') return
  if (ends === 'ok') recorder.responded(outcomeIndex.ok, 200 + reason, sentAt, now, undefined)
  else if (ends === 'http_error') recorder.responded(outcomeIndex.http_error, 500 + reason, sentAt, now, failure)
  else recorder.lost(ends, failure, sentAt, now, 100)
}

/** The snapshots of one thread, taken where it says so or only at the end. */
function snapshotsOf(events: readonly Happening[], isSplit: boolean): ScenarioSnapshot[] {
  const recorder = new ScenarioRecorder()
  recorder.begin(runStart, runEnd)
  const snapshots: ScenarioSnapshot[] = []
  const inFlight: number[] = []
  let now = 0
  for (const event of events) {
    now += event.wait
    recorder.turn(now)
    recorder.started(1, 10, now)
    recorder.opened(event.wait, event.reason === 0 ? event.wait : undefined)
    recorder.pipelinedAfterClose(event.reason, event.wait)
    inFlight.push(now)
    end(recorder, event, event.ends === 'nothing' ? now : (inFlight.shift() ?? now), now)
    if (isSplit && event.isTaken) snapshots.push(recorder.take(now))
  }
  recorder.turn(now + 1000)
  for (const sentAt of inFlight) end(recorder, { ends: 'aborted', reason: 9 }, sentAt, now + 1000)
  return [...snapshots, recorder.take(now + 1000)]
}

function totalsOf(snapshots: readonly ScenarioSnapshot[]): ScenarioTotals {
  const totals = new ScenarioTotals()
  for (const snapshot of snapshots) totals.add(snapshot)
  return totals
}

/** All that can be read from totals. */
function read(totals: ScenarioTotals): unknown {
  const phases = [totals.warmup, totals.run].map(({ started, dropped, dataSent, dataReceived, statuses, outcomes: counts }) => {
    return { started, dropped, dataSent, dataReceived, statuses, counts }
  })
  const histograms = [totals.warmupResponseTime, totals.responseTime, totals.connectTime, totals.tlsTime].map((each) => each.snapshot())
  const { errors, warmupErrors, connections, inFlightTime, inFlightSeconds, lastEnd, windows } = totals
  const perSecond = windows.seconds.map(({ index, ...second }) => [second, windows.times(index), inFlightSeconds.meanOf(index)])
  return { phases, histograms, errors, warmupErrors, connections, inFlightTime, lastEnd, perSecond }
}

test('snapshots of several threads, split anywhere and added in any order, give the same totals', () => {
  const threads = fc.array(fc.array(happening, { maxLength: 20 }), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(threads, fc.infiniteStream(fc.nat()), (events, keys) => {
      const whole = events.flatMap((each) => snapshotsOf(each, false))
      const shuffled = events
        .flatMap((each) => snapshotsOf(each, true))
        .map((snapshot) => ({ snapshot, key: keys.next().value ?? 0 }))
        .toSorted((a, b) => a.key - b.key)
        .map(({ snapshot }) => snapshot)
      const totals = totalsOf(whole)
      expect(read(totalsOf(shuffled))).toEqual(read(totals))
      for (const phase of [totals.warmup, totals.run]) expect(sumOutcomes(phase.outcomes)).toBe(phase.started)
      expect(totals.errors.reduce((sum, { count }) => sum + count, 0)).toBe(totals.run.started - totals.run.outcomes.ok)
      expect(totals.warmupErrors.reduce((sum, { count }) => sum + count, 0)).toBe(totals.warmup.started - totals.warmup.outcomes.ok)
    }),
    { numRuns: 100 },
  )
})

test('errors are listed by frequency, then by reason, endpoint and outcome', () => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  recorder.started(7, 0, 0)
  for (const endpoint of ['GET /b', 'GET /a']) recorder.lost('reset', { reason: 'EPIPE', endpoint }, 0, 1, 0)
  recorder.lost('aborted', 'request timeout', 0, 1, 0)
  recorder.lost('timeout', 'request timeout', 0, 1, 1)
  recorder.lost('reset', 'ECONNRESET', 0, 1, 0)
  recorder.lost('closed_early', 'z', 0, 1, 0)
  recorder.lost('closed_early', 'z', 0, 2, 0)
  expect(
    totalsOf([recorder.take(2)]).errors.map(({ outcome, reason, endpoint = '' }) =>
      `${outcomes[outcome]}: ${reason} ${endpoint}`.trimEnd(),
    ),
  ).toEqual([
    'closed_early: z',
    'reset: ECONNRESET',
    'reset: EPIPE GET /a',
    'reset: EPIPE GET /b',
    'timeout: request timeout',
    'aborted: request timeout',
  ])
})

test('the counts of connections add up over threads and over the snapshots of each', () => {
  const threads = [new ScenarioRecorder(), new ScenarioRecorder()]
  const totals = new ScenarioTotals()
  for (const [rounds, recorder] of threads.entries()) {
    for (let round = 0; round <= rounds; round++) {
      recorder.opened()
      recorder.closed(
        {
          by: 'server',
          reason: 'responded with Connection: close',
          wasOpen: true,
          lost: 0,
          isAnnounced: true,
          responded: 1,
          isSurplus: false,
        },
        round,
      )
      totals.add(recorder.take(round))
    }
    recorder.opened()
    totals.add(recorder.take(9))
  }
  expect(totals.connections).toEqual({
    opened: 5,
    refused: 0,
    closedAfterResponse: 3,
    closedIdle: 0,
    surplus: 0,
    withoutSurplus: 3,
    pipelinedAfterClose: 0,
    responsesBeforeClose: null,
  })
})

test('the reasons of many threads stay a hundred, and no count is lost', () => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  const totals = new ScenarioTotals()
  for (let round = 0; round < 10; round++) {
    for (let index = 0; index < mostReasons; index++) {
      recorder.started(1, 0, round)
      recorder.lost('reset', `reason ${round * 60 + index}`, round, round, 0)
    }
    totals.add(recorder.take(round))
  }
  expect(totals.errors).toHaveLength(mostReasons + 1)
  expect(totals.errors[0]).toMatchObject({ reason: otherReasons, last: 9 })
  expect(totals.errors.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
})
