import type { MeasuredScenario } from './measured.ts'
import { matchNames } from './match-names.ts'
import type { Threshold, ThresholdResult } from './threshold.ts'

/** The metric of response times that is asked for where none is named. */
export const anyResponseTime = 'response_time'

/** A metric of response times of one kind of requests. */
export type ResponseTimeMetric = 'http_response_time' | 'plugin_response_time'

/**
 * The metrics that a limit of response times is for where none is named: of each kind of requests that were sent.
 *
 * One percentile is never of both kinds: where there are both, the limit has to hold for each of them. Matchers, searches and thresholds ask here.
 *
 * @param sent how many requests of each kind were started
 */
export function responseTimeMetrics(sent: { readonly overHttp: number; readonly ofPlugins: number }): readonly ResponseTimeMetric[] {
  if (sent.ofPlugins === 0) return ['http_response_time']
  return sent.overHttp === 0 ? ['plugin_response_time'] : ['http_response_time', 'plugin_response_time']
}

/** The thresholds that one on {@link anyResponseTime} stands for; any other stands for itself. */
export function thresholdsMeant<Meant extends Pick<Threshold, 'on'>>(
  threshold: Meant,
  all: readonly MeasuredScenario<unknown>[],
): readonly Meant[] {
  const { on } = threshold
  if (on.metric !== anyResponseTime) return [threshold]
  const pattern = on.tags['scenario']
  const scenarios = pattern === undefined ? all : matchNames('scenario', pattern, all)
  const named = 'missing' in scenarios ? [] : scenarios
  const plugins = named.flatMap(({ users }) => users?.pluginRequests ?? [])
  const metrics = responseTimeMetrics({
    overHttp: named.reduce((sum, { requests }) => sum + requests.counts.started, 0),
    ofPlugins: plugins.reduce((sum, { requests }) => sum + requests.counts.started, 0),
  })
  return metrics.map((metric) => ({ ...threshold, on: { ...on, metric } }))
}

/** One of the results of {@link thresholdsMeant}, and of which metric it is. */
export interface MeantResult {
  readonly metric: string
  readonly result: ThresholdResult
}

/**
 * Puts together the states of the thresholds that one stands for: the worst of them, with the words of all.
 *
 * What holds is as sure as the least sure of them, and what fails as the surest. What is inconclusive takes as many samples as the one that needs most.
 */
export function worstOf(threshold: Pick<Threshold, 'operator' | 'limit'>, all: readonly [MeantResult, ...MeantResult[]]): ThresholdResult {
  const [{ result }, ...others] = all
  if (others.length === 0) return result
  const isFailed = all.some((each) => severity(each.result) === failed)
  const ranksOf = (each: ThresholdResult): readonly number[] => [
    severity(each),
    each.inconclusive?.times ?? 0,
    isApart(each, threshold.limit) === isFailed ? 1 : 0,
    each.actual === null ? -Number.MAX_VALUE : badness(each.actual, threshold),
  ]
  const worst = all.map((each) => each.result).reduce((a, b) => (isGreater(ranksOf(b), ranksOf(a)) ? b : a))
  return { ...worst, text: all.map((each) => `${each.metric} ${each.result.text}`).join('; ') }
}

/** Whether the samples tell a figure from its limit: what its interval holds may be on either side of it. */
export function isApart({ interval, actual }: Pick<ThresholdResult, 'interval' | 'actual'>, limit: number | undefined): boolean {
  if (interval === null || actual === null || limit === undefined) return true
  const { low, high } = interval
  return (high !== null && high < limit) || (low !== null && low >= limit)
}

// The first of two ranks that differ decides.
function isGreater(some: readonly number[], others: readonly number[]): boolean {
  const index = some.findIndex((rank, at) => rank !== others[at])
  return (some[index] ?? 0) > (others[index] ?? 0)
}

const failed = 2

function severity({ passed, inconclusive }: ThresholdResult): number {
  if (passed) return 0
  return inconclusive === null ? failed : 1
}

// Grows with how bad a figure is for a condition: for `>` the smaller one is the worse.
function badness(actual: number, { operator, limit }: Pick<Threshold, 'operator' | 'limit'>): number {
  const apart = Math.abs(actual - limit)
  return { '<': actual, '<=': actual, '>': -actual, '>=': -actual, '==': apart, '!=': -apart }[operator]
}
