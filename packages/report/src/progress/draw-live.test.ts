import { stripVTControlCharacters } from 'node:util'
import type { Progress } from '@benchpress/core'
import { describe, expect, test } from 'vitest'
import { progressFixture } from '../../test/progress-fixture.ts'
import { noTimes } from '../../test/suite-fixture.ts'
import { textWidth } from '../format/texts.ts'
import { colourPalette, plainPalette } from '../render/palette.ts'
import { drawLine, drawLive } from './draw-live.ts'
import { LiveHistory, sparkline } from './sparkline.ts'

const resources = {
  at: 12,
  length: 1,
  generatorCpu: 0.413,
  generatorRss: 121_400_000,
  targetCpu: 1.207,
  targetRss: 84_200_000,
  hostCpu: 1.7,
  hostInterruptCpu: 0.1,
  disturbance: {} as NonNullable<Progress['resources']>['disturbance'],
}
const suspect = {
  level: 'suspect',
  reasons: [
    {
      rule: 'generator-saturated',
      level: 'suspect',
      text: 'worker 0 was busy 97 % of the time from 3 s to 12 s: the target may be faster than this; use more workers',
    },
  ],
} as const

const bids: Progress = {
  ...progressFixture,
  test: 'bids',
  variant: 'multi-core',
  suite: { run: 5, runs: 12, left: 830 },
  users: 37,
  plannedUsers: 40,
  iterations: 2400,
  dropped: 3,
  inFlight: 12,
  failed: 12,
  resources,
  verdict: suspect,
}

/** Builds the progress of a run of several seconds that ends with `last`; `null` stands for a second that was not reported. */
function told(last: Progress, requests: readonly (number | null)[]): { readonly progress: Progress; readonly history: LiveHistory } {
  const history = new LiveHistory()
  let progress = last
  for (const [at, count] of requests.entries()) {
    if (count === null) continue
    const responseTime = count === 0 ? noTimes : { ...last.responseTime, p50: 20 + at, p99: 40 + 4 * at }
    progress = { ...last, second: { at, requests: count, failed: at % 4 === 3 ? at : 0, bytes: count * 100 }, responseTime }
    history.add(progress)
  }
  return { progress, history }
}

const seconds = [120_000, 150_000, 180_000, null, 198_231, 0, 90_000, 201_000, null, null, 199_000, 198_231]

describe.each([80, 120, 200])('on a terminal of %i columns', (columns) => {
  test.each([
    ['with colour', colourPalette],
    ['without colour', plainPalette],
  ])('the live view is drawn %s', (_case, palette) => {
    const { progress, history } = told(bids, seconds)
    const lines = drawLive(progress, history, { columns, rows: 24 }, palette)
    expect(lines.map(stripVTControlCharacters).join('\n').includes('\u001B')).toBe(false)
    expect(lines.join('\n')).toMatchSnapshot()
  })

  test('no line reaches the last column', () => {
    const wide = '漢字'.repeat(60)
    const { progress, history } = told(
      { ...bids, test: wide },
      Array.from({ length: 300 }, (_, at) => at),
    )
    for (const line of drawLive(progress, history, { columns, rows: 24 }, plainPalette)) expect(textWidth(line)).toBeLessThan(columns)
    expect(textWidth(drawLine(progress, columns))).toBeLessThan(columns)
  })
})

test('on a terminal of 60 columns there is one line', () => {
  const { progress } = told({ ...bids, suite: null }, seconds)
  expect(drawLine(progress, 60)).toMatchSnapshot()
})

test('unknown figures are left out: the number of a single run, users of a load without users, a target that cannot be watched', () => {
  const { progress, history } = told(
    { ...bids, variant: 'default', repeats: 1, suite: { run: 1, runs: 1, left: 18 }, users: null, verdict: null },
    [7],
  )
  const lines = drawLive({ ...progress, resources: { ...resources, targetCpu: null } }, history, { columns: 80, rows: 24 }, plainPalette)
  expect(lines.join('\n')).toMatchSnapshot()
})

test('before the first second of the run phase there are no sparklines, and the rate is that of the warm-up', () => {
  const warmup: Progress = { ...progressFixture, phase: 'warm-up', responseTime: noTimes }
  expect(drawLive(warmup, new LiveHistory(), { columns: 80, rows: 24 }, plainPalette).join('\n')).toMatchSnapshot()
})

test('the suite of a single test is its repeats', () => {
  const repeated: Progress = { ...progressFixture, suite: { run: 2, runs: 3, left: 60 } }
  expect(drawLive(repeated, new LiveHistory(), { columns: 80, rows: 24 }, plainPalette)[0]).toBe('run 2 of 3, 60s left')
})

test('while a target starts or stops only the phase is shown', () => {
  const draw = (changes: Partial<Progress>): string =>
    drawLive({ ...bids, ...changes }, new LiveHistory(), { columns: 80, rows: 24 }, plainPalette).join('\n')
  expect(draw({ phase: 'setup' })).toBe('bids, multi-core, 2 of 3, run 5 of 12 of the suite, 14 min left\nstarting')
  expect(draw({ phase: 'teardown', suite: null, variant: 'default', repeats: 1 })).toBe('stopping')
})

test('a hostile text in the verdict cannot move the cursor or break the line', () => {
  const reasons = [{ rule: 'errors', level: 'invalid', text: 'HTTP\u001B]0;x\u0007\r\n\u202E' }] as const
  const lines = drawLive({ ...bids, verdict: { level: 'invalid', reasons } }, new LiveHistory(), { columns: 120, rows: 24 }, plainPalette)
  expect(lines.at(-1)).toBe('so far     invalid: HTTP\\x1b]0;x\\x07\\x0d\\x0a\\u{202e}')
})

describe('a sparkline', () => {
  test('has eight levels, the lowest of which is only for 0, and a gap for an unknown figure', () => {
    expect(sparkline([0, 1, 2, 3, 4, 5, 6, 7])).toBe('▁▂▃▄▅▆▇█')
    expect(sparkline([0, 0.001, null, 1000])).toBe('▁▂ █')
    expect(sparkline([0, 0])).toBe('▁▁')
    expect(sparkline([])).toBe('')
  })

  test('has a gap for a second that was not reported, and no time for a second without a response', () => {
    const { history } = told(bids, [5, null, 0, 7])
    expect(history.read('requests', 10)).toEqual([5, null, 0, 7])
    expect(history.read('p50', 10)).toEqual([20, null, null, 23])
    expect(history.read('requests', 2)).toEqual([0, 7])
  })

  test('begins anew with each run, and counts a second once that is reported twice', () => {
    const { progress, history } = told(bids, [5, 6])
    history.add({ ...progress, requestsPerSecond: 1 })
    expect(history.read('requests', 10)).toEqual([5, 6])
    history.add({ ...progress, repeat: 3, second: null })
    expect(history.read('requests', 10)).toEqual([])
  })
})

test('each machine of the load has a row, lost machines first', () => {
  const machine = (name: string, lost: string | null = null) => ({ name, requestsPerSecond: 1234.5, cpu: 0.512, lost })
  const many = Array.from({ length: 9 }, (_, index) => machine(`eu-${index}`))
  const drawn = (machines: Progress['machines']): readonly string[] =>
    drawLive({ ...bids, ...(machines === undefined ? {} : { machines }) }, new LiveHistory(), { columns: 100, rows: 24 }, plainPalette)
  const lines = drawn([...many, machine('us\u001B[31m', 'silent for 5 s')])
  const first = lines.findIndex((line) => line.startsWith('machines'))
  expect(lines.slice(first, first + 3).map((line) => line.replaceAll(/ +/g, ' '))).toEqual([
    'machines us\\x1b[31m lost: silent for 5 s',
    ' eu-0 1,235 requests/s, 0.51 cores',
    ' eu-1 1,235 requests/s, 0.51 cores',
  ])
  expect(lines[first + 8]?.trim()).toBe('and 2 more')
  expect(lines.join()).not.toContain('generator 0.41')
  expect(drawn(undefined).join()).toContain('generator 0.41')
})

test.each([15, 16, 19, 40])('on a terminal of %i rows, all rows of the view but one for the cursor can be erased', (rows) => {
  const machines = Array.from({ length: 10 }, (_, index) => ({ name: `eu-${index}`, requestsPerSecond: 7, cpu: 0.5, lost: null }))
  const lines = drawLive({ ...bids, machines }, new LiveHistory(), { columns: 80, rows }, plainPalette)
  expect(lines).toHaveLength(Math.min(rows - 1, 19))
  expect(lines.some((line) => line.includes(`and ${rows === 15 ? 7 : rows === 16 ? 6 : rows === 19 ? 3 : 2} more`))).toBe(true)
  expect(lines.at(-2)).toMatch(/^so far +suspect: /)
})
