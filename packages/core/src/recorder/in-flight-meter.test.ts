import { describe, expect, test } from 'vitest'
import { InFlightMeter } from './in-flight-meter.ts'

/** Changes the number in flight as in `100 +2, 350 -1`, each a time and by how many, and gives the area. */
function areaOf(meter: InFlightMeter, changes: string): number {
  for (const change of changes.split(', ')) {
    const [at = NaN, by = NaN] = change.split(' ').map(Number)
    meter.turn(at)
    meter.add(by)
  }
  return meter.take()
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

  test('taken at any time, the parts add up', () => {
    const meter = new InFlightMeter(0, 1000)
    expect(areaOf(meter, '0 +4, 250 +0')).toBe(1000)
    expect(meter.take()).toBe(0)
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

  test('a phase without an end counts on', () => {
    expect(areaOf(new InFlightMeter(10, Infinity), '10 +2, 1000000010 -2')).toBe(2e9)
  })
})
