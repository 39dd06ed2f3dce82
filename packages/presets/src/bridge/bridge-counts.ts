import type { CheckSummary, DeliverySummary, MetricSummary, OutcomeCounts, TestResult, TimeSummary } from '@benchpress/core'

/** The counts of one run of the bridge's test, by the names of the document. */
export interface BridgeCounts extends Readonly<Record<'events' | 'heartbeats' | 'messages' | 'sent' | 'dropped', number>> {
  readonly checks: { readonly passed: number; readonly failed: number }
  /** How the sends ended; `undefined` where there was none. */
  readonly outcomes: OutcomeCounts | undefined
  /** Sends that ended in any way, except those that the end of the run aborted. */
  readonly posts: number
  /** Connections that ended before the end of the run. */
  readonly closed: number
  readonly delivery: DeliverySummary | undefined
}

/** Reads the counts of a run. */
export function countsOf({ scenarios, metrics, deliveries }: TestResult): BridgeCounts {
  const [subscribers, senders] = ['subscribers', 'senders'].map((name) => scenarios.find((scenario) => scenario.name === name)?.users)
  const checks = [subscribers, senders].flatMap((users) => users?.checks ?? [])
  const posts = scenarios.flatMap(({ endpoints }) => endpoints).find(({ name }) => name === 'send_message')?.counts
  return {
    checks: { passed: sumOf(checks, 'passed'), failed: sumOf(checks, 'failed') },
    events: countOf(metrics['sse_events']),
    heartbeats: countOf(metrics['sse_events'], 'heartbeat'),
    messages: countOf(metrics['sse_events'], 'message'),
    sent: checks.find(({ name }) => name === 'message sent to client')?.passed ?? 0,
    dropped: senders?.iterations.dropped ?? 0,
    outcomes: posts?.outcomes,
    posts: posts === undefined ? 0 : posts.started - posts.outcomes.aborted,
    closed: subscribers?.iterations.completed ?? 0,
    delivery: deliveries.find(({ name }) => name === 'sse'),
  }
}

/** The lives of the connections of a run, as a list of one; `undefined` where none was opened. */
export function lifetimeOf({ metrics }: TestResult): readonly [TimeSummary] | undefined {
  const lifetime = metrics['sse_lifetime']
  return lifetime?.type === 'trend' ? [lifetime.values] : undefined
}

function sumOf(checks: readonly CheckSummary[], key: 'passed' | 'failed'): number {
  return checks.reduce((sum, check) => sum + check[key], 0)
}

// A metric that was never recorded is missing.
function countOf(metric: MetricSummary | undefined, series?: string): number {
  if (metric?.type !== 'counter') return 0
  return series === undefined ? metric.count : (metric.by?.series.find(({ name }) => name === series)?.count ?? 0)
}
