import { isLowerBound, judgeFigure, percentiles, type PercentileName, type TimeFigure, type TimeSummary } from '@benchpress/core'
import { formatTime } from './time.ts'

/** What stands before a percentile with too few samples. */
export const fewMark = '~'

// An interval that is no wider than this share of its figure changes nothing of what it says.
const narrow = 0.1

type Format = (value: number | null) => string

/**
 * Writes a figure of a distribution of times: `>= 4.02 s` where no more is known, because requests were cut off, and `~42 ms` where the
 * samples are too few for a percentile.
 *
 * @param format of a value, where it is no time
 */
export function formatFigure(times: TimeSummary, figure: TimeFigure, format: Format = formatTime): string {
  const value = times[figure]
  if (value !== null && isLowerBound(times, figure)) return `>= ${format(value)}`
  const isFew = value !== null && isPercentile(figure) && judgeFigure(times, figure).says === 'few'
  return `${isFew ? fewMark : ''}${format(value)}`
}

/** Writes a figure as {@link formatFigure} does, with its 95 % interval where that is wider than a tenth of it: `~42 ms (38 ms to 51 ms)`. A lower bound has none. */
export function formatSureFigure(times: TimeSummary, figure: TimeFigure): string {
  const interval = isLowerBound(times, figure) ? '' : formatInterval(times, figure)
  return `${formatFigure(times, figure)}${interval === '' || isNarrow(times, figure) ? '' : ` (${interval})`}`
}

/** Writes the 95 % interval of a percentile: `38 ms to 51 ms`, or `from 38 ms` where it is open; empty where nothing is known of it. */
export function formatInterval({ intervals }: TimeSummary, figure: TimeFigure): string {
  const { low, high } = (isPercentile(figure) ? intervals[figure] : null) ?? { low: null, high: null }
  if (low === null) return high === null ? '' : `up to ${formatTime(high)}`
  return high === null ? `from ${formatTime(low)}` : `${formatTime(low)} to ${formatTime(high)}`
}

/** The headings of {@link timeCells}. */
export const timeHeadings = ['50%', '90%', '95%', '99%', 'Avg', 'Max'] as const

/** The figures of a distribution of times for a row of a table; a percentile with too few samples has a mark. */
export function timeCells(time: TimeSummary, format: (time: TimeSummary, figure: TimeFigure) => string = formatFigure): readonly string[] {
  return (['p50', 'p90', 'p95', 'p99', 'mean', 'max'] as const).map((figure) => format(time, figure))
}

/**
 * Explains the marks that are in texts; no line where there are none.
 *
 * @param runs those of single runs: in others a range in brackets is one of several runs
 */
export function figureNotes(texts: string, runs: string): readonly string[] {
  const isMarked = texts.includes(fewMark)
  const isBounded = texts.includes('>= ')
  const hasInterval = /\((?:from |up to |[\d.]+ (?:µs|ms|s) to )[\d.]+ (?:µs|ms|s)\)/.test(runs)
  return [
    ...(isMarked ? [`${fewMark} Few samples: a figure of some of them rather than of the distribution, by which nothing is judged.`] : []),
    ...(isBounded ? ['>= A lower bound: requests were cut off, and what they would have taken is not known.'] : []),
    ...(hasInterval ? ['In brackets: where the true percentile lies with a confidence of 95 %, if samples are independent.'] : []),
  ]
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
