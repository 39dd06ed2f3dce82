import type { CheckSummary, MetricSummary, TestResult } from '@benchpress/core'
import { causeNotRun, errorRate, whyDoubtful, type ReasonCount } from '@benchpress/core/report'
import { countedOf, timeOf, type MeasuredTime } from './measured-parts.ts'
import { measureRates, type MeasuredRates } from './measured-rates.ts'
import { measureSockets, type MeasuredSockets } from './measured-sockets.ts'

/** The measured figures of one run of one of the tests. Times in milliseconds, rates per second. */
export interface MeasuredRun {
  /** Name of the test. */
  readonly test: string
  readonly variant: string
  /** 1 for the first run. */
  readonly repeat: number
  /** Why the run was not made; `null` where it was. */
  readonly notRun: string | null
  /** Why the figures decide nothing, such as `is invalid`; `null` where they count, or the run was not made. */
  readonly doubt: string | null
  readonly users: { readonly created: number; readonly completed: number; readonly failed: number; readonly aborted: number }
  /** Why users failed, the most frequent first. */
  readonly failures: readonly ReasonCount[]
  readonly requests: number
  readonly ok: number
  /** Share of the requests that failed, over HTTP and Socket.IO. */
  readonly failedShare: number
  readonly rates: MeasuredRates
  /** Response time of all requests. */
  readonly responseTime: MeasuredTime
  readonly endpoints: readonly MeasuredEndpoint[]
  readonly bids: { readonly accepted: number; readonly refused: number; readonly reasons: readonly ReasonCount[] }
  /** `null` where no user connected over Socket.IO. */
  readonly sockets: MeasuredSockets | null
  /** Cores that the target used on average; `null` where the target cannot be watched. */
  readonly targetCpu: number | null
  /** Rules of the verdict that gave a reason beyond a note. */
  readonly rules: readonly string[]
  /** The number of thresholds that passed, and those that failed or are inconclusive, each with its figure. */
  readonly thresholds: { readonly passed: number; readonly failed: readonly string[]; readonly inconclusive: readonly string[] }
}

/** The measured figures of one endpoint. */
export interface MeasuredEndpoint extends MeasuredTime {
  readonly name: string
  readonly ok: number
  /** Responses by status, such as `{ 409: 3 }`. */
  readonly statuses: Readonly<Record<string, number>>
}

/** Reads a run by the names of the document. */
export function measureRun(result: TestResult): MeasuredRun | undefined {
  const [scenario] = result.scenarios
  if (scenario?.users == null) return undefined
  const { created, completed, failed, aborted, failures, checks } = scenario.users
  const notRun = causeNotRun(result) ?? null
  return {
    test: result.name,
    variant: result.variant,
    repeat: result.repeat,
    notRun,
    doubt: whyDoubtful(result),
    users: { created, completed, failed, aborted },
    failures: failures.map(({ reason, count }) => ({ reason, count })),
    requests: scenario.counts.started,
    ok: scenario.counts.outcomes.ok,
    failedShare: errorRate(scenario),
    rates: measureRates(scenario, result.duration),
    responseTime: timeOf(scenario.responseTime),
    endpoints: scenario.endpoints.map(({ name, counts, statuses, responseTime }) => ({
      name,
      ok: counts.outcomes.ok,
      statuses,
      ...timeOf(responseTime),
    })),
    bids: bidsOf(checks, result.metrics['bids_refused']),
    sockets: measureSockets(result),
    targetCpu: result.target.cpu,
    rules: result.verdict.reasons.filter(({ level }) => level !== 'note').map(({ rule }) => rule),
    thresholds: {
      passed: result.thresholds.filter(({ passed }) => passed).length,
      failed: result.thresholds.filter(({ passed, inconclusive }) => !passed && inconclusive === null).map(describeThreshold),
      inconclusive: result.thresholds.filter(({ inconclusive }) => inconclusive !== null).map(describeThreshold),
    },
  }
}

function describeThreshold({ selector, condition, text }: TestResult['thresholds'][number]): string {
  return `${selector} ${condition}: ${text}`
}

function bidsOf(checks: readonly CheckSummary[], refused: MetricSummary | undefined): MeasuredRun['bids'] {
  const accepted = checks.find(({ name }) => name === 'bid accepted')
  return { accepted: accepted?.passed ?? 0, refused: accepted?.failed ?? 0, reasons: countedOf(refused) }
}
