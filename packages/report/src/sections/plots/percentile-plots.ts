import type { TimeSummary } from '@benchpress/core'
import { distributionOf, fewestPoints, formatShare, percentileCurve } from '@benchpress/core/report'
import type { CurvePoint } from '@benchpress/core/report'
import { axisOf } from './time-plot.ts'
import type { PlotPart, PlotSeries } from '../../render/report-document.ts'

// With fewer samples than this, a line would show more between them than is known.
const fewestOfLine = 12

/** Named times that are plotted. */
export interface NamedTimes {
  /** Such as `Response time`. */
  readonly name: string
  readonly times: TimeSummary
}

/**
 * Plots the percentile curves of times, by the share above each time; `undefined` where too little is known.
 *
 * @param timed the events that were timed: `responses`, `deliveries`
 */
export function percentilePlot(of: string, all: readonly NamedTimes[], timed: string): PlotPart | undefined {
  const curves = all.map(({ name, times }) => ({ name, points: percentileCurve(times) }))
  if ((curves[0]?.points.length ?? 0) < fewestPoints) return undefined
  const shares = [...new Set(curves.flatMap(({ points }) => points.map(({ share }) => share)))].toSorted((a, b) => a - b)
  const series = curves.map(({ name, points }) => seriesOf(name, points, shares))
  return {
    plot: {
      title: `Percentiles${of}`,
      caption: `The time that a share of the ${timed} took at most. Shaded: where the true percentile lies with a confidence of 95 %, if samples are independent. A curve ends where fewer than 10 ${timed} lie beyond it, or where requests that were cut off leave no more than a lower bound.`,
      x: { label: `share of the ${timed}`, unit: 'share', scale: 'tail', values: shares },
      y: axisOf(
        'time',
        'ms',
        series.map(({ values }) => values),
      ),
      series,
    },
  }
}

/** Whether service times differ from response times. */
export function isServiceDifferent(response: TimeSummary, service: TimeSummary): boolean {
  return service.count > 0 && service.mean !== response.mean
}

/**
 * Plots the distribution of times, from their histogram; `undefined` without a histogram, or where too little is known.
 *
 * @param timed the events that were timed: `responses`, `deliveries`
 */
export function distributionPlot(of: string, { name, times }: NamedTimes, timed: string): PlotPart | undefined {
  const distribution = distributionOf(times)
  if (distribution === undefined) return undefined
  const { edges, shares, isByFactor } = distribution
  const rest = 1 - shares.reduce((sum, share) => sum + share, 0)
  const left = rest < leastRest ? '' : `; the slowest ${formatShare(rest)} are left out`
  return {
    plot: {
      title: `Distribution${of}`,
      caption: `The height of each step is the share of the ${timed} that took as long as the step is wide${left}.`,
      x: { label: name.toLowerCase(), unit: 'ms', values: edges, ...(isByFactor && { scale: 'log' as const }) },
      y: { label: `share of the ${timed}`, unit: 'share' },
      // The last edge ends the last step.
      series: [{ name, as: 'steps', values: [...shares, null] }],
    },
  }
}

const leastRest = 1e-6

function seriesOf(name: string, points: readonly CurvePoint[], shares: readonly number[]): PlotSeries {
  const known = new Map(points.map((point) => [point.share, point]))
  return {
    name,
    as: points.length < fewestOfLine ? 'points' : 'line',
    values: shares.map((share) => known.get(share)?.time ?? null),
    intervals: shares.map((share) => {
      const { low, high } = known.get(share)?.interval ?? { low: null, high: null }
      return low === null || high === null ? null : [low, high]
    }),
  }
}
