import { expect, test } from 'vitest'
import { outcomeIndex, sumOutcomes } from '../../model/metrics/outcome.ts'
import { PhaseRecorder } from './series.ts'
import { PhaseTotals } from './series-totals.ts'

test('a snapshot of a phase has the counts since the last one', () => {
  const phase = new PhaseRecorder()
  phase.counts.started += 4
  phase.counts.dataSent += 420
  phase.counts.dropped += 1
  phase.counts.retried += 1
  phase.counts.dataReceived += 50
  phase.responded(outcomeIndex.ok, 200)
  phase.responded(outcomeIndex.ok, 200)
  phase.responded(outcomeIndex.http_error, 0)
  phase.responded(outcomeIndex.http_error, 999)
  phase.ended(outcomeIndex.aborted)
  expect(phase.take()).toEqual({
    started: 4,
    dropped: 1,
    retried: 1,
    outcomes: [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    statuses: [
      [0, 1],
      [200, 2],
      [999, 1],
    ],
    dataSent: 420,
    dataReceived: 50,
  })
  phase.ended(outcomeIndex.reset)
  expect(phase.take()).toEqual({
    started: 0,
    dropped: 0,
    retried: 0,
    outcomes: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    statuses: [],
    dataSent: 0,
    dataReceived: 0,
  })
})

test('phase totals add up the counts of threads, by outcome and by status', () => {
  const [one, two, totals] = [new PhaseRecorder(), new PhaseRecorder(), new PhaseTotals()]
  one.counts.started += 3
  one.counts.dataSent += 30
  one.responded(outcomeIndex.http_error, 503)
  one.responded(outcomeIndex.ok, 200)
  Object.assign(two.counts, { started: 2, dataSent: 20, dataReceived: 7 })
  two.responded(outcomeIndex.ok, 200)
  two.ended(outcomeIndex.timeout)
  totals.add(one.take())
  totals.add({ ...two.take(), dropped: 4, retried: 2 })
  expect([totals.started, totals.dropped, totals.retried, totals.dataSent, totals.dataReceived]).toEqual([5, 4, 2, 50, 7])
  expect(totals.outcomes).toMatchObject({ ok: 2, http_error: 1, timeout: 1, aborted: 0 })
  expect(sumOutcomes(totals.outcomes)).toBe(4)
  expect(Object.entries(totals.statuses)).toEqual([
    ['200', 2],
    ['503', 1],
  ])
})

test('phase totals of nothing are empty', () => {
  const totals = new PhaseTotals()
  expect([totals.started, totals.statuses, sumOutcomes(totals.outcomes)]).toEqual([0, {}, 0])
})
