import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { outcomeIndex } from '../../src/model/metrics/outcome.ts'
import { ScenarioRecorder } from '../../src/measure/recorder/scenario-recorder.ts'
import { ScenarioTotals } from '../../src/measure/recorder/scenario-totals.ts'
import type { ScenarioSnapshot } from '../../src/measure/recorder/snapshot.ts'
import { aliveBytes } from './alive-bytes.ts'

/** Records one second of responses whose times spread over five powers of ten, the most that a histogram can keep. */
function recordSecond(recorder: ScenarioRecorder, second: number, responses: number, hasServiceTimes = false): ScenarioSnapshot {
  const start = second * 1e6
  for (let i = 0; i < responses; i++) {
    const now = start + (i * 1e6) / responses
    const responseTime = 10 ** (1 + (5 * ((i * 7919 + second) % responses)) / responses)
    recorder.turn(now)
    recorder.started(1, 100, now)
    recorder.received(126, now)
    recorder.responded(outcomeIndex.ok, 200, now - Math.min(now, responseTime), now, undefined)
    if (hasServiceTimes) recorder.serviceTimeOf(now).record(Math.min(now, responseTime) * 0.9)
  }
  return recorder.take(start + 999_999)
}

test('ten million responses over three hours stay within the memory of their windows', () => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  const totals = new ScenarioTotals()
  const seconds = 10_800
  const before = aliveBytes()
  for (let second = 0; second < seconds; second++) totals.add(recordSecond(recorder, second, 926))
  expect(totals.responseTime.count).toBe(seconds * 926)
  // The windows' histograms, and some hundred bytes of counters for each second.
  expect(aliveBytes() - before).toBeLessThan(32e6)
  expect(totals.windows.seconds).toHaveLength(seconds)
})

test.each([
  ['connections', false, 32e6],
  ['users, with service times beside response times,', true, 64e6],
])('a snapshot of one second of %s stays within 256 KB, and the windows of a run within bounds', (_of, hasServiceTimes, most) => {
  const recorder = new ScenarioRecorder()
  recorder.begin(0, Infinity)
  const totals = new ScenarioTotals()
  for (let second = 0; second < 650; second++) {
    const snapshot = recordSecond(recorder, second, 20_000, hasServiceTimes)
    expect(serialize(snapshot).length).toBeLessThan(256 * 1024)
    totals.add(snapshot)
  }
  let bytes = 0
  for (let second = 0; second < 650; second += totals.windows.width) bytes += serialize(totals.windows.times(second)).length
  expect(totals.windows.width).toBe(2)
  expect(bytes).toBeLessThan(most)
})
