import type { SuiteResult } from '../result/shape/result.ts'
import { leastRuns } from './compare-runs.ts'
import type { SideTexts } from './failure-shares.ts'
import type { FigureOfSides } from './figures.ts'
import { nameOfTest, runsByTest, type Side } from './side.ts'

/** The caveat that one side of two results was measured before the other; empty when they took turns. */
export function orderNotes(base: Pick<Side, 'runs' | 'searches'>, head: Pick<Side, 'runs' | 'searches'>): readonly string[] {
  const [ofBase, ofHead] = [base, head].map(({ runs, searches }) =>
    [...runs, ...searches.flatMap(({ tests }) => tests)].map(({ startedAt }) => Date.parse(startedAt)),
  ) as [number[], number[]]
  if (ofBase.length === 0 || ofHead.length === 0) return []
  if (Math.max(...ofBase) < Math.min(...ofHead)) return [measuredBefore('base', 'the head')]
  return Math.max(...ofHead) < Math.min(...ofBase) ? [measuredBefore('head', 'the base')] : []
}

/** The caveat that one side was measured before the other. */
export function measuredBefore(first: string, second: string): string {
  return `The ${first} was measured before ${second}: what the machine did meanwhile is in each change, and in no interval. benchpress ab measures both by turns.`
}

/** The caveat that all runs of some of the sides share one start of the target; empty when none do. */
export function sharedStarts(sides: Readonly<Record<string, readonly SuiteResult[]>>): readonly string[] {
  const shared = Object.entries(sides).flatMap(([name, suites]) => (hasOneStart(suites) ? [name] : []))
  if (shared.length === 0) return []
  return [
    `The runs of ${shared.join(' and ')} share one start of the target: what a start decides, such as where its memory lies, is in each change, and in no interval.`,
  ]
}

/** The caveats about figures: the tests of which one side has more runs than the other, and the requests that only one side has. */
export function notesOnFigures(
  figures: readonly FigureOfSides[],
  names: SideTexts = { base: 'the base', head: 'the head' },
): readonly string[] {
  return [...unequalNotes(figures, names), ...oneSidedNotes(figures, names)]
}

function oneSidedNotes(figures: readonly FigureOfSides[], names: SideTexts): readonly string[] {
  const requests = figures.filter(({ part: { kind } }) => kind === 'endpoint')
  const wholes = Map.groupBy(requests, ({ part }) => JSON.stringify([nameOfTest(part), part.names.slice(0, -1)]))
  return (['base', 'head'] as const).flatMap((side) => {
    const other = side === 'base' ? 'head' : 'base'
    return [...wholes.values()].flatMap((own) => {
      const parts = [...Map.groupBy(own, ({ part }) => part.names.at(-1)).values()]
      const missing = parts.filter((ofPart) => ofPart.every((figure) => figure[other].length === 0)).flatMap(([first]) => first ?? [])
      // Where a side has none at all, they are unknown: a baseline of an earlier version lacks the only endpoint of a scenario.
      const [first] = missing
      if (first === undefined || missing.length === parts.length) return []
      const whole = first.part.names.slice(0, -1).toReversed().join(' of ')
      const missed = missing.map(({ part }) => part.names.at(-1)).join(' and ')
      return `Only ${names[side]} has ${missed} of ${whole}, ${nameOfTest(first.part)}: the figures of ${whole} are not of the same requests on both sides.`
    })
  })
}

function unequalNotes(figures: readonly FigureOfSides[], { base, head }: SideTexts): readonly string[] {
  const byTest = Map.groupBy(figures, ({ part }) => nameOfTest(part))
  return [...byTest].flatMap(([test, own]) => {
    const [ofBase, ofHead] = [Math.max(...own.map((each) => each.base.length)), Math.max(...own.map((each) => each.head.length))]
    const [fewer, more] = [Math.min(ofBase, ofHead), Math.max(ofBase, ofHead)]
    // With so few runs nothing is decided.
    if (fewer === more || fewer < leastRuns) return []
    const counted = `Of the ${more} runs of ${test} on ${ofBase === more ? base : head} the last ${fewer} count, as many as the other side has`
    return `${counted}: unequal numbers would find differences between equal sides too often.`
  })
}

// Repeats on a target without variants share one start of its command; variants are started for each run.
function hasOneStart(suites: readonly SuiteResult[]): boolean {
  return runsByTest(suites).some(
    ({ runs, suites: own, variant }) =>
      own.length === 1 && runs.length > 1 && variant === 'default' && runs.every(({ target }) => target.command !== null),
  )
}
