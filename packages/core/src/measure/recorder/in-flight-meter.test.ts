import { describe, expect, test } from 'vitest'
import { InFlightMeter } from './in-flight-meter.ts'

/** Changes the number in flight as in `100 +2, 350 -1`, each a time and by how many, and gives the area. */
function areaOf(meter: InFlightMeter, changes: string): number {
  for (const change of changes.split(', ')) {
    const [at = NaN, by = NaN] = change.split(' ').map(Number)
    meter.turn(at)
    meter.add(by)
  }
  return meter.take().time
}

describe('InFlightMeter', () => {
  test.each([
    ['one request', '100 +1, 350 -1', 250],
    ['three that end one after the other', '100 +3, 200 -1, 300 -1, 400 -1', 300 + 200 + 100],
    ['none between two', '100 +1, 200 -1, 700 +1, 750 -1', 150],
    ['one that started in the warm-up counts from the start', '-500 +2, 40 -2', 80],
    ['one that ends in the drain counts to the end', '900 +2, 5000 -2', 200],
    ['one over the whole phase and longer', '-10 +1, 1010 -1', 1000],
    ['only in the warm-up', '-500 +5, -1 -5', 0],
    ['only in the drain', '1000 +5, 1200 -5', 0],
  ])('%s', (_name, changes, area) => {
    expect(areaOf(new InFlightMeter(0, 1000), changes)).toBe(area)
  })

  test('parts of the in-flight time that are taken at any time add up', () => {
    const meter = new InFlightMeter(0, 1000)
    expect(areaOf(meter, '0 +4, 250 +0')).toBe(1000)
    expect(meter.take().time).toBe(0)
    expect(areaOf(meter, '500 -3, 1000 -1')).toBe(1000 + 500)
    expect(meter.count).toBe(0)
  })

  test.each([
    [300, 300],
    [2000, 1000],
  ])('a phase of 1000 that is ended at %d counts to %d', (end, area) => {
    const meter = new InFlightMeter(0, 1000)
    meter.add(1)
    meter.turn(end)
    meter.end(end)
    expect(areaOf(meter, '5000 -1')).toBe(area)
  })

  test.each([
    ['was held up then', '0 +10, 1000000 -5, 6000000 -5', 2_500_000, 10e6 + 5 * 1_500_000],
    ['was held up then and has read since', '0 +10, 1000000 -5, 6000000 +3, 6000010 -8', 2_500_000, 10e6 + 5 * 1_500_000],
    ['learns of it at once', '0 +10, 1000000 -5, 1000500 +0', 1_000_100, 10e6 + 5 * 100],
  ])('the in-flight time beyond an end that a thread learns of late is taken back where it %s', (_where, changes, at, area) => {
    for (const isTaken of [false, true]) {
      const meter = new InFlightMeter(0, Infinity)
      const counted = areaOf(meter, changes)
      const before = isTaken ? counted : counted + meter.take().time
      meter.end(at)
      expect(before + areaOf(meter, '7000000 +0')).toBe(area)
    }
  })

  test('no more in-flight time is taken back than there was', () => {
    const meter = new InFlightMeter(0, Infinity)
    expect(areaOf(meter, '50 +100, 60 +0')).toBe(1000)
    meter.end(10)
    expect(1000 + meter.take().time).toBeCloseTo(1000 / 6, 9)
  })

  test('each second has its in-flight time, even without a change, in parts if it lies in several snapshots', () => {
    const meter = new InFlightMeter(0, 4_500_000)
    const secondsUntil = (at: number, by = 0): unknown => {
      meter.turn(at)
      meter.add(by)
      return meter.take().seconds
    }
    expect(secondsUntil(-500_000, 2)).toEqual({ from: 0, times: [0] })
    expect(secondsUntil(250_000, -1)).toEqual({ from: 0, times: [2 * 250_000] })
    expect(secondsUntil(1_500_000, 3)).toEqual({ from: 0, times: [750_000, 500_000] })
    expect(secondsUntil(4_000_000)).toEqual({ from: 1, times: [4 * 500_000, 4_000_000, 4_000_000, 0] })
    expect(secondsUntil(9_000_000)).toEqual({ from: 4, times: [4 * 500_000] })
  })

  test('a phase without an end counts on', () => {
    expect(areaOf(new InFlightMeter(10, Infinity), '10 +2, 1000000010 -2')).toBe(2e9)
  })
})
