import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../vitest/index.ts'
import { measured } from '../../test/baseline-suite.ts'
import { withRareEndpoint } from '../../test/result/compared-sides.ts'
import { assertMatchesBaseline } from './assert.ts'

let folder = ''
const base = measured('shop')
const slower = measured('shop', 1000, 11)
const update = (given: Parameters<typeof assertMatchesBaseline>[0]): Promise<void> =>
  assertMatchesBaseline(given, 'bids', { folder, update: true })
const failureOf = (act: () => void): string => {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
  return 'it passed'
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'benchpress-matches-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('toMatchBaseline', () => {
  test('toMatchBaseline passes for figures that are not worse, and fails for worse ones, with the figures', async () => {
    await update(base)
    expect(measured('shop', 1003, 9.98)).toMatchBaseline('bids', { folder })
    expect(slower).not.toMatchBaseline('bids', { folder })
    expect(slower).toMatchBaseline('bids', { folder, tolerance: '20%' })
    await assertMatchesBaseline(base, 'bids', { folder })
    expect(failureOf(() => expect(slower).toMatchBaseline('bids', { folder }))).toMatch(
      /^the results are worse than baseline bids, with a tolerance of 5 %\n\n {2}worse +http_response_time p50 of reads: by \+10 %, between \+[\d.]+ % and \+[\d.]+ % at 95 %\n[^]*verdict +valid/,
    )
    expect(failureOf(() => expect(base).not.toMatchBaseline('bids', { folder }))).toMatch(
      /^the results are no worse than baseline bids, but/,
    )
  })

  test('toMatchBaseline names the test that became worse, and shares in points', async () => {
    const both = [base, measured('other')]
    await update(both)
    const now = [base, measured('other', 1000, 12)]
    const message = failureOf(() => expect(now).toMatchBaseline('bids', { folder }))
    expect(message).toMatch(/worse +http_response_time p50 of reads, other: by \+20 %,/)
    expect(message).toMatch(/reproduce +test other with seed/)
    const withRare = (failed: number) => ({ ...base, tests: base.tests.map((run) => withRareEndpoint(run, failed)) })
    await update(withRare(0))
    expect(failureOf(() => expect(withRare(0.5)).toMatchBaseline('bids', { folder }))).toMatch(
      /worse +http_failed rate of GET \/rare of reads: by \+50 points, between \+\d+ points and \+\d+ points at 95 %/,
    )
  })

  test('toMatchBaseline refuses an unknown option', async () => {
    await update(base)
    const options = { folder, margin: '10%' } as object
    expect(failureOf(() => expect(base).toMatchBaseline('bids', options))).toMatch(/^there is no option "margin"; /)
    await expect(assertMatchesBaseline(base, 'bids', options)).rejects.toThrow('there is no option "margin"; ')
  })

  test('toMatchBaseline asks for the name that it was not given', () => {
    expect(failureOf(() => expect(base).toMatchBaseline(undefined as never))).toBe(
      "the name of a baseline is missing; write one such as 'main'",
    )
  })

  test('toMatchBaseline takes several results as the runs of one test', async () => {
    const runs = base.tests.map((run) => ({ ...base, tests: [{ ...run, repeat: 1 }] }))
    await update(runs)
    expect(runs.slice(0, 6)).toMatchBaseline('bids', { folder })
    expect(failureOf(() => expect(runs.slice(0, 2)).toMatchBaseline('bids', { folder }))).toMatch(
      /2 runs of a side are too few, it takes at least 5/,
    )
  })

  test('toMatchBaseline is undecided without a baseline, with few runs, and for an invalid run', async () => {
    for (const act of [() => expect(base).toMatchBaseline('bids', { folder }), () => expect(base).not.toMatchBaseline('bids', { folder })])
      expect(failureOf(act)).toMatch(
        /^undecided: the results beside baseline bids\n\n {2}not compared +shop: there is no baseline bids\n {2}to do +Make one on this machine/,
      )
    await expect(update(measured('shop', 1000, 10, [1, 1]))).rejects.toThrow(
      /the baseline was not made of these results[^]*2 runs are too few[^]*toMatchBaseline a list of results/,
    )
    await update(base)
    const invalid = { ...base, tests: base.tests.map((run) => ({ ...run, verdict: { level: 'invalid', reasons: [] } as const })) }
    for (const act of [
      () => expect(invalid).toMatchBaseline('bids', { folder }),
      () => expect(invalid).not.toMatchBaseline('bids', { folder }),
    ])
      expect(failureOf(act)).toMatch(/^undecided: run 1 of shop: the run is invalid/)
    await expect(update(invalid)).rejects.toThrow(/^undecided: run 1 of shop: the run is invalid/)
    expect(base).toMatchBaseline('bids', { folder })
  })

  test('toMatchBaseline refuses anything but a result, and an invalid tolerance', () => {
    expect(() => expect({}).toMatchBaseline('bids', { folder })).toThrow(/^runs are the result of run/)
    expect(() => expect([]).toMatchBaseline('bids', { folder })).toThrow(/there is no run/)
    expect(() => expect(base).toMatchBaseline('bids', { folder, tolerance: '5ms' })).toThrow(TypeError)
    expect(() => expect(base).toMatchBaseline('bids', { folder, tolerance: 0 })).toThrow(/the tolerance 0 % is not above 0 %/)
    expect(() => expect(base).toMatchBaseline('../bids', { folder })).toThrow(/the name of a baseline must be/)
  })
})
