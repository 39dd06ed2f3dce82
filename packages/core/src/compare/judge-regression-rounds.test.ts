import { describe, expect, test } from 'vitest'
import { nearby, runOf, withRareEndpoint } from '../../test/result/compared-sides.ts'
import type { TestResult } from '../result/shape/result.ts'
import { decideRegressions } from './judge-regression.ts'
import type { RunsRound } from './rounds.ts'
import { measurableIn } from './condition.ts'
import { readConditions } from './read-figure.ts'

type Change = (run: TestResult, round: number) => TestResult

/** Rounds of A B B A, of a head whose times and throughput are these multiples of the base's, and whose runs are changed. */
function roundsOf(
  count: number,
  {
    time = 1,
    throughput = 1,
    spread = 1,
    change = (run: TestResult) => run,
  }: Partial<{ time: number; throughput: number; spread: number; change: Change }>,
): readonly RunsRound[] {
  return Array.from({ length: count }, (_, round) => {
    const run = (index: number, variant: string): TestResult => {
      const factor = 1 + ((nearby[(round * 3 + index) % nearby.length] ?? 1) - 1) * spread
      const [times, ok] = variant === 'B' ? [10 * time, 1000 * throughput] : [10, 1000]
      return runOf(round * 4 + index, ok * factor, times / factor, { variant })
    }
    return { base: [run(1, 'A'), run(4, 'A')], head: [run(2, 'B'), run(3, 'B')].map((each) => change(each, round)) }
  })
}

function decide(failOn: readonly string[], rounds: readonly RunsRound[], settings: Partial<Parameters<typeof decideRegressions>[2]> = {}) {
  const runs = rounds.flatMap(({ base, head }) => [...base, ...head])
  const conditions = readConditions(failOn, measurableIn({ runs, searches: [] }), runs.length === 0 ? undefined : runs)
  return decideRegressions(conditions, rounds, { most: 20, ...settings })
}

function failing(share: number): Change {
  return (run) => ({
    ...run,
    scenarios: run.scenarios.map((each) => {
      const outcomes = { ...each.counts.outcomes, ok: 5000 * (1 - share), http_error: 5000 * share }
      return { ...each, counts: { ...each.counts, outcomes } }
    }),
  })
}

describe('conditions on a change, by rounds', () => {
  test('a condition on a change is decided at a planned look, where the whole interval lies on one side of the limit', () => {
    const failOn = ['p99 > +5%', 'throughput < -5%']
    const rounds = roundsOf(8, { time: 1.2 })
    expect(decide(failOn, rounds.slice(0, 4))).toMatchObject({
      goesOn: true,
      regressions: [{ outcome: 'undecided' }, { outcome: 'undecided' }],
    })
    // An interval between two looks lies on one side of the limit, and decides nothing.
    const nextLook = 'the next planned look is after 6 rounds'
    expect(decide(failOn, rounds.slice(0, 5)).regressions).toMatchObject([
      { outcome: 'undecided', undecidedBy: 'few', because: nextLook },
      { outcome: 'undecided', undecidedBy: 'few', because: nextLook },
    ])
    const { goesOn, regressions } = decide(failOn, rounds)
    expect(goesOn).toBe(false)
    expect(regressions.map(({ test: of, metric, outcome, because }) => [of, metric, outcome, because])).toEqual([
      ['shop', 'http_response_time p99', 'regressed', null],
      ['shop', 'throughput rate', 'held', null],
    ])
  })

  test('a condition on a change keeps the decision of the look that made it', () => {
    const decided = roundsOf(8, { time: 1.2 })
    const reverted = [...decided, ...roundsOf(7, { time: 0.5 })]
    expect(decide(['p99 > +5%'], reverted).regressions).toEqual(decide(['p99 > +5%'], decided).regressions)
  })

  test('a condition on a change stays undecided where the limit lies within the interval, unless that is narrow enough', () => {
    const near = roundsOf(8, { time: 1.05, spread: 3 })
    expect(decide(['p99 > +5%'], near)).toMatchObject({
      goesOn: true,
      regressions: [{ outcome: 'undecided', because: 'the limit is within the interval' }],
    })
    expect(decide(['p99 > +5%'], near, { precision: 0.1 }).goesOn).toBe(false)
    expect(decide(['p99 > +5%'], near, { isLast: true })).toMatchObject({ goesOn: false, regressions: [{ outcome: 'undecided' }] })
  })

  test('a condition on a change asks for more rounds the nearer the change is to the limit', () => {
    const rounds = [1, 1.08, 1.02, 1.06, 1.01, 1.09, 1, 1.06].flatMap((time) => roundsOf(1, { time }))
    const judge = (limit: string) => decide([`p99 > +${limit}%`], rounds, { isLast: true }).regressions[0]
    const needed = judge('6')?.runsNeeded ?? 0
    expect(judge('6')?.because).toBe(`the limit is within the interval, ${needed} rounds would probably decide`)
    expect(needed).toBeGreaterThan(8)
    expect(judge('5')?.runsNeeded).toBeGreaterThan(needed)
  })

  test('a condition on an endpoint is undecided where its requests fail on one side only', () => {
    const rare = roundsOf(8, {}).map(({ base, head }) => ({
      base: base.map((run) => withRareEndpoint(run, 0)),
      head: head.map((run) => withRareEndpoint(run, 0.5)),
    }))
    const failOn = [
      'http_response_time{endpoint:GET /rare} p50 > +5%',
      'http_response_time{endpoint:GET /items} p50 > +5%',
      'http_failed{endpoint:GET /rare} rate > +1%',
    ]
    expect(decide(failOn, rare).regressions.map(({ outcome, undecidedBy, because }) => [outcome, undecidedBy, because])).toEqual([
      ['undecided', 'unusable', 'GET /rare of reads, shop fails 0 % of its requests on A and 50 % on B'],
      ['held', null, null],
      ['regressed', null, null],
    ])
  })

  test('a condition that asks for fewer failures fails where nothing failed before and after', () => {
    expect(decide(['error > -1%', 'error > +1%'], roundsOf(8, {})).regressions.map(({ outcome }) => outcome)).toEqual(['regressed', 'held'])
  })

  test('a condition on failures holds where nothing failed, and fails where failures rise from none', () => {
    expect(decide(['error > +10%'], roundsOf(8, {}))).toMatchObject({ goesOn: false, regressions: [{ outcome: 'held' }] })
    const { goesOn, regressions } = decide(['error > +1%'], roundsOf(8, { change: failing(0.03) }))
    expect([goesOn, regressions[0]?.outcome, regressions[0]?.scale]).toEqual([false, 'regressed', 'points'])
    expect(regressions[0]?.ratio).toBeCloseTo(1.03)
    const later = [...roundsOf(8, {}), ...roundsOf(7, { change: failing(0.2) })]
    expect(decide(['error > +1%'], later).regressions).toMatchObject([{ outcome: 'regressed' }])
    expect(decide(['error > +1%'], later.slice(0, 9)).regressions).toMatchObject([{ outcome: 'undecided' }])
  })

  test('a round counts for nothing with a run that is invalid, was not made, or is missing', () => {
    const invalid: Change = (run) => ({ ...run, verdict: { level: 'invalid', reasons: [] } })
    const gone: Change = (run) => ({
      ...run,
      interrupted: { at: 0, cause: 'target', reason: 'it exited before it was ready' },
      scenarios: run.scenarios.map((each) => ({ ...each, counts: { ...each.counts, started: 0 }, warmup: null })),
    })
    for (const broken of [invalid, gone]) {
      const rounds = [...roundsOf(4, { time: 1.2 }), ...roundsOf(4, { time: 1.2, change: broken })]
      expect(decide(['p99 > +5%'], rounds)).toMatchObject({
        goesOn: true,
        regressions: [{ outcome: 'undecided', because: 'it takes at least 5 rounds that count' }],
      })
    }
    const [first, ...others] = roundsOf(5, { time: 1.2 })
    const cut = [...others, { base: first?.base.slice(0, 1) ?? [], head: [] }]
    expect(decide(['p99 > +5%'], cut, { isLast: true }).regressions[0]?.outcome).toBe('undecided')
  })

  test('a condition on a change is undecided where some run cannot measure the figure, and says so', () => {
    const few: Change = (run) => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 300 } })),
      metrics: {},
    })
    const { goesOn, regressions } = decide(['p99 > +5%'], roundsOf(8, { time: 1.2, change: few }))
    expect(goesOn).toBe(false)
    expect(regressions).toMatchObject([
      {
        outcome: 'undecided',
        because: expect.stringMatching(/^a run has 300 of the 1,000 samples it needs; run 3\.4 times as long/) as string,
      },
    ])
  })

  test('several conditions on a change share the error of the looks', () => {
    const width = (...failOn: readonly string[]): number => {
      const [low, high] = decide(failOn, roundsOf(8, { time: 1.2 })).regressions[0]?.interval ?? [0, 0]
      return high - low
    }
    expect(width('p99 > +5%', 'p50 > +5%', 'throughput < -5%')).toBeGreaterThan(width('p99 > +5%'))
  })

  test('nothing is judged without a condition, or without a round', () => {
    expect(decide([], roundsOf(8, {}))).toEqual({ goesOn: false, regressions: [] })
    expect(decide(['p99 > +5%'], [])).toEqual({ goesOn: true, regressions: [] })
  })
})
