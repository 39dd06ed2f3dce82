import { orderOfRuns } from '../../../src/config/config.ts'
import { decideRounds } from '../../../src/compare/decide-rounds.ts'
import { compareRuns, type Answer } from '../../../src/compare/compare-runs.ts'
import type { Round } from '../../../src/compare/evidence.ts'
import { resample, type RecordedNoise } from './recorded-noise.ts'

/** One comparison: its sides and its plan. */
export interface Comparison {
  /** By how much the head is worse in each figure, as a share. */
  readonly slower: number
  readonly margin: number
  /** A fixed number of runs a side, and their order: that of a suite, or all of the base first. Default: rounds, as many as it takes. */
  readonly runs?: { readonly ofSide: number; readonly areByTurns: boolean }
}

/** The default of `benchpress ab`: rounds of A, B, B, A, each run of 5 s after a second to start and one of warm-up, for ten minutes at most. */
const plan = { rounds: 20, pause: 2, length: 5, budget: 600 }

const figures = [
  { name: 'throughput', better: 'high' },
  { name: 'p50', better: 'low' },
  { name: 'p90', better: 'low' },
  { name: 'p99', better: 'low' },
] as const

/** The answer to each figure of one comparison on resampled seconds. */
function compareOnce(noise: RecordedNoise, { slower, margin, runs }: Comparison, seed: number): readonly Answer[] {
  const seconds = resample(noise, seed)
  const measure = (side: Side): readonly number[] => runOf(seconds, side === 'head' ? 1 + slower : 1)
  return runs === undefined ? compareByRounds(measure, margin) : compareFixed(measure, margin, runs)
}

type Side = 'base' | 'head'
type Measure = (side: Side) => readonly number[]

function compareByRounds(measure: Measure, margin: number): readonly Answer[] {
  const most = Math.min(plan.rounds, Math.floor(plan.budget / (4 * (plan.pause + plan.length))))
  const rounds = Array.from({ length: most }, () => measureSides(measure, ['base', 'head', 'head', 'base']))
  return figures.map(({ better }, figure) => {
    const told: Round[] = rounds.map(({ base, head }) => ({ base: valuesOf(base, figure), head: valuesOf(head, figure) }))
    for (let made = 1; made <= most; made += 1) {
      const { goesOn, comparison } = decideRounds(told.slice(0, made), { better, most, figures: figures.length, margin })
      if (!goesOn) return comparison?.answer ?? 'inconclusive'
    }
    return 'inconclusive'
  })
}

function compareFixed(measure: Measure, margin: number, { ofSide, areByTurns }: NonNullable<Comparison['runs']>): readonly Answer[] {
  const byTurns = orderOfRuns<Side>(['base', 'head'], ofSide).map(({ variant }) => variant)
  const { base, head } = measureSides(measure, areByTurns ? byTurns : byTurns.toSorted())
  return figures.map(
    ({ better }, figure) => compareRuns(valuesOf(base, figure), valuesOf(head, figure), { better, figures: figures.length, margin }).answer,
  )
}

type Runs = readonly (readonly number[])[]

function measureSides(measure: Measure, order: readonly Side[]): Readonly<Record<Side, Runs>> {
  const made = order.map((side) => ({ side, run: measure(side) }))
  const of = (wanted: Side): Runs => made.filter(({ side }) => side === wanted).map(({ run }) => run)
  return { base: of('base'), head: of('head') }
}

function valuesOf(runs: Runs, figure: number): readonly number[] {
  return runs.flatMap((run) => run[figure] ?? [])
}

/** The figures of one run; a percentile is the mean of those of its seconds, by their requests. */
function runOf(seconds: Iterator<RecordedNoise['seconds'][number], never>, factor: number): readonly number[] {
  for (let pause = 0; pause < plan.pause; pause += 1) seconds.next()
  const own = Array.from({ length: plan.length }, () => seconds.next().value)
  const requests = own.reduce((sum, [count]) => sum + count, 0)
  const percentiles = ([1, 2, 3] as const).map((at) => (factor * own.reduce((sum, second) => sum + second[0] * second[at], 0)) / requests)
  return [requests / plan.length / factor, ...percentiles]
}

/** How often comparisons of the same two sides gave an answer, as shares. */
export interface Tally {
  /** Comparisons with a `better` or `worse` that is not true, in any figure. */
  readonly wrong: number
  /** Comparisons that called each figure `worse`. */
  readonly worse: Readonly<Record<string, number>>
  /** Comparisons that called each figure `equivalent`. */
  readonly equivalent: Readonly<Record<string, number>>
}

/** Repeats a comparison on other seconds each time. */
export function compareOften(noise: RecordedNoise, comparison: Comparison, trials: number): Tally {
  const all = Array.from({ length: trials }, (_, seed) => compareOnce(noise, comparison, seed))
  const share = (holds: (answers: readonly Answer[]) => boolean): number => all.filter(holds).length / trials
  const called = (answer: Answer): Record<string, number> =>
    Object.fromEntries(figures.map(({ name }, figure) => [name, share((answers) => answers[figure] === answer)]))
  const isWrong = (answer: Answer): boolean => answer === 'better' || (answer === 'worse' && comparison.slower === 0)
  return { wrong: share((answers) => answers.some(isWrong)), worse: called('worse'), equivalent: called('equivalent') }
}
