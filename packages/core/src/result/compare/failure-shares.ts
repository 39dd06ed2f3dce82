import { mean } from 'simple-statistics'
import { formatShare } from '../../base/units/format.ts'
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
 * The times and rates of two such sides are those of different requests, and no side is better: a server that fails at once is not fast.
 *
 * @param base the share of failed requests of each run
 */
export function failuresApart(base: readonly number[], head: readonly number[], texts: SideTexts): string | null {
  if (base.length === 0 || head.length === 0) return null
  const [before, after] = [mean([...base]), mean([...head])]
  if (Math.abs(before - after) <= mostErrorsApart) return null
  return `fails ${formatShare(before)} of its requests ${texts.base} and ${formatShare(after)} ${texts.head}`
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
  return apart.filter(({ part }) => !apart.some((other) => other.part !== part && isWithin(part, other.part)))
}

/**
 * Why no side is better in a figure, although its values differ: the sides fail different shares of the requests that the figure is about, or of those of
 * a whole scenario of the test, which leaves a target the time for other requests. `undefined` when they do not, and for shares themselves.
 */
export function doubtOfFailures({ part, unit }: Pick<FigureOfSides, 'part' | 'unit'>, apart: readonly PartApart[]): string | undefined {
  if (unit === 'share') return undefined
  return apart.find((each) => isWithin(part, each.part) || (each.part.kind === 'scenario' && nameOfTest(each.part) === nameOfTest(part)))
    ?.text
}

function isWithin(part: ComparedPart, other: ComparedPart): boolean {
  return nameOfTest(part) === nameOfTest(other) && other.names.every((name, depth) => name === part.names[depth])
}

/** Whether a figure is the share of requests that failed, over HTTP or of a plugin. */
export function isShareOfFailures({ metric }: Pick<FigureOfSides, 'metric'>): boolean {
  return metric.endsWith('_failed')
}

function known(values: readonly (number | null)[]): readonly number[] {
  return values.filter((value) => value !== null)
}
