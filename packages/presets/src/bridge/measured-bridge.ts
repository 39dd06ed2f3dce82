import type {
  CheckSummary,
  DeliverySummary,
  MetricSummary,
  ScenarioSummary,
  SeriesSummary,
  TestResult,
  TimeSummary,
} from '@benchpress/core'
import type { DocumentedBridgeRun } from './documented-bridge.ts'

type CommonCount = 'checks' | 'wholeRun' | 'planned' | 'sent' | 'failedRequests' | 'events' | 'heartbeats' | 'messages'

/** The measured figures of one run of the bridge's test, by the names of the document. Times in milliseconds. */
export interface MeasuredBridge extends Pick<DocumentedBridgeRun, CommonCount> {
  /** Messages that were due and for which no sender was free. */
  readonly dropped: number
  /** POSTs that ended in any way, except those that the end of the run aborted. */
  readonly posts: number
  /** POSTs that the end of the run aborted: the bridge may have accepted them. */
  readonly abortedPosts: number
  /** Connections that ended before the end of the run. */
  readonly closed: number
  /** Connections that were still open at the end of the run. */
  readonly stillOpen: number
  readonly timeToOpen: TimeSummary | undefined
  readonly connectionLife: TimeSummary | undefined
  readonly sendMessage: SeriesSummary | undefined
  readonly delivery: DeliverySummary | undefined
  /** Whether connections resumed, so that a message that was cut off with one connection is delivered again over the next. */
  readonly isResumed: boolean
}

/** Reads a run by the names of the document; `undefined` for a run that did not begin. */
export function measureBridge(test: TestResult): MeasuredBridge | undefined {
  const [subscribers, senders] = ['subscribers', 'senders'].map((name) => test.scenarios.find((scenario) => scenario.name === name))
  if (subscribers?.users == null || senders?.users == null) return undefined
  const checks = [...subscribers.users.checks, ...senders.users.checks]
  return {
    checks: { passed: sumOf(checks, 'passed'), failed: sumOf(checks, 'failed') },
    wholeRun: test.duration,
    planned: senders.users.iterations.scheduled,
    dropped: senders.users.iterations.dropped,
    sent: checks.find(({ name }) => name === 'message sent to client')?.passed ?? 0,
    ...measurePosts(endpointOf(senders, 'send_message')),
    events: countOf(test.metrics['sse_events']),
    heartbeats: countOf(test.metrics['sse_events'], 'heartbeat'),
    messages: countOf(test.metrics['sse_events'], 'message'),
    closed: subscribers.users.iterations.completed,
    stillOpen: subscribers.users.iterations.aborted,
    timeToOpen: endpointOf(subscribers, 'open_sse_connection')?.responseTime,
    connectionLife: timesOf(test.metrics['sse_lifetime']),
    delivery: test.deliveries.find(({ name }) => name === 'sse'),
    isResumed: isUsed(test.metrics['sse_resumes']),
  }
}

function measurePosts(posts: SeriesSummary | undefined): Pick<MeasuredBridge, 'posts' | 'failedRequests' | 'abortedPosts' | 'sendMessage'> {
  if (posts === undefined) return { posts: 0, failedRequests: 0, abortedPosts: 0, sendMessage: undefined }
  const { started, outcomes } = posts.counts
  const ended = started - outcomes.aborted
  return { posts: ended, failedRequests: ended - outcomes.ok, abortedPosts: outcomes.aborted, sendMessage: posts }
}

function endpointOf({ endpoints }: ScenarioSummary, name: string): SeriesSummary | undefined {
  return endpoints.find((endpoint) => endpoint.name === name)
}

function sumOf(checks: readonly CheckSummary[], key: 'passed' | 'failed'): number {
  return checks.reduce((sum, check) => sum + check[key], 0)
}

// A metric that was never recorded is missing.
function countOf(metric: MetricSummary | undefined, series?: string): number {
  if (metric?.type !== 'counter') return 0
  if (series === undefined) return metric.count
  return metric.by?.series.find(({ name }) => name === series)?.count ?? 0
}

function isUsed(metric: MetricSummary | undefined): boolean {
  return metric?.type === 'rate' && metric.total > 0
}

function timesOf(metric: MetricSummary | undefined): TimeSummary | undefined {
  return metric?.type === 'trend' ? metric.values : undefined
}
