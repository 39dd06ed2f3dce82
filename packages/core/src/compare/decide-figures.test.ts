import { describe, expect, test } from 'vitest'
import { nearby, runOf, withRareEndpoint } from '../../test/result/compared-sides.ts'
import type { TestResult } from '../result/shape/result.ts'
import { decideFigures } from './decide-figures.ts'
import type { RunsRound } from './rounds.ts'

/** Rounds of A B B A, of a head with this ratio of throughput and the same times. */
function roundsOf(count: number, ratio: number, change: (round: number) => Parameters<typeof runOf>[3] = () => ({})): readonly RunsRound[] {
  return Array.from({ length: count }, (_, round) => {
    const factor = nearby[round % nearby.length] ?? 1
    const run = (index: number, side: string, okPerSecond: number) =>
      runOf(round * 4 + index, okPerSecond * (nearby[(round + index) % nearby.length] ?? 1), 10 * factor, {
        variant: side,
        ...change(round),
      })
    return { base: [run(1, 'A', 1000), run(4, 'A', 1000)], head: [run(2, 'B', 1000 * ratio), run(3, 'B', 1000 * ratio)] }
  })
}

/** A round on whose head no run has samples enough for a p99. */
function withoutTail(round: RunsRound | undefined): RunsRound {
  if (round === undefined) throw new Error('there is no round')
  const few = (run: TestResult): TestResult => ({
    ...run,
    scenarios: run.scenarios.map((each) => ({ ...each, responseTime: { ...each.responseTime, count: 300 } })),
  })
  return { base: round.base, head: round.head.map(few) }
}

/** The run, with one in ten requests failed. */
function failed(run: TestResult): TestResult {
  return {
    ...run,
    scenarios: run.scenarios.map((each) => ({
      ...each,
      counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 4500, http_error: 500 } },
    })),
  }
}

const answersOf = ({ figures }: ReturnType<typeof decideFigures>): readonly (readonly string[])[] =>
  figures.map(({ metric, aggregate, answer }) => [metric, aggregate, answer])

describe('decideFigures', () => {
  test('asks for rounds until every figure is decided', () => {
    expect(decideFigures([], { most: 20 })).toEqual({ goesOn: true, rounds: 0, figures: [] })
    expect(decideFigures(roundsOf(2, 1.3), { most: 20 })).toMatchObject({ goesOn: true, rounds: 2 })
    const decision = decideFigures(roundsOf(8, 1.3), { most: 20 })
    expect(decision.goesOn).toBe(false)
    expect(answersOf(decision)).toEqual([
      ['throughput', 'rate', 'better'],
      ['http_response_time', 'p50', 'equivalent'],
      ['http_response_time', 'p90', 'equivalent'],
      ['http_response_time', 'p99', 'equivalent'],
    ])
    expect(decision.figures[0]?.base).toHaveLength(16)
  })

  test('keeps the decision on a figure from the look that made it', () => {
    const decided = roundsOf(8, 1.3)
    const reverted = [...decided, ...roundsOf(7, 0.5)]
    expect(answersOf(decideFigures(reverted, { most: 20 }))[0]).toEqual(['throughput', 'rate', 'better'])
  })

  test('leaves out rounds with a run that cannot be believed', () => {
    const broken = roundsOf(8, 1.3, (round) => (round < 6 ? { verdict: { level: 'invalid', reasons: [] } } : {}))
    expect(decideFigures(broken, { most: 20 })).toMatchObject({ goesOn: true, rounds: 2 })
  })

  test('stops at the largest number of rounds, whether they count or not', () => {
    const broken = roundsOf(10, 1.3, (round) => (round < 4 ? { verdict: { level: 'invalid', reasons: [] } } : {}))
    const decision = decideFigures(broken, { most: 10 })
    expect(decision).toMatchObject({ goesOn: false, rounds: 6 })
    expect(decision.figures[0]).toMatchObject({ metric: 'throughput', answer: 'better' })
  })

  test('leaves a figure inconclusive that some run cannot measure, and asks for no more rounds for its sake', () => {
    const told = roundsOf(8, 1.3)
    const decision = decideFigures([withoutTail(told[0]), ...told.slice(1)], { most: 20 })
    expect(decision.goesOn).toBe(false)
    expect(answersOf(decision).map(([, aggregate, answer]) => [aggregate, answer])).toEqual([
      ['rate', 'better'],
      ['p50', 'equivalent'],
      ['p90', 'equivalent'],
      ['p99', 'inconclusive'],
    ])
    expect(decision.figures[3]).toMatchObject({ because: 'a run has too few samples, or requests that were cut off' })
    expect(decision.figures[3]?.head.slice(0, 3)).toEqual([null, null, expect.any(Number)])
  })

  test('keeps a decision that was made before a run could not measure the figure', () => {
    const decided = roundsOf(8, 1.3)
    expect(answersOf(decideFigures([...decided, withoutTail(decided[0])], { most: 20 }))).toEqual(
      answersOf(decideFigures(decided, { most: 20 })),
    )
  })

  test('keeps its decisions when another figure joins, and does not take failures that are missing so far for no difference', () => {
    const failing = roundsOf(8, 1.3).map(({ base, head }) => ({ base, head: head.map(failed) }))
    const before = decideFigures(roundsOf(8, 1.3), { most: 20 })
    const after = decideFigures([...roundsOf(8, 1.3), ...failing], { most: 20 })
    expect(after.figures.slice(0, 4).map(({ interval }) => interval)).toEqual(before.figures.map(({ interval }) => interval))
    expect(after.goesOn).toBe(true)
    expect(after.figures[4]).toMatchObject({ metric: 'http_failed', answer: 'inconclusive' })
  })

  test('asks for no more rounds because of one failed request', () => {
    const [first, ...others] = roundsOf(8, 1.3)
    if (first === undefined) throw new Error('there is no round')
    const one = (run: TestResult): TestResult => ({
      ...run,
      scenarios: run.scenarios.map((each) => ({
        ...each,
        counts: { ...each.counts, outcomes: { ...each.counts.outcomes, ok: 4999, http_error: 1 } },
      })),
    })
    const { goesOn, figures } = decideFigures([{ base: first.base, head: first.head.map(one) }, ...others], { most: 20 })
    expect(goesOn).toBe(false)
    expect(figures[4]).toMatchObject({ metric: 'http_failed', answer: 'equivalent', margin: 0.01 })
  })

  test('has the endpoints of the first round, and those of an only one not twice', () => {
    const withEndpoints = (from: number, names: readonly string[]): readonly RunsRound[] =>
      roundsOf(8, 1.3).map(({ base, head }, round) => {
        const change = (run: TestResult): TestResult => ({
          ...withRareEndpoint(run, 0),
          scenarios: withRareEndpoint(run, 0).scenarios.map((each) => ({
            ...each,
            endpoints: round < from ? each.endpoints.filter(({ name }) => names.includes(name)) : each.endpoints,
          })),
        })
        return { base: base.map(change), head: head.map(change) }
      })
    const endpointsOf = (rounds: readonly RunsRound[]) =>
      new Set(decideFigures(rounds, { most: 20 }).figures.flatMap(({ part }) => (part.kind === 'endpoint' ? part.names.slice(-1) : [])))
    expect(endpointsOf(withEndpoints(0, []))).toEqual(new Set(['GET /items', 'GET /rare']))
    expect(endpointsOf(withEndpoints(8, ['GET /items']))).toEqual(new Set())
    // An endpoint that comes later must not change the number of figures, which earlier answers were corrected for.
    expect(endpointsOf(withEndpoints(2, ['GET /items']))).toEqual(new Set())
  })

  test('decides nothing when the time is up after too few rounds', () => {
    const { goesOn, figures } = decideFigures(roundsOf(2, 3), { most: 20, isLast: true })
    expect(goesOn).toBe(false)
    expect(new Set(figures.map(({ answer, interval }) => `${answer} ${String(interval)}`))).toEqual(new Set(['inconclusive null']))
  })
})
