import { expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { PhaseRecorder } from './phase-recorder.ts'

test('a snapshot holds what was recorded since the last one', () => {
  const phase = new PhaseRecorder()
  phase.started(3, 300)
  phase.started(1, 100)
  phase.sent(20)
  phase.dropped()
  phase.received(50)
  phase.answered(outcomeIndex.ok, 200)
  phase.answered(outcomeIndex.ok, 200)
  phase.answered(outcomeIndex.http_error, 0)
  phase.answered(outcomeIndex.http_error, 999)
  phase.ended(outcomeIndex.aborted)
  expect(phase.take()).toEqual({
    started: 4,
    dropped: 1,
    outcomes: [2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    statuses: [
      [0, 1],
      [200, 2],
      [999, 1],
    ],
    bytesSent: 420,
    bytesReceived: 50,
  })
  phase.ended(outcomeIndex.reset)
  expect(phase.take()).toEqual({
    started: 0,
    dropped: 0,
    outcomes: [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0],
    statuses: [],
    bytesSent: 0,
    bytesReceived: 0,
  })
})
