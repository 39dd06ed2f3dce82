import { expect, test } from 'vitest'
import { outcomeIndex } from '../../model/metrics/outcome.ts'
import { ScenarioRecorder } from './scenario-recorder.ts'

const { ok, http_error: httpError } = outcomeIndex
const runStart = 1000

test('requests of connections are counted by endpoint as well, those of the run phase alone', () => {
  const recorder = new ScenarioRecorder()
  const series = recorder.addSeries(['GET /a', 'GET /b', 'GET /a'])
  recorder.begin(runStart, Infinity)
  for (const sentAt of [runStart - 1, runStart]) {
    series.started(Uint32Array.of(0, 1, 2, 1), sentAt)
    series.received(0, 50, sentAt)
    series.answered(0, ok, 200, sentAt, sentAt + 30)
    series.answered(1, httpError, 500, sentAt, sentAt + 40)
    series.lost(2, 'timeout', sentAt, 700)
    series.lost(1, 'aborted', sentAt, 0)
  }
  const { endpoints } = recorder.take(runStart + 100)
  expect(endpoints.map(({ name, started, statuses, bytesReceived }) => ({ name, started, statuses, bytesReceived }))).toEqual([
    { name: 'GET /a', started: 2, statuses: [[200, 1]], bytesReceived: 50 },
    { name: 'GET /b', started: 2, statuses: [[500, 1]], bytesReceived: 0 },
  ])
  expect(endpoints.map(({ responseTimes }) => responseTimes.map(([statusClass, { sum }]) => [statusClass, sum]))).toEqual([
    [
      [0, 700],
      [2, 30],
    ],
    [[5, 40]],
  ])
  // They are sent when they are planned, so that the response time is the service time.
  expect(endpoints.map(({ serviceTime }) => serviceTime.count)).toEqual([0, 0])
  expect(recorder.take(runStart + 100).endpoints).toEqual([])
})

test('a recorder without series has no endpoints', () => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  recorder.started(1, 10, 5)
  expect(recorder.take(10).endpoints).toEqual([])
})
