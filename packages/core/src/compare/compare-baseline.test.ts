import { describe, expect, test } from 'vitest'
import { baselinesOf, measured, stored, withRuns } from '../../test/baseline-suite.ts'
import { withRareEndpoint } from '../../test/result/compared-sides.ts'
import { runsByTest } from './side.ts'
import type { SuiteResult } from '../result/shape/result.ts'
import { baselineOf, type Baseline } from './baseline.ts'
import type { StoredBaseline } from './baseline-folder.ts'
import { compareWithBaseline } from './compare-baseline.ts'

const base = measured('shop')

describe('a comparison with a baseline', () => {
  test('a comparison with a baseline holds when nothing is worse', () => {
    const { outcome, notCompared, comparison } = compareWithBaseline(stored(base), [measured('shop', 1004, 9.97)])
    expect([outcome, notCompared]).toEqual(['held', []])
    expect(comparison).toMatchObject({ base: { name: 'baseline main', environment: null, runs: 8 }, head: { name: 'this run', runs: 8 } })
    expect(comparison?.figures.map(({ metric, aggregate, answer }) => `${metric} ${aggregate} ${answer}`)).toEqual([
      'throughput rate equivalent',
      'http_response_time p50 equivalent',
      'http_response_time p90 equivalent',
      'http_response_time p99 equivalent',
      'http_failed rate equivalent',
    ])
  })

  test('a comparison with a baseline tells what its intervals do not cover', () => {
    const { comparison } = compareWithBaseline(stored(base), [{ ...base, tests: base.tests.slice(0, 6) }])
    expect(comparison?.notes).toEqual([
      expect.stringMatching(/^The baseline main was measured before this run: what the machine did meanwhile/),
      expect.stringMatching(/^The runs of this run share one start/),
      expect.stringMatching(/^Of the 8 runs of shop on the baseline main the last 6 count/),
    ])
  })

  test('an endpoint whose requests fail now is not better than in the baseline', () => {
    const [before, now] = [withRuns(base, (run) => withRareEndpoint(run, 0)), withRuns(base, (run) => withRareEndpoint(run, 0.5))]
    const { comparison, outcome } = compareWithBaseline(stored(before), [now])
    const rare = comparison?.figures.filter(({ part }) => part.names.at(-1) === 'GET /rare')
    const because = 'GET /rare of reads, shop fails 0 % of its requests in the baseline and 50 % now'
    expect(rare?.map((each) => each.because)).toEqual([because, because, null])
    expect(outcome).toBe('regressed')
  })

  test('an endpoint that is the only one now is compared with the same of several in the baseline', () => {
    const before = withRuns(base, (run) => withRareEndpoint(run, 0))
    const now = withRuns(before, (run) => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, endpoints: each.endpoints.slice(0, 1) })),
    }))
    const compared = (baseline: StoredBaseline, suite: SuiteResult) => {
      const { comparison } = compareWithBaseline(baseline, [suite])
      const ofItems = comparison?.figures.filter(({ part }) => part.names.at(-1) === 'GET /items').map(({ answer }) => answer)
      return { answers: new Set(ofItems), note: comparison?.notes?.find((text) => text.startsWith('Only')) }
    }
    const answers = new Set(['equivalent'])
    expect(compared(stored(before), now)).toEqual({
      answers,
      note: expect.stringMatching(/^Only the baseline main has GET \/rare of reads, shop/),
    })
    expect(compared(stored(now), before)).toEqual({ answers, note: expect.stringMatching(/^Only this run has GET \/rare of reads, shop/) })
    expect(compared(stored(now), now)).toEqual({ answers: new Set(), note: undefined })
    // A file of an earlier version lacks the only endpoint.
    const tests = baselinesOf(now).map((each) => ({ ...each, figures: each.figures.filter(({ part }) => part.kind !== 'endpoint') }))
    expect(compared(stored(now, { tests }), before)).toEqual({ answers: new Set(['inconclusive']), note: undefined })
  })

  test('an endpoint with few requests in the baseline may have failed by chance', () => {
    const few = withRuns(base, (run) => withRareEndpoint(run, 0.04))
    const many = withRuns(base, (run) =>
      withRareEndpoint(
        { ...run, scenarios: run.scenarios.map((each) => ({ ...each, counts: { ...each.counts, started: 100 * each.counts.started } })) },
        0.02,
      ),
    )
    const answersIn = (before: StoredBaseline) =>
      compareWithBaseline(before, [many]).comparison?.figures.flatMap(({ part, aggregate, answer }) =>
        part.names.at(-1) === 'GET /rare' && aggregate === 'p50' ? [answer] : [],
      )
    const before = stored(few)
    expect(answersIn(before)).toEqual(['equivalent'])
    // Files of earlier versions lack the numbers of requests.
    const withoutNumbers = (baseline: Baseline): Baseline => ({
      ...baseline,
      figures: baseline.figures.map(({ requests: _requests, ...figure }) => figure),
    })
    expect(answersIn({ ...before, tests: before.tests.map(withoutNumbers) })).toEqual(['inconclusive'])
  })

  test('a comparison with a baseline finds a regression beyond interval and margin, and no other', () => {
    const slower = compareWithBaseline(stored(base), [measured('shop', 1000, 11)])
    expect(slower.outcome).toBe('regressed')
    expect(slower.regressed.map(({ metric, aggregate }) => `${metric} ${aggregate}`)).toEqual(
      ['p50', 'p90', 'p99'].map((aggregate) => `http_response_time ${aggregate}`),
    )
    expect(compareWithBaseline(stored(base), [measured('shop', 1000, 10.3)]).outcome).toBe('held')
    expect(compareWithBaseline(stored(base), [measured('shop', 1000, 11)], { margin: 0.2 }).outcome).toBe('held')
    expect(compareWithBaseline(stored(base), [measured('shop', 1200, 8)]).outcome).toBe('held')
  })

  test('a change whose interval contains the margin is undecided, however certain the change is', () => {
    const wide = [0.97, 1.03, 0.99, 1.01, 1, 1]
    const of = (time: number, margin: number) => {
      const compared = compareWithBaseline(stored(measured('shop', 1000, 10, wide)), [measured('shop', 1000, time, wide)], { margin })
      const p99 = compared.comparison?.figures.find(({ aggregate }) => aggregate === 'p99')
      return { ...compared, answer: p99?.answer, interval: p99?.interval ?? [0, 0] }
    }
    const near = of(10.9, 0.08)
    expect([near.answer, near.outcome]).toEqual(['worse', 'undecided'])
    expect(near.interval[0]).toBeLessThan(1.08)
    expect(near.interval[1]).toBeGreaterThan(1.08)
    expect(near.undecided[0]?.because).toContainEqual(
      'http_response_time p99 of reads is worse, but not surely by more than 8 %: more runs would tell',
    )
    expect(of(12.5, 0.08).outcome).toBe('regressed')
    // Not equivalent, as it may be much better; and sure to be no worse by more than the margin.
    const better = of(9.7, 0.03)
    expect([better.answer, better.outcome]).toEqual(['inconclusive', 'held'])
  })

  test('fewer than 5 runs on either side decide nothing, and the needed number is reported', () => {
    for (const [before, now] of [
      [4, [1, 1, 1, 1, 1]],
      [8, [1, 1, 1, 1]],
    ] as const) {
      // An earlier version may have kept fewer runs than a baseline needs now.
      const kept = baselinesOf(base).map((baseline) => ({
        ...baseline,
        runs: before,
        figures: baseline.figures.map((figure) => ({ ...figure, values: figure.values.slice(0, before) })),
      }))
      const { outcome, comparison } = compareWithBaseline(stored(base, { tests: kept }), [measured('shop', 1000, 20, now)])
      expect(outcome).toBe('undecided')
      const [throughput] = comparison?.figures ?? []
      expect(throughput).toMatchObject({ answer: 'inconclusive', because: expect.stringContaining('too few, it takes at least 5') })
    }
  })

  test('a baseline without a decided time decides nothing: neither missing failures nor a planned rate are a success', () => {
    const atRate = (okPerSecond: number, factors: readonly number[], failed: number): SuiteResult =>
      withRuns(measured('shop', okPerSecond, 10, factors), (run) => ({
        ...run,
        scenarios: run.scenarios.map((each) => ({
          ...each,
          workload: { ...each.workload, kind: 'rate' } as never,
          counts: { ...each.counts, outcomes: { ...each.counts.outcomes, http_error: failed } },
          throughput: { ...each.throughput, okPerSecond: 100 },
        })),
      }))
    for (const failed of [0, 1]) {
      const before = stored(atRate(100, [0.7, 0.9, 1, 1.1, 1.4], failed))
      const { outcome, comparison, undecided } = compareWithBaseline(before, [atRate(100, [0.8, 0.9, 1, 1.1, 1.3], failed)])
      expect(comparison?.figures.map(({ metric, answer }) => `${metric} ${answer}`)).toEqual([
        'throughput equivalent',
        'http_response_time inconclusive',
        'http_response_time inconclusive',
        'http_response_time inconclusive',
        'http_failed equivalent',
      ])
      expect([outcome, undecided]).toEqual([
        'undecided',
        [{ test: 'shop', because: [expect.stringMatching(/^5 runs a side differ too much/)] }],
      ])
    }
    const sure = [0.999, 1, 1, 1, 1.001]
    expect(compareWithBaseline(stored(atRate(100, sure, 0)), [atRate(100, sure, 0)])).toMatchObject({ outcome: 'held', undecided: [] })
  })

  test('another target than in the baseline is named, and compared', () => {
    const at = (target: unknown): SuiteResult => ({ ...base, config: { ...(base.config as object), target } })
    const before = stored(at('http://localhost:3000'))
    const notesOf = (against: StoredBaseline, target: unknown): number | undefined => {
      const { comparison } = compareWithBaseline(against, [at(target)])
      return comparison?.notes?.length
    }
    const same = notesOf(before, 'http://localhost:3000') ?? NaN
    expect(notesOf(before, 'http://localhost:4000')).toBe(same + 1)
    expect(notesOf(before, { command: 'node server.js' })).toBe(same + 1)
    // Files of earlier versions lack it.
    const tests = before.tests.map(({ target: _target, ...known }) => known)
    expect(notesOf({ ...before, tests }, 'http://localhost:4000')).toBe(same)
    expect(JSON.stringify(before)).not.toContain('localhost')
  })

  test('a run that is given five times decides nothing, and makes no baseline', () => {
    const one = measured('shop', 1000, 20, [1])
    const { outcome, comparison } = compareWithBaseline(stored(base), [one, one, one, one, one])
    expect([outcome, comparison?.figures[0]?.because]).toEqual([
      'undecided',
      expect.stringMatching(/^run 1 of shop, from .* on, is given 5 times$/),
    ])
    expect(runsByTest([one, one, one, one, one]).map(baselineOf)).toMatchObject([
      { test: 'shop', because: [expect.stringMatching(/5 times$/)] },
    ])
  })

  test('a run that is invalid or ended early decides nothing', () => {
    const invalid = withRuns(measured('shop', 1000, 20), (run) =>
      run.repeat === 1 ? { ...run, verdict: { level: 'invalid', reasons: [] } } : run,
    )
    const { outcome, comparison } = compareWithBaseline(stored(base), [invalid])
    expect([outcome, comparison?.figures[0]?.because]).toEqual(['undecided', 'run 1 of shop is invalid'])
    const cut = withRuns(measured('shop', 1000, 20), (run) => ({
      ...run,
      interrupted: { cause: 'signal', reason: 'interrupted by SIGINT', at: 3 } as never,
    }))
    expect(compareWithBaseline(stored(base), [cut]).outcome).toBe('undecided')
  })
})

describe('a baseline', () => {
  test('a baseline is made only of runs that can be believed', () => {
    const invalid = withRuns(base, (run) => (run.repeat === 3 ? { ...run, verdict: { level: 'invalid', reasons: [] } } : run))
    expect(runsByTest([invalid]).map(baselineOf)).toEqual([
      { test: 'shop', because: ['run 3 of shop is invalid'], hint: 'Only runs that can be believed become a baseline.' },
    ])
    expect(baselinesOf(base)).toMatchObject([{ test: 'shop', variant: 'default', runs: 8 }])
  })

  test('a baseline contains no time of day, no path and no commit, so that the same runs give the same text', () => {
    const later = withRuns(
      { ...base, environment: { ...base.environment, startedAt: '2027-01-01T00:00:00.000Z', git: null, loadAverage: [9, 9, 9] } },
      (run) => ({
        ...run,
        startedAt: new Date(Date.parse(run.startedAt) + 1e9).toISOString(),
      }),
    )
    expect(JSON.stringify(baselinesOf(later))).toBe(JSON.stringify(baselinesOf(base)))
  })
})
