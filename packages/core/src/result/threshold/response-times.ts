import type { MeasuredScenario } from './measured-scenario.ts'
import { matchNames } from './match-names.ts'
import type { Threshold, ThresholdResult } from './threshold.ts'

/** The metric of response times that is asked for where none is named. */
export const anyResponseTime = 'response_time'

/** A metric of response times of one kind of requests. */
export type ResponseTimeMetric = 'http_response_time' | 'plugin_response_time'

/**
 * The metrics that a limit of response times is for where none is named: of each kind of requests that were sent.
 *
 * One percentile is never of both kinds: where there are both, the limit has to hold for either. Matchers, searches and thresholds ask here.
 *
 * @param sent how many requests of each kind were started
 */
export function responseTimeMetrics(sent: { readonly overHttp: number; readonly ofPlugins: number }): readonly ResponseTimeMetric[] {
  if (sent.ofPlugins === 0) return ['http_response_time']
  return sent.overHttp === 0 ? ['plugin_response_time'] : ['http_response_time', 'plugin_response_time']
}

/** The thresholds that one on {@link anyResponseTime} stands for; any other stands for itself. */
export function thresholdsMeant(threshold: Threshold, all: readonly MeasuredScenario<unknown>[]): readonly Threshold[] {
  const { on } = threshold
  if (on.metric !== anyResponseTime) return [threshold]
  const pattern = on.tags['scenario']
  const scenarios = pattern === undefined ? all : matchNames('scenario', pattern, all)
  const named = 'missing' in scenarios ? [] : scenarios
  const plugins = named.flatMap(({ users }) => users?.pluginRequests ?? [])
  const metrics = responseTimeMetrics({
    overHttp: named.reduce((sum, { requests }) => sum + requests.started, 0),
    ofPlugins: plugins.reduce((sum, { requests }) => sum + requests.started, 0),
  })
  return metrics.map((metric) => ({ ...threshold, on: { ...on, metric } }))
}

/** One of the results of {@link thresholdsMeant}, and of which metric it is. */
export interface MeantResult {
  readonly metric: string
  readonly result: ThresholdResult
}

/** What became of a threshold by what became of those that it stands for: the worst of them, with the words of all. */
export function worstOf(all: readonly [MeantResult, ...MeantResult[]]): ThresholdResult {
  const [{ result }, ...others] = all
  if (others.length === 0) return result
  const worst = all.toSorted((a, b) => severity(b.result) - severity(a.result) || (b.result.actual ?? 0) - (a.result.actual ?? 0))[0]
  return { ...(worst?.result ?? result), text: all.map((each) => `${each.metric} ${each.result.text}`).join('; ') }
}

function severity({ passed, inconclusive }: ThresholdResult): number {
  if (passed) return 0
  return inconclusive === null ? 2 : 1
}
