import type { SuiteResult, TestResult } from '../shape/result.ts'
import type { Answer } from './compare-runs.ts'
import { causeNotRun } from './doubtful-run.ts'
import { runsByTest } from './runs-of-test.ts'

/** The fewest runs on each side with which many figures together keep to the promised error, even on a machine with two speeds. */
const enoughRuns = 5

/** The number of figures from which on fewer runs exceed the promised error. */
const manyFigures = 5

/** The part of a figure that notes are made from: a value for each run. */
interface FigureOfSides {
  readonly answer: Answer
  readonly base: readonly unknown[]
  readonly head: readonly unknown[]
}

/**
 * Lists the caveats that the intervals of a comparison do not cover, one sentence each: a side was measured before the other, or with one start of its
 * target, or the runs are few for the number of figures. Pure; empty when there are none.
 */
export function comparisonNotes(
  base: readonly SuiteResult[],
  head: readonly SuiteResult[],
  figures: readonly FigureOfSides[],
): readonly string[] {
  const sides = [
    { name: 'the base', suites: base },
    { name: 'the head', suites: head },
  ]
  const few = noteOfFewRuns(figures)
  return [...noteOfOrder(runsOf(base), runsOf(head)), ...noteOfStarts(sides), ...(few === null ? [] : [few])]
}

/** Describes runs that are too few for the number of figures, when any of the figures is better or worse; `null` when there are enough. */
export function noteOfFewRuns(figures: readonly FigureOfSides[]): string | null {
  const runs = Math.min(...figures.map(({ base, head }) => Math.min(base.length, head.length)))
  const isDecided = figures.some(({ answer }) => answer === 'better' || answer === 'worse')
  if (!isDecided || figures.length < manyFigures || runs >= enoughRuns) return null
  return `${runs} runs a side are few for ${figures.length} figures: on a machine with two speeds, chance makes one of them better or worse more often than 5 times in 100. Make ${enoughRuns} runs a side or more.`
}

function runsOf(suites: readonly SuiteResult[]): readonly TestResult[] {
  return suites.flatMap(({ tests }) => tests).filter((run) => causeNotRun(run) === undefined)
}

function noteOfOrder(base: readonly TestResult[], head: readonly TestResult[]): readonly string[] {
  const [ofBase, ofHead] = [base, head].map((runs) => runs.map(({ startedAt }) => Date.parse(startedAt))) as [number[], number[]]
  const first = isBefore(ofBase, ofHead) ? ['base', 'head'] : isBefore(ofHead, ofBase) ? ['head', 'base'] : undefined
  if (first === undefined) return []
  return [
    `The ${first[0]} was measured before the ${first[1]}: what the machine did meanwhile is in each change, and in no interval. benchpress ab measures both by turns.`,
  ]
}

function isBefore(some: readonly number[], others: readonly number[]): boolean {
  return some.length > 0 && others.length > 0 && Math.max(...some) < Math.min(...others)
}

interface Side {
  readonly name: string
  readonly suites: readonly SuiteResult[]
}

// Repeats on a target without variants share one start of its command; variants are started for each run.
function noteOfStarts(sides: readonly Side[]): readonly string[] {
  const shared = sides.filter(({ suites }) =>
    runsByTest(suites).some(
      ({ runs, suites: own, variant }) =>
        own.length === 1 && runs.length > 1 && variant === 'default' && runs.every(({ target }) => target.command !== null),
    ),
  )
  if (shared.length === 0) return []
  const names = shared.map(({ name }) => name).join(' and ')
  return [
    `The runs of ${names} share one start of the target: what a start decides, such as where its memory lies, is in each change, and in no interval.`,
  ]
}
