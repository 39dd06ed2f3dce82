import { mean } from 'simple-statistics'
import { sumOf } from '../base/units/count.ts'
import { formatShare } from '../base/units/format.ts'
import type { ComparedPart, FigureOfSides } from './figures.ts'
import { nameOfTest } from './side.ts'
import type { RegressionCondition } from './condition.ts'
import { matchTag } from '../result/threshold/match-names.ts'
import { ownTagsOf, type MetricSelector } from '../result/threshold/threshold.ts'

/** The most by which the shares of failed requests of two sides may differ: beyond it, response times are those of different requests. */
const mostErrorsApart = 0.01

/** The sides as the end of a text, such as `on A`. */
export interface SideTexts {
  readonly base: string
  readonly head: string
}

/** The failed requests of a run, or its lost deliveries. */
export interface Failures {
  /** Their share, 0 to 1. */
  readonly share: number
  /** The number of requests that it is a share of; missing where no difference is to be taken for chance. */
  readonly requests?: number | undefined
}

/**
 * Describes shares of failures that lie further apart than {@link mostErrorsApart}, such as `fails 0 % of its requests on A and 40 % on B`; `null` when
 * they do not, or a side has no run. Pure.
 *
 * The times and rates of two such sides are those of different requests, and no side is better: a server that fails at once is not fast. Of the side with
 * more runs the last ones count. Shares of a known number of requests are not apart where so few would lie as far apart by chance: of 30 requests, one more
 * or less is 3 %.
 */
export function failuresDiffer(
  base: readonly Failures[],
  head: readonly Failures[],
  texts: SideTexts,
  of: 'requests' | 'deliveries' = 'requests',
): string | null {
  const runs = Math.min(base.length, head.length)
  if (runs === 0) return null
  const [before, after] = [addUp(base.slice(-runs)), addUp(head.slice(-runs))]
  if (Math.abs(before.share - after.share) <= mostErrorsApart || canBeChance(before, after)) return null
  return `${of === 'deliveries' ? 'loses' : 'fails'} ${formatShare(before.share)} of its ${of} ${texts.base} and ${formatShare(after.share)} ${texts.head}`
}

type Added = Readonly<Record<'share' | 'requests', number>>

function addUp(runs: readonly Failures[]): Added {
  return { share: mean(runs.map(({ share }) => share)), requests: sumOf(runs, ({ requests = Infinity }) => requests) }
}

// Chance puts two shares further apart in one of 370 cases: a test may have dozens of endpoints.
const errorsOfChance = 3

/**
 * Whether requests that fail independently of each other with one probability could lie as far apart, by the normal approximation. A side whose number of
 * requests is not known is taken to have as many as the other; where no number is known, it cannot.
 */
function canBeChance(a: Added, b: Added): boolean {
  const least = Math.min(a.requests, b.requests)
  const [ofA, ofB] = [a, b].map(({ requests }) => (Number.isFinite(requests) ? requests : least)) as [number, number]
  if (!Number.isFinite(least) || least === 0) return false
  const share = (a.share * ofA + b.share * ofB) / (ofA + ofB)
  const error = Math.sqrt(share * (1 - share) * (1 / ofA + 1 / ofB))
  return Math.abs(a.share - b.share) <= errorsOfChance * error
}

/** A part of a test whose sides fail different shares of their requests. */
export interface DifferingPart {
  readonly part: ComparedPart
  /** Such as `GET /items of reads, shop fails 0 % of its requests on A and 40 % on B`. */
  readonly text: string
}

/** Finds the parts of tests whose sides fail different shares of their requests, without those within another such part. Pure. */
export function findDifferingParts(figures: readonly FigureOfSides[], texts: SideTexts): readonly DifferingPart[] {
  const apart = figures.filter(isShareOfFailures).flatMap(({ part, metric, base, head, ...figure }): readonly DifferingPart[] => {
    const requests = part.kind === 'scenario' ? undefined : figure.requests
    const isReach = metric === reach
    const failuresIn = (shares: typeof base, of: readonly number[] | undefined): readonly Failures[] =>
      shares.flatMap((share, run) => (share === null ? [] : [{ share: isReach ? 1 - share : share, requests: of?.[run] }]))
    const [before, after] = [failuresIn(base, requests?.base), failuresIn(head, requests?.head)]
    const text = failuresDiffer(before, after, texts, isReach ? 'deliveries' : 'requests')
    return text === null ? [] : [{ part, text: `${part.names.toReversed().join(' of ')}, ${nameOfTest(part)} ${text}` }]
  })
  return apart.filter(({ part }) => !apart.some((other) => isWithin(part, other.part)))
}

/**
 * Why no side is better in a figure, although its values differ: the sides fail different shares of the requests that the figure is about, or of those of
 * a whole scenario or plugin of the test, which leaves a target the time for other requests. `undefined` when they do not, and for shares themselves.
 */
export function doubtOfFailures({ part, unit }: Pick<FigureOfSides, 'part' | 'unit'>, apart: readonly DifferingPart[]): string | undefined {
  if (unit === 'share') return undefined
  const ofTest = apart.filter((each) => nameOfTest(each.part) === nameOfTest(part))
  return ofTest.find((each) => isWide(each) || isSame(part, each.part))?.text
}

/**
 * Why a condition on a time or a rate decides nothing, although its values differ: as {@link doubtOfFailures}, by the parts that its metric and tags name.
 */
export function doubtOfCondition(
  { condition: { on, scale }, test }: { readonly condition: Pick<RegressionCondition, 'on' | 'scale'>; readonly test: string },
  apart: readonly DifferingPart[],
): string | undefined {
  if (scale === 'points') return undefined
  return apart.find((each) => nameOfTest(each.part) === test && (isWide(each) || isNamed(on, each.part)))?.text
}

function isNamed(on: MetricSelector, { kind, names }: ComparedPart): boolean {
  const isOfDeliveries = on.metric.startsWith('delivery_')
  if (kind === 'deliveries' || isOfDeliveries) return kind === 'deliveries' && isOfDeliveries
  // Which endpoints have a tag of the user's own is unknown.
  if (on.tags['endpoint'] === undefined) return ownTagsOf(on).length > 0
  return !('missing' in matchTag('endpoint', on, [{ name: names.at(-1) ?? '' }]))
}

// A scenario or a plugin that fails leaves a target the time for everything else in its test.
function isWide({ part: { kind } }: DifferingPart): boolean {
  return kind === 'scenario' || kind === 'plugin'
}

function isSame(part: ComparedPart, other: ComparedPart): boolean {
  return part.kind === other.kind && part.names.join('\n') === other.names.join('\n')
}

/** Whether a part belongs to a scenario, or an endpoint to a plugin. */
function isWithin(part: ComparedPart, other: ComparedPart): boolean {
  const isInside = nameOfTest(part) === nameOfTest(other) && other.kind !== 'endpoint' && other.names.length < part.names.length
  return isInside && other.names.every((name, depth) => name === part.names[depth])
}

const reach = 'delivery_reach'

/** Whether a figure tells the share of requests that failed, over HTTP or of a plugin, or of deliveries that were lost. */
export function isShareOfFailures({ metric }: Pick<FigureOfSides, 'metric'>): boolean {
  return metric.endsWith('_failed') || metric === reach
}
