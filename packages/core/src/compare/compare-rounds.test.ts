import { expect, test } from 'vitest'
import { nearby, runOf, suiteOf, withRareEndpoint } from '../../test/result/compared-sides.ts'
import { decideFigures } from './decide-figures.ts'
import type { SuiteResult, TestResult } from '../result/shape/result.ts'
import { comparisonOfRounds } from './compare-rounds.ts'

/** Rounds whose B responds half as often again, and fails this number of 5000 requests. */
function roundsOf(failedOfB: number): readonly SuiteResult[] {
  return nearby.map((factor, round) => {
    const run = (repeat: number, variant: string, okPerSecond: number, failed: number) => {
      const plain = runOf(round * 4 + repeat, okPerSecond * factor, 10 * factor, { variant })
      const [scenario] = plain.scenarios
      if (scenario === undefined) throw new Error('there is no scenario')
      const outcomes = { ...scenario.counts.outcomes, ok: 5000 - failed, timeout: failed }
      return {
        ...plain,
        repeat,
        target: { ...plain.target, failed: null },
        scenarios: [{ ...scenario, counts: { ...scenario.counts, outcomes } }],
      }
    }
    return suiteOf([run(1, 'A', 1000, 0), run(1, 'B', 1500, failedOfB), run(2, 'B', 1500, failedOfB), run(2, 'A', 1000, 0)])
  })
}

function compare(results: readonly SuiteResult[]) {
  const ofSide = (name: string, { tests }: SuiteResult) => tests.filter(({ variant }) => variant === name)
  const rounds = results.map((result) => ({ base: ofSide('A', result), head: ofSide('B', result) }))
  return comparisonOfRounds(results, { ...decideFigures(rounds, { most: 20, isLast: true }), regressions: [] })
}

test('a side whose requests fail is not better in the times and the throughput of the others', () => {
  const { figures, differences } = compare(roundsOf(400))
  const text = 'reads, shop fails 0 % of its requests on A and 8 % on B'
  expect(differences).toEqual([{ kind: 'errors', text }])
  expect(figures.filter(({ unit }) => unit !== 'share').map(({ answer, because }) => [answer, because])).toEqual(
    Array.from({ length: 4 }, () => ['inconclusive', text]),
  )
  const [same] = compare(roundsOf(0)).figures
  expect(same).toMatchObject({ metric: 'throughput', answer: 'better' })
})

test('an endpoint whose requests fail is not better in its times, and the others are compared', () => {
  const results = roundsOf(0).map((result) => ({
    ...result,
    tests: result.tests.map((run) => withRareEndpoint(run, run.variant === 'B' ? 0.5 : 0)),
  }))
  const { figures, differences } = compare(results)
  const text = 'GET /rare of reads, shop fails 0 % of its requests on A and 50 % on B'
  expect(differences).toEqual([{ kind: 'errors', text }])
  const ofPart = (name: string) => figures.filter(({ part, unit }) => part.names.at(-1) === name && unit !== 'share')
  expect(new Set(ofPart('GET /rare').map(({ because }) => because))).toEqual(new Set([text]))
  expect(ofPart('GET /items').map(({ answer }) => answer)).not.toContain('inconclusive')
})

const invalid: TestResult['verdict'] = {
  level: 'invalid',
  reasons: [{ rule: 'no-success', level: 'invalid', text: 'not one of 678 requests ended ok' }],
}

/** The rounds of {@link roundsOf} up to a number, of which the last one has an invalid run of B. */
function withInvalidRound(rounds: number): readonly SuiteResult[] {
  return roundsOf(0)
    .slice(0, rounds)
    .map((result, round) => ({
      ...result,
      tests: result.tests.map((run) => (round === rounds - 1 && run.variant === 'B' ? { ...run, verdict: invalid } : run)),
    }))
}

test('a round that does not count is a note with its reason, and no difference between the sides', () => {
  const { differences, notes, failure, figures } = compare(withInvalidRound(7))
  expect(differences).toEqual([])
  expect(notes).toEqual(['1 of 7 rounds does not count: in round 7, run 1 of shop (B) is invalid: not one of 678 requests ended ok.'])
  expect([failure, figures[0]?.answer]).toEqual([undefined, 'better'])
})

test('too few rounds that count are told with why the last one does not', () => {
  const { differences, notes, failure } = compare(withInvalidRound(1))
  expect([differences, notes]).toEqual([[], undefined])
  expect(failure).toEqual({
    cause: 'rounds',
    reason: 'no round counts, and it takes 5: run 1 of shop (B) is invalid: not one of 678 requests ended ok',
  })
})
