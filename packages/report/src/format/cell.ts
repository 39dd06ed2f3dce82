import type { PercentileName, RunsComparison, TimeFigure, TimeSummary } from '@benchpress/core'
import { formatNumber, formatTime, isLowerBound, judgeFigure, judgeSamples, percentiles } from '@benchpress/core/report'
import type { ReportCell, ReportCondition, ReportFigure, SampleEvidence } from '@benchpress/core/report'
import { max, mean, min, sampleStandardDeviation } from 'simple-statistics'

const caveats = { few: '~', 'lower-bound': '>= ' } as const
const signs = { yes: '✓', no: '✗', unknown: '?' } as const

/** Writes a cell as text, with the marks of its figure: `~42 ms (38 ms to 51 ms)`, `>= 4.02 s`, `✓ http_failed`. */
export function drawCell(cell: ReportCell): string {
  if (typeof cell === 'string') return cell
  if ('condition' in cell) return `${signOf(cell)} ${withOutcome(cell)}`
  const { figure, caveat, interval } = cell
  return `${caveat === undefined ? '' : caveats[caveat]}${figure}${interval === undefined ? '' : ` (${interval})`}`
}

const allDigits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })

/** Writes a number with its digits, as a document has it: `480.55`. */
export function formatExactly(value: number): string {
  return allDigits.format(value)
}

/** The sign before a condition: `✓` where it holds, `✗` where it does not, `?` where that is unknown. */
export function signOf({ holds }: ReportCondition): string {
  return signs[holds]
}

/** A condition with what came of it, such as `p99 > +5%: regressed`. */
export function withOutcome({ condition, outcome }: ReportCondition): string {
  return outcome === undefined ? condition : `${condition}: ${outcome}`
}

/** A cell of a number and its text; the number sorts the table, and `null` is written as `n/a`. */
export function numberCell(value: number | null, format: (value: number) => string = formatNumber): ReportFigure {
  return value === null ? { figure: 'n/a' } : { figure: format(value), value }
}

// An interval that is narrower than this share of its figure is not worth showing.
const narrow = 0.1

type Format = (value: number) => string

/**
 * A figure of a distribution of times, with its caveat: a lower bound, because requests were cut off, or a percentile of too few samples.
 *
 * @param format writes the value, where it is not a time
 */
export function figureCell(times: TimeSummary, figure: TimeFigure, format: Format = formatTime): ReportFigure {
  const value = times[figure]
  if (value !== null && isLowerBound(times, figure)) return { figure: format(value), value, caveat: 'lower-bound' }
  const evidence = value !== null && isPercentile(figure) && judgeFigure(times, figure)
  return { ...numberCell(value, format), ...(evidence && isPercentile(figure) && caveatOf(percentiles[figure], evidence)) }
}

/** A figure as {@link figureCell} gives it, with its 95 % interval where that is wider than a tenth of it. A lower bound has none. */
export function sureFigureCell(times: TimeSummary, figure: TimeFigure): ReportFigure {
  const interval = isLowerBound(times, figure) || isNarrow(times, figure) ? '' : formatInterval(times, figure)
  return { ...figureCell(times, figure), ...(interval !== '' && { interval }) }
}

/**
 * A percentile, with a caveat where it has too few samples.
 *
 * @param percentile from 0 to 100
 */
export function percentileCell(value: number, percentile: number, samples: number, format: Format): ReportFigure {
  return { ...numberCell(value, format), ...caveatOf(percentile, judgeSamples(percentile, samples)) }
}

function caveatOf(percentile: number, { says, had, needed }: SampleEvidence): Pick<ReportFigure, 'caveat' | 'samples'> {
  return says === 'few' ? { caveat: 'few', samples: { percentile, had, needed } } : {}
}

/** Writes a figure of a distribution of times as text: `42 ms`; `~42 ms` with too few samples; `>= 4.02 s` where requests were cut off. */
export function formatFigure(times: TimeSummary, figure: TimeFigure): string {
  return drawCell(figureCell(times, figure))
}

/** Writes the 95 % interval of a percentile: `38 ms to 51 ms`, or `from 38 ms` where it is open; empty where nothing is known of it. */
export function formatInterval({ intervals }: TimeSummary, figure: TimeFigure): string {
  const { low, high } = (isPercentile(figure) ? intervals[figure] : null) ?? { low: null, high: null }
  if (low === null) return high === null ? '' : `up to ${formatTime(high)}`
  return high === null ? `from ${formatTime(low)}` : `${formatTime(low)} to ${formatTime(high)}`
}

/** The headings of {@link timeCells}. */
export const timeHeadings = ['50%', '90%', '95%', '99%', 'Avg', 'Max'] as const

/** The figures of a distribution of times for a row of a table. */
export function timeCells(
  time: TimeSummary,
  cellOf: (time: TimeSummary, figure: TimeFigure) => ReportFigure = figureCell,
): readonly ReportFigure[] {
  return figureCells(time, ['p50', 'p90', 'p95', 'p99', 'mean', 'max'], cellOf)
}

/** Some figures of a distribution of times, each as {@link figureCell} gives it; `n/a` for each where nothing was timed. */
export function figureCells(
  times: TimeSummary | null | undefined,
  figures: readonly TimeFigure[],
  cellOf: (times: TimeSummary, figure: TimeFigure) => ReportFigure = figureCell,
): readonly ReportFigure[] {
  return figures.map((figure) => (times ? cellOf(times, figure) : numberCell(null)))
}

function isNarrow({ intervals, ...times }: TimeSummary, figure: TimeFigure): boolean {
  const interval = isPercentile(figure) ? intervals[figure] : null
  const value = times[figure]
  if (interval === null || interval.low === null || interval.high === null || value === null) return false
  return interval.high - interval.low <= value * narrow
}

function isPercentile(figure: TimeFigure): figure is PercentileName {
  return Object.hasOwn(percentiles, figure)
}

/** Mean and spread of one figure over several runs. */
export interface Spread {
  readonly mean: number
  /** Standard deviation of the sample; `null` for a single run. */
  readonly stdev: number | null
  readonly min: number
  readonly max: number
}

/** Computes mean and spread of one figure over several runs; `null` when a run has no value, since the other runs cannot stand for it. */
export function spreadOf(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null)
  if (known.length === 0 || known.length < values.length) return null
  return {
    mean: mean(known),
    stdev: known.length > 1 ? sampleStandardDeviation(known) : null,
    min: min(known),
    max: max(known),
  }
}

/** Writes a spread as `199,889 (197,790 to 202,628)`, or its only value; `n/a` without one. */
export function formatSpread(spread: Pick<Spread, 'mean' | 'min' | 'max'> | null, format: (value: number) => string): string {
  if (spread === null) return 'n/a'
  const values = [spread.mean, spread.min, spread.max].map(format)
  const [middle = '', lowest = '', highest = ''] = values
  return lowest === highest ? middle : `${middle} (${lowest} to ${highest})`
}

/** A cell of a spread as {@link formatSpread} writes it, sorted by its mean. */
export function spreadCell(spread: Pick<Spread, 'mean' | 'min' | 'max'> | null, format: (value: number) => string): ReportFigure {
  return { figure: formatSpread(spread, format), ...(spread !== null && { value: spread.mean }) }
}

/** Describes {@link spreadOfSide} for a table of compared figures. */
export function introOfSides(hasShares: boolean): string {
  return `geometric mean (lowest to highest) of the runs${hasShares ? ', of shares the mean' : ''}`
}

/** The middle of the compared runs of a side, which a difference is of, with the lowest and the highest; `null` without a run. */
export function spreadOfSide(side: RunsComparison['sides']['base']): Pick<Spread, 'mean' | 'min' | 'max'> | null {
  return side === null ? null : { mean: side.middle, min: side.lowest, max: side.highest }
}
