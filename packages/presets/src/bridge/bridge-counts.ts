import type {
  CheckSummary,
  DeliverySummary,
  IterationCounts,
  MetricSummary,
  OutcomeCounts,
  SeriesSummary,
  TestResult,
  TimeSummary,
} from '@benchpress/core'

const delivered = ['lostInGap', 'lostAfterLeaving', 'lostByTarget', 'duplicated', 'outOfOrder'] as const

/** The counts of one run of the bridge's test, by the names of the document. */
export interface BridgeCounts extends Readonly<Record<(typeof delivered)[number], number>> {
  readonly checks: { readonly passed: number; readonly failed: number }
  readonly events: number
  readonly heartbeats: number
  readonly messages: number
  readonly sent: number
  /** Messages that were due, and for which no sender was free. */
  readonly dropped: number
  /** How the sends ended; `undefined` where there was none. */
  readonly outcomes: OutcomeCounts | undefined
  /** Sends that ended in any way, except those that the end of the run aborted. */
  readonly posts: number
  /** Connections that ended before the end of the run, and those that were open then. */
  readonly closed: number
  readonly stillOpen: number
  readonly delivery: DeliverySummary | undefined
}

/** Reads the counts of a run. */
export function countsOf({ scenarios, metrics, deliveries }: TestResult): BridgeCounts {
  const [subscribers, senders] = ['subscribers', 'senders'].map((name) => scenarios.find((scenario) => scenario.name === name))
  const checks = [subscribers, senders].flatMap((scenario) => scenario?.users?.checks ?? [])
  const delivery = deliveries.find(({ name }) => name === 'sse')
  return {
    checks: { passed: sumOf(checks, 'passed'), failed: sumOf(checks, 'failed') },
    events: countOf(metrics['sse_events']),
    heartbeats: countOf(metrics['sse_events'], 'heartbeat'),
    messages: countOf(metrics['sse_events'], 'message'),
    sent: checks.find(({ name }) => name === 'message sent to client')?.passed ?? 0,
    dropped: senders?.users?.iterations.dropped ?? 0,
    ...countPosts(senders?.endpoints.find(({ name }) => name === 'send_message')?.counts),
    ...countConnections(subscribers?.users?.iterations),
    ...(Object.fromEntries(delivered.map((key) => [key, delivery?.[key] ?? 0])) as Record<(typeof delivered)[number], number>),
    delivery,
  }
}

function countPosts(counts: SeriesSummary['counts'] | undefined): Pick<BridgeCounts, 'outcomes' | 'posts'> {
  return counts === undefined
    ? { outcomes: undefined, posts: 0 }
    : { outcomes: counts.outcomes, posts: counts.started - counts.outcomes.aborted }
}

function countConnections(counts: IterationCounts | undefined): Pick<BridgeCounts, 'closed' | 'stillOpen'> {
  return { closed: counts?.completed ?? 0, stillOpen: counts?.aborted ?? 0 }
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
