import type { ReportFigure } from '@benchpress/core/report'
import { max, mean, min, sampleStandardDeviation } from 'simple-statistics'

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
export function formatSpread(spread: Spread | null, format: (value: number) => string): string {
  if (spread === null) return 'n/a'
  const values = [spread.mean, spread.min, spread.max].map(format)
  const [middle = '', lowest = '', highest = ''] = values
  return lowest === highest ? middle : `${middle} (${lowest} to ${highest})`
}

/** A cell of a spread as {@link formatSpread} writes it, sorted by its mean. */
export function spreadCell(spread: Spread | null, format: (value: number) => string): ReportFigure {
  return { figure: formatSpread(spread, format), ...(spread !== null && { value: spread.mean }) }
}
