import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OpenRequests } from './plugin-requests.ts'
import { SeriesRecorder } from '../../measure/recorder/series.ts'

const [get, set] = [new SeriesRecorder('GET'), new SeriesRecorder('SET')]

test('open requests are found by their start, in any order of their ends', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20), { maxLength: 60 }), (steps) => {
      const open = new OpenRequests()
      const expected: { startedAt: number; plannedAt: number; name: string }[] = []
      for (const [now, step] of steps.entries()) {
        const [ended] = step % 3 === 0 ? expected.splice(step % Math.max(1, expected.length), 1) : []
        if (ended === undefined) {
          const endpoint = step % 2 === 0 ? get : set
          const { startedAt } = open.add(now, now - step, endpoint)
          expected.push({ startedAt, plannedAt: now - step, name: endpoint.name })
        } else {
          open.remove(open.find(ended.startedAt))
        }
        if (ended !== undefined && open.find(ended.startedAt) !== -1) throw new Error('one that has ended was found')
        const found = Array.from({ length: open.count }, (_, place) => open.at(place))
        expect(found.map(({ startedAt, plannedAt, endpoint: { name } }) => ({ startedAt, plannedAt, name }))).toEqual(expected)
      }
    }),
  )
})

test('requests that start at the same time differ by less than a microsecond, however many there are', () => {
  for (const now of [0, 1e6, 5e12]) {
    const open = new OpenRequests()
    const times = Array.from({ length: 100 }, () => open.add(now, now, get).startedAt)
    expect(times[0]).toBe(now)
    expect(new Set(times).size).toBe(100)
    expect((times.at(-1) ?? Infinity) - now).toBeLessThan(1)
  }
})
