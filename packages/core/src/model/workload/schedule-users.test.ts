import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loadCurve, share } from '../../../test/model/workload/load-curve-arbitrary.ts'
import { constantCurve, cumulated, lengthOf, levelAt, type LoadCurve } from './load-curve.ts'
import { userEvents, type UserEvent } from './schedule.ts'
import type { UsersWorkload } from './workload.ts'

const alone = { worker: 0, workers: 1 }

function users(curve: LoadCurve, warmup = 0): UsersWorkload {
  return { kind: 'users', startAfter: 0, warmup, gracefulStop: 0, curve, iterations: undefined, pacing: 0 }
}

/** Users that are there after the events up to a time, and whether each event made sense. */
function presentAt(events: readonly UserEvent[], time: number): Set<number> {
  const present = new Set<number>()
  for (const { at, user, joins } of events) {
    if (at > time) break
    expect(present.has(user)).toBe(!joins)
    if (joins) present.add(user)
    else present.delete(user)
  }
  return present
}

const someUsers = loadCurve.map(({ from, steps }) => ({
  from: from / 5,
  steps: steps.map(({ duration, to }) => ({ duration, to: to / 5 })),
}))

test('users of a constant level are all there from the start of the warm-up', () => {
  const joins = (at: number): UserEvent[] => [0, 1, 2].map((user) => ({ at, user, joins: true }))
  expect(userEvents(users(constantCurve(3, 10e6)), alone)).toEqual(joins(0))
  expect(userEvents(users(constantCurve(3, Infinity), 2e6), alone)).toEqual(joins(-2e6))
})

test('users of a ramp join half a distance after its start and leave in the opposite order', () => {
  const steps = [
    { duration: 2e6, to: 2 },
    { duration: 4e6, to: 0 },
  ]
  expect(userEvents(users({ from: 0, steps }), alone)).toEqual([
    { at: 0.5e6, user: 0, joins: true },
    { at: 1.5e6, user: 1, joins: true },
    { at: 3e6, user: 1, joins: false },
    { at: 5e6, user: 0, joins: false },
  ])
})

test('users of a jump join at once, and a jump at the very start is the first level', () => {
  const steps = [
    { duration: 0, to: 1 },
    { duration: 1e6, to: 1 },
    { duration: 0, to: 3 },
    { duration: 1e6, to: 3 },
  ]
  expect(userEvents(users({ from: 9, steps }, 1e6), alone)).toEqual([
    { at: -1e6, user: 0, joins: true },
    { at: 1e6, user: 1, joins: true },
    { at: 1e6, user: 2, joins: true },
  ])
})

describe('at any curve', () => {
  test('the number of users is the level at any time, and they have the lowest numbers', () => {
    fc.assert(
      fc.property(someUsers, share, (curve, part) => {
        const time = part * lengthOf(curve)
        const level = levelAt(curve, time)
        // at the very moment of an event a rounding decides
        fc.pre(Math.abs((level % 1) - 0.5) > 1e-6)
        const present = presentAt(userEvents(users(curve), alone), time)
        expect(present.size).toBe(Math.round(level))
        expect([...present].every((user) => user < present.size)).toBe(true)
      }),
    )
  })

  test('events of users are in the order of time', () => {
    fc.assert(
      fc.property(someUsers, (curve) => {
        const times = userEvents(users(curve), alone).map(({ at }) => at)
        for (const [index, at] of times.entries()) expect(at).toBeGreaterThanOrEqual((times[index - 1] ?? 0) - 1e-3)
      }),
    )
  })

  test('the total time of users is that of the curve, over ramps between whole levels', () => {
    const whole = loadCurve.map(({ from, steps }) => ({
      from: Math.round(from / 5),
      steps: steps.map(({ duration, to }) => ({ duration, to: Math.round(to / 5) })),
    }))
    fc.assert(
      fc.property(whole, (curve) => {
        const end = lengthOf(curve)
        const userTime = userEvents(users(curve), alone).reduce((sum, { at, joins }) => sum + (joins ? end - at : at - end), 0) / 1e6
        expect(Math.abs(userTime - cumulated(curve, Infinity))).toBeLessThan(1e-6 * (1 + userTime))
      }),
    )
  })

  test('each user belongs to one thread, and the threads’ events are all events', () => {
    fc.assert(
      fc.property(someUsers, fc.integer({ min: 1, max: 4 }), (curve, workers) => {
        const parts = Array.from({ length: workers }, (_, worker) => userEvents(users(curve), { worker, workers }))
        for (const [worker, part] of parts.entries()) expect(part.every(({ user }) => user % workers === worker)).toBe(true)
        const byText = (events: readonly UserEvent[]): string[] => events.map((event) => JSON.stringify(event)).toSorted()
        expect(byText(parts.flat())).toEqual(byText(userEvents(users(curve), alone)))
      }),
    )
  })
})
