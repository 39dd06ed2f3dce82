import type { SuiteResult, TestResult } from '../shape/result.ts'
import { causeNotRun } from './doubtful-run.ts'
import { runsByTest } from './runs-of-test.ts'

/**
 * Lists the caveats that the intervals of a comparison do not cover, one sentence each: a side was measured before the other, or with one start of its
 * target. Pure; empty when there are none.
 */
export function comparisonNotes(base: readonly SuiteResult[], head: readonly SuiteResult[]): readonly string[] {
  const sides = [
    { name: 'the base', suites: base },
    { name: 'the head', suites: head },
  ]
  return [...noteOfOrder(runsOf(base), runsOf(head)), ...noteOfStarts(sides)]
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
