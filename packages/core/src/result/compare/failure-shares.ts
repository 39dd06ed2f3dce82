import { mean } from 'simple-statistics'
import { formatShare } from '../../base/units/format.ts'
import { comparedConfidence, leastRuns } from './compare-runs.ts'
import { evidenceOfRuns, studentT } from './evidence.ts'
import type { ComparedPart, FigureOfSides } from './run-figures.ts'
import { nameOfTest } from './runs-of-test.ts'

/** The most by which the shares of failed requests of two sides may differ: beyond it, response times are those of different requests. */
const mostErrorsApart = 0.01

/** The sides as the end of a text, such as `on A`. */
interface SideTexts {
  readonly base: string
  readonly head: string
}

/**
 * Describes shares of failures that lie further apart than {@link mostErrorsApart}, such as `fails 0 % of its requests on A and 40 % on B`; `null` when
 * they do not, or a side has no run. Pure.
 *
 * The times and rates of two such sides are those of different requests, and no side is better: a server that fails at once is not fast. Of the side with
 * more runs the last ones count. With 5 runs or more the shares are not apart where the 95 % interval of their difference contains 0: of 30 requests that
 * fail by chance, one more or less is 3 %.
 *
 * @param base the share of failed requests of each run
 */
export function failuresApart(base: readonly number[], head: readonly number[], texts: SideTexts): string | null {
  const runs = Math.min(base.length, head.length)
  if (runs === 0) return null
  const [ofBase, ofHead] = [base.slice(-runs), head.slice(-runs)]
  const [before, after] = [mean(ofBase), mean(ofHead)]
  if (Math.abs(before - after) <= mostErrorsApart || (runs >= leastRuns && canBeChance(ofBase, ofHead))) return null
  return `fails ${formatShare(before)} of its requests ${texts.base} and ${formatShare(after)} ${texts.head}`
}

function canBeChance(base: readonly number[], head: readonly number[]): boolean {
  const { difference, standardError, degrees } = evidenceOfRuns(base, head, 'points')
  return Math.abs(difference) <= studentT(comparedConfidence, degrees) * standardError
}

/** A part of a test whose sides fail different shares of their requests. */
export interface PartApart {
  readonly part: ComparedPart
  /** Such as `GET /items of reads, shop fails 0 % of its requests on A and 40 % on B`. */
  readonly text: string
}

/** Finds the parts of tests whose sides fail different shares of their requests, without those within another such part. Pure. */
export function findPartsApart(figures: readonly FigureOfSides[], texts: SideTexts): readonly PartApart[] {
  const apart = figures.filter(isShareOfFailures).flatMap(({ part, base, head }): readonly PartApart[] => {
    const text = failuresApart(known(base), known(head), texts)
    return text === null ? [] : [{ part, text: `${part.names.toReversed().join(' of ')}, ${nameOfTest(part)} ${text}` }]
  })
  return apart.filter(({ part }) => !apart.some((other) => isWithin(part, other.part)))
}

/**
 * Why no side is better in a figure, although its values differ: the sides fail different shares of the requests that the figure is about, or of those of
 * a whole scenario of the test, which leaves a target the time for other requests. `undefined` when they do not, and for shares themselves.
 */
export function doubtOfFailures({ part, unit }: Pick<FigureOfSides, 'part' | 'unit'>, apart: readonly PartApart[]): string | undefined {
  if (unit === 'share') return undefined
  const ofTest = apart.filter((each) => nameOfTest(each.part) === nameOfTest(part))
  return ofTest.find((each) => each.part.kind === 'scenario' || isSame(part, each.part) || isWithin(part, each.part))?.text
}

function isSame(part: ComparedPart, other: ComparedPart): boolean {
  return part.kind === other.kind && part.names.join('\n') === other.names.join('\n')
}

/** Whether a part belongs to a scenario, or an endpoint to a plugin. */
function isWithin(part: ComparedPart, other: ComparedPart): boolean {
  const isInside = nameOfTest(part) === nameOfTest(other) && other.kind !== 'endpoint' && other.names.length < part.names.length
  return isInside && other.names.every((name, depth) => name === part.names[depth])
}

/** Whether a figure is the share of requests that failed, over HTTP or of a plugin. */
export function isShareOfFailures({ metric }: Pick<FigureOfSides, 'metric'>): boolean {
  return metric.endsWith('_failed')
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null)
}
