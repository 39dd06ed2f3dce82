import type { PercentileName, SuiteResult, TimeSummary } from '@benchpress/core'
import { failedShare, knownPercentile } from '@benchpress/core/report'
import { toJson } from '../format/texts.ts'
import { measuredRequests, nameRequests } from './measured-requests.ts'

/** One figure for github-action-benchmark, which compares figures of the same name from commit to commit. */
interface TrackedFigure {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** The 95 % confidence interval of the figure. */
  readonly range?: string
  readonly extra: string
}

const tracked = ['p50', 'p95', 'p99'] as const satisfies readonly PercentileName[]

/**
 * Writes the figures that should be small for github-action-benchmark: percentiles of the response time, and the share of requests that failed.
 *
 * Figures of an invalid result or of too few samples are left out, since they would spoil the trend.
 */
export function smallerIsBetter(suite: SuiteResult): string {
  const ofRequests = believed(suite).flatMap((of): readonly TrackedFigure[] => {
    const name = nameRequests(of, suite)
    const { responseTime, counts } = of.requests
    const extra = extraOf(of.test.verdict.level, responseTime.count)
    return [
      ...tracked.flatMap((figure) => percentileOf(`${name}: response time ${figure}`, responseTime, figure, extra)),
      { name: `${name}: failed`, unit: '%', value: failedShare(counts.outcomes) * 100, extra },
    ]
  })
  return write(ofRequests)
}

/** Writes the figures that should be large for github-action-benchmark: requests per second. */
export function biggerIsBetter(suite: SuiteResult): string {
  const ofRequests = believed(suite).map((of): TrackedFigure => {
    const extra = extraOf(of.test.verdict.level, of.requests.counts.started)
    return { name: `${nameRequests(of, suite)}: throughput`, unit: 'requests/s', value: of.requestsPerSecond, extra }
  })
  return write(ofRequests)
}

function believed(suite: SuiteResult): ReturnType<typeof measuredRequests> {
  return measuredRequests(suite).filter(({ test, requests }) => test.verdict.level !== 'invalid' && requests.counts.started > 0)
}

function percentileOf(name: string, times: TimeSummary, figure: PercentileName, extra: string): readonly TrackedFigure[] {
  const value = knownPercentile(times, figure)
  if (value === null) return []
  const { low = null, high = null } = times.intervals[figure] ?? {}
  return [{ name, unit: 'ms', value, ...(low !== null && high !== null && { range: `${low} to ${high}` }), extra }]
}

function extraOf(level: string, samples: number): string {
  return `verdict: ${level}, n=${samples}`
}

function write(figures: readonly TrackedFigure[]): string {
  return `${toJson(figures, 2)}\n`
}
