import { isLowerBound, type PercentileName, type TimeSummary } from '@benchpress/core'
import { judgeFigure, percentiles, type ReportPlot, type ReportPlotSeries } from '@benchpress/core/report'
import { axisOf } from './time-plot.ts'

const names = Object.keys(percentiles) as PercentileName[]
const fewestKnown = 3

/** The percentiles of response and service times, by what is left above them; `undefined` where too few are known. */
export function percentilePlot(of: string, response: TimeSummary, service: TimeSummary): ReportPlot | undefined {
  if (knownOf(response).length < fewestKnown) return undefined
  const shown = isServiceApart(response, service) ? [response, service] : [response]
  const known = names.filter((name) => shown.some((times) => knownOf(times).includes(name)))
  const series = shown.map((times) => percentilesOf(times === response ? 'Response time' : 'Service time', times, known))
  return {
    plot: {
      title: `Percentiles${of}`,
      caption: `The time that a share of the responses took at most. Shaded: where the true percentile lies with a confidence of 95 %, if samples are independent. Percentiles of too few samples, and lower bounds, are left out.`,
      x: { label: 'share of the responses', unit: 'share', scale: 'tail', values: known.map((name) => percentiles[name] / 100) },
      y: axisOf(
        'time',
        'ms',
        series.map(({ values }) => values),
      ),
      series,
    },
  }
}

/** Whether service times say something else than response times. */
export function isServiceApart(response: TimeSummary, service: TimeSummary): boolean {
  return service.count > 0 && service.mean !== response.mean
}

/** How response times are distributed, as far as percentiles tell; `undefined` where too few are known. */
export function distributionPlot(of: string, response: TimeSummary): ReportPlot | undefined {
  const knots = knotsOf(response)
  if (knots.length < fewestKnown) return undefined
  const last = knots.at(-1)
  const densities = knots.map(({ time, share }, index) => {
    const next = knots[index + 1]
    return next === undefined ? null : (next.share - share) / (next.time - time)
  })
  return {
    plot: {
      title: `Distribution${of}`,
      caption: `The area of each step is the share of the responses between two percentiles that are known; the slowest ${describeRest(last?.share ?? 1)} are left out.`,
      x: { label: 'response time', unit: 'ms', values: knots.map(({ time }) => time) },
      y: { label: 'share of the responses in a millisecond', unit: 'share' },
      series: [{ name: 'Response time', as: 'steps', values: densities }],
    },
  }
}

function percentilesOf(name: string, times: TimeSummary, shown: readonly PercentileName[]): ReportPlotSeries {
  const known = new Set(knownOf(times))
  return {
    name,
    as: 'points',
    values: shown.map((each) => (known.has(each) ? times[each] : null)),
    intervals: shown.map((each) => {
      const { low, high } = (known.has(each) ? times.intervals[each] : null) ?? { low: null, high: null }
      return low === null || high === null ? null : [low, high]
    }),
  }
}

// What can be said of a distribution: neither of too few samples nor of requests that were cut off.
function knownOf(times: TimeSummary): readonly PercentileName[] {
  return names.filter((name) => times[name] !== null && judgeFigure(times, name).says === 'enough' && !isLowerBound(times, name))
}

interface Knot {
  readonly share: number
  readonly time: number
}

// From the shortest time on, each longer than the one before.
function knotsOf(times: TimeSummary): readonly Knot[] {
  const all = [
    ...(times.min === null ? [] : [{ share: 0, time: times.min }]),
    ...knownOf(times).map((name) => ({ share: percentiles[name] / 100, time: times[name] ?? 0 })),
  ]
  return all.filter(({ time }, index) => {
    const next = all[index + 1]
    return next === undefined || next.time > time
  })
}

function describeRest(share: number): string {
  return `${Number(((1 - share) * 100).toPrecision(2))} %`
}
