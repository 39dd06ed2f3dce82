import type { TestResult } from '../result/shape/result.ts'
import type { ReadRound } from './decide-rounds.ts'
import { causeNotRun, whyDoubtful } from './doubtful-run.ts'
import { findDifferingParts, type DifferingPart } from './failure-shares.ts'
import { measuredFigures, keyOfFigure, pairFigures, withoutOnlyEndpoints, type FigureOfSides, type MeasuredFigure } from './figures.ts'
import { nameOfRun } from './side.ts'

/** One round of a comparison, with the runs of both sides, which take turns. */
export interface RunsRound {
  readonly base: readonly TestResult[]
  readonly head: readonly TestResult[]
}

/**
 * Why each round does not count, such as `run 1 of shop (A) is invalid`; `null` for a round that counts.
 *
 * A round does not count either when one of its runs was not made, as of a target that did not start, or when it ended before all of its runs were
 * made.
 */
export function doubtsOfRounds(rounds: readonly RunsRound[]): readonly (string | null)[] {
  const whole = Math.max(0, ...rounds.map(({ base, head }) => base.length + head.length))
  return rounds.map(({ base, head }) => {
    const runs = [...base, ...head].toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))
    const missing = runs.find((run) => causeNotRun(run) !== undefined)
    if (missing !== undefined) return `${nameOfRun(missing)} was not made: ${causeNotRun(missing)}`
    const doubtful = runs.find((run) => whyDoubtful(run) !== null)
    if (doubtful !== undefined) return `${nameOfRun(doubtful)} ${whyDoubtful(doubtful)}${becauseInvalid(doubtful)}`
    return runs.length < whole || base.length !== head.length ? `it ended after ${runs.length} of its ${whole} runs` : null
  })
}

// The reader of a comparison may see neither the verdict of each run nor its progress.
function becauseInvalid({ verdict: { level, reasons } }: TestResult): string {
  const reason = reasons.find((each) => each.level === 'invalid')
  return level !== 'invalid' || reason === undefined ? '' : `: ${reason.text}`
}

/** The rounds that count. */
export function countedRounds(rounds: readonly RunsRound[]): readonly RunsRound[] {
  const doubts = doubtsOfRounds(rounds)
  return rounds.filter((_round, index) => doubts[index] === null)
}

/** A figure with its values in each round. */
export interface FigureOfRounds extends Omit<FigureOfSides, 'base' | 'head'> {
  readonly rounds: readonly ReadRound[]
}

/** Reads every figure of rounds that sides are compared by. */
export function figuresOfRounds(rounds: readonly RunsRound[]): readonly FigureOfRounds[] {
  const read = (runs: readonly TestResult[]): readonly MeasuredFigure[] => measuredFigures(runs.map(ofOneTest))
  const paired = rounds.map(({ base, head }) => new Map(pairFigures(read(base), read(head)).map((figure) => [keyOfFigure(figure), figure])))
  const figures = [...new Map(paired.flatMap((round) => [...round]))].map(
    ([key, { base: _base, head: _head, requests: _requests, ...figure }]) => {
      const requestsOf = (side: 'base' | 'head'): readonly number[] => paired.flatMap((round) => round.get(key)?.requests?.[side] ?? [])
      const requests = { base: requestsOf('base'), head: requestsOf('head') }
      return {
        ...figure,
        ...(requests.base.length + requests.head.length > 0 && { requests }),
        rounds: paired.map((round): ReadRound => round.get(key) ?? { base: [], head: [] }),
      }
    },
  )
  // The endpoints of the first round decide which figures there are: one that is there from the start must not join when another endpoint comes.
  return withoutOnlyEndpoints(figures, [...(paired[0]?.values() ?? [])])
}

/** The parts of tests that fail different shares of their requests in the first rounds. */
export function apartAfter(figures: readonly FigureOfRounds[], made: number): readonly DifferingPart[] {
  const first = figures.map(({ rounds, ...figure }): FigureOfSides => {
    const counted = rounds.slice(0, made)
    return { ...figure, base: counted.flatMap(({ base }) => base), head: counted.flatMap(({ head }) => head) }
  })
  return findDifferingParts(first, { base: 'on A', head: 'on B' })
}

/** A run without its variant: the sides are variants of one test. */
export function ofOneTest(run: TestResult): TestResult {
  return { ...run, variant: 'default' }
}
