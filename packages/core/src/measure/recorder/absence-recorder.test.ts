import { expect, test } from 'vitest'
import type { Closing } from '../../model/metrics/outcome.ts'
import { AbsenceRecorder, allWithin, leastBroken } from './absence-recorder.ts'

const start = 5_000_000
const broken: Closing = {
  by: 'server',
  reason: 'ECONNRESET',
  wasOpen: true,
  lost: 1,
  pipelinedAfterClose: 0,
  responded: 9,
  isAnnounced: false,
  isSurplus: false,
}
const refused: Closing = { ...broken, reason: 'ECONNREFUSED', wasOpen: false, lost: 0 }
const idle: Closing = { ...broken, reason: 'closed before the response', lost: 0 }

function connected(connections: number): AbsenceRecorder {
  const recorder = new AbsenceRecorder()
  for (let opened = 0; opened < connections; opened++) recorder.opened()
  return recorder
}

test('in a restart all connections break, attempts are refused, and the target is back with the first byte', () => {
  const recorder = connected(3)
  recorder.closed(broken, start)
  recorder.closed(idle, start + 100)
  recorder.closed(broken, start + 300)
  recorder.closed(refused, start + 400)
  expect(recorder.take()).toEqual([{ from: start, to: Infinity, broken: 3, refused: 1 }])
  recorder.closed(refused, start + 50_000)
  recorder.opened()
  recorder.heard(start + 90_000)
  expect(recorder.take()).toEqual([{ from: start, to: start + 90_000, broken: 3, refused: 2 }])
  expect(recorder.take()).toEqual([])
})

test('a single connection that breaks or is refused is not an absence', () => {
  const recorder = connected(3)
  recorder.closed(broken, start)
  recorder.closed(refused, start + 10)
  recorder.heard(start + 200_000)
  expect(recorder.take()).toEqual([])
})

test('connections that break one after the other, with responses in between, are not an absence', () => {
  const recorder = connected(2)
  recorder.closed(broken, start)
  recorder.heard(start + 10)
  recorder.closed(broken, start + 20)
  recorder.opened()
  recorder.heard(start + 300_000)
  expect(recorder.take()).toEqual([])
})

test('an absence needs all connections to break within a second of the first', () => {
  const within = (last: number): number => {
    const recorder = connected(2)
    recorder.closed(broken, start)
    recorder.closed(broken, start + last)
    recorder.closed(refused, start + last)
    recorder.heard(start + 5_000_000)
    return recorder.take()[0]?.from ?? 0
  }
  expect(within(allWithin)).toBe(start)
  // The second one alone was open then: for everyone that was there the absence began with it.
  expect(within(allWithin + 1)).toBe(start + allWithin + 1)
})

test('without refusals an absence needs all used connections to be gone for a while', () => {
  const after = (closing: Closing, time: number): number => {
    const recorder = connected(2)
    recorder.closed(closing, start)
    recorder.closed(closing, start)
    recorder.opened()
    recorder.heard(start + time)
    return recorder.take().length
  }
  expect([after(broken, leastBroken), after(broken, leastBroken - 1), after(idle, leastBroken)]).toEqual([1, 0, 0])
})

test.each<[string, Partial<Closing>]>([
  ['ended by us', { by: 'us' }],
  ['announced by Connection: close', { isAnnounced: true, responded: 1, isSurplus: false }],
  ['ended by a limit of this machine', { reason: 'EMFILE' }],
])('connections that were %s are no absence', (_name, closing) => {
  const recorder = connected(2)
  recorder.closed({ ...broken, ...closing }, start)
  recorder.closed({ ...broken, ...closing }, start)
  recorder.heard(start + 500_000)
  expect(recorder.take()).toEqual([])
})

test('connections of plugins count like HTTP connections for absences', () => {
  const recorder = connected(2)
  recorder.closed(broken, start)
  expect(recorder.take()).toEqual([])
  recorder.left('target', start + 10)
  recorder.refused(start + 20)
  recorder.heard(start + 30_000)
  expect(recorder.take()).toEqual([{ from: start, to: start + 30_000, broken: 2, refused: 1 }])
})
