import { expect, test } from 'vitest'
import { outcomeIndex, sumOutcomes } from '../../model/metrics/outcome.ts'
import { PhaseRecorder } from './phase-recorder.ts'
import { PhaseTotals } from './phase-totals.ts'

test('adds up what threads counted, by outcome and by status', () => {
  const [one, two, totals] = [new PhaseRecorder(), new PhaseRecorder(), new PhaseTotals()]
  one.started(3, 30)
  one.answered(outcomeIndex.http_error, 503)
  one.answered(outcomeIndex.ok, 200)
  two.started(2, 20)
  two.received(7)
  two.answered(outcomeIndex.ok, 200)
  two.ended(outcomeIndex.timeout)
  totals.add(one.take())
  totals.add({ ...two.take(), dropped: 4 })
  expect([totals.started, totals.dropped, totals.bytesSent, totals.bytesReceived]).toEqual([5, 4, 50, 7])
  expect(totals.outcomes).toMatchObject({ ok: 2, http_error: 1, timeout: 1, aborted: 0 })
  expect(sumOutcomes(totals.outcomes)).toBe(4)
  expect(Object.entries(totals.statuses)).toEqual([
    ['200', 2],
    ['503', 1],
  ])
})

test('nothing added is nothing at all', () => {
  const totals = new PhaseTotals()
  expect([totals.started, totals.statuses, sumOutcomes(totals.outcomes)]).toEqual([0, {}, 0])
})
