import { describe, expect, test } from 'vitest'
import { nearby, runOf, suiteOf } from '../../test/result/compared-sides.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { isTimeUp, makeRounds, type RoundsToMake } from './compare-in-rounds.ts'

type Change = (run: TestResult, round: number) => TestResult

/** What makes rounds at once: of a B that responds half as often again, whose runs are changed. */
function playRounds(change: Change = (run) => run, stop?: { readonly after: number; readonly controller: AbortController }) {
  const turned: boolean[] = []
  const perform = async (isTurned: boolean): Promise<SuiteResult> => {
    const round = turned.push(isTurned) - 1
    if (stop?.after === turned.length) stop.controller.abort(new Error('enough'))
    const factor = nearby[round % nearby.length] ?? 1
    const run = (place: number, repeat: number, variant: string, okPerSecond: number): TestResult => ({
      ...change(runOf(round * 4 + place, okPerSecond * factor, 10 / factor, { variant }), round),
      repeat,
    })
    return suiteOf([run(1, 1, 'A', 1000), run(2, 1, 'B', 1500), run(3, 2, 'B', 1500), run(4, 2, 'A', 1000)])
  }
  return { turned, perform }
}

const settings: RoundsToMake = {
  most: 20,
  budget: 600,
  precision: undefined,
  margin: undefined,
  failOn: [],
  known: { metrics: {}, scenarios: ['reads'], hasSearches: false },
  signal: undefined,
  onRound: undefined,
}

const fewSamples: Change = (run) => ({
  ...run,
  scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 300 } })),
})

describe('rounds', () => {
  test('rounds turn the order of the sides every second time', async () => {
    const { turned, perform } = playRounds()
    const { results } = await makeRounds(perform, settings)
    expect(turned).toEqual([false, true, false, true, false, true])
    expect(results).toHaveLength(6)
  })

  test('rounds that are stopped between two planned looks have no extra look', async () => {
    const controller = new AbortController()
    const { perform } = playRounds(undefined, { after: 5, controller })
    const { results, decision } = await makeRounds(perform, { ...settings, signal: controller.signal })
    expect(results).toHaveLength(5)
    expect(decision.figures[0]).toMatchObject({ metric: 'throughput', answer: 'inconclusive' })
    const timeIsUp = await makeRounds(playRounds().perform, { ...settings, most: 5 })
    expect(timeIsUp.decision.figures[0]).toMatchObject({ metric: 'throughput', answer: 'better' })
  })

  test('rounds continue while a condition has no reliable value, and report what it needs', async () => {
    const { perform } = playRounds(fewSamples)
    const told: (string | undefined)[] = []
    const { results, decision } = await makeRounds(perform, {
      ...settings,
      failOn: ['p99 > +5%'],
      onRound: ({ regressions }) => told.push(regressions[0]?.because ?? undefined),
    })
    expect(results).toHaveLength(6)
    expect(decision.figures[0]).toMatchObject({ metric: 'throughput', answer: 'better' })
    expect(decision.regressions).toMatchObject([{ outcome: 'undecided', undecidedBy: 'unusable' }])
    expect(told[0]).toMatch(/^a run has 300 of the 1,000 samples it needs; run 3\.4 times as long/)
  })

  test('rounds end after three of which none counts, as with a target that stands still', async () => {
    const invalid: Change = (run) => ({ ...run, verdict: { level: 'invalid', reasons: [] } })
    const { results, decision } = await makeRounds(playRounds(invalid).perform, settings)
    expect(results).toHaveLength(3)
    expect(decision).toMatchObject({ rounds: 0, figures: [] })
    const atFirst = await makeRounds(playRounds((run, round) => (round < 2 ? invalid(run, round) : run)).perform, settings)
    expect(atFirst.decision).toMatchObject({ rounds: 6 })
  })

  test('rounds end with the conditions that have values, whatever the others do', async () => {
    const { perform } = playRounds(fewSamples)
    const { results, decision } = await makeRounds(perform, { ...settings, failOn: ['p99 > +5%', 'throughput < -5%'] })
    expect(results).toHaveLength(6)
    expect(decision.regressions.map(({ undecidedBy }) => undecidedBy)).toEqual(['unusable', null])
  })
})

describe('the budget of rounds', () => {
  const roundsEnd = (made: number, elapsed: number, longest: number): boolean => isTimeUp(made, elapsed, longest, 110)

  test.each([
    [1, 22, 22, false],
    [4, 90, 23, false],
    [5, 90, 20, false],
    [5, 112, 23, true],
    [9, 88, 20, false],
    [9, 91, 20, true],
    // Five of this length would end much later than asked for.
    [1, 30, 30, true],
    [2, 52, 30, true],
    [3, 60, 40, false],
  ])('after %d rounds, %d s, of at most %d s, a budget of 110 s is used up: %s', (made, elapsed, longest, isUp) => {
    expect(roundsEnd(made, elapsed, longest)).toBe(isUp)
  })
})
