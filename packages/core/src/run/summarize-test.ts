import type { ResolvedConfig, ResolvedScenario } from '../config/resolved-config.ts'
import type { ScenarioTotals } from '../recorder/scenario-totals.ts'
import { redactText } from '../redact/redact-text.ts'
import { redactWords } from '../redact/redact-words.ts'
import { summarizeCounts, summarizeScenario } from '../summary/summarize-scenario.ts'
import type { Interruption, ScenarioSummary, TargetSummary, TestSummary, ThreadSummary } from '../summary/summary.ts'
import type { RunningTarget } from '../target/running-target.ts'
import { usableCpus } from '../target/usable-cpus.ts'
import { formatAddress } from '../wire/address.ts'
import type { CollectedThread, LoadCollector } from './load-collector.ts'
import type { ReachedTarget } from './reach-target.ts'
import { nothingSampled, type ResourceMeans, type ResourceSampler } from './resource-sampler.ts'

const microsecondsPerSecond = 1e6

/** When things happened, on the clock of the process; `start` is when the first request could be sent. */
interface TestTimes {
  readonly startedAt: Date
  readonly start: number
  readonly end: number
}

/** All that a test leaves behind. */
export interface TestRecord {
  readonly config: ResolvedConfig
  readonly variant: string
  readonly repeat: number
  readonly target: Pick<RunningTarget, 'kind' | 'url' | 'command'>
  /** `undefined` when the test ended before the target was reached. */
  readonly reached: ReachedTarget | undefined
  readonly targetFailure: string | undefined
  readonly collector: LoadCollector
  readonly sampler: ResourceSampler | undefined
  readonly times: TestTimes
  readonly interruption: { readonly cause: Interruption['cause']; readonly reason: string; readonly at: number } | undefined
}

/** Turns what a test leaves behind into its summary. */
export function summarizeTest(record: TestRecord): TestSummary {
  const { config, collector, times, interruption } = record
  const scenarios = config.scenarios.map((scenario, index) => summarize(record, scenario, collector.scenarios[index]))
  const means = record.sampler?.means(lastEndOf(record, scenarios)) ?? nothingSampled
  const secondsFrom = (at: number): number => (at - runStartOf(record)) / microsecondsPerSecond
  return {
    name: config.name,
    variant: record.variant,
    repeat: record.repeat,
    startedAt: times.startedAt.toISOString(),
    duration: Math.max(0, times.end - times.start) / microsecondsPerSecond,
    interrupted: interruption === undefined ? null : { ...interruption, at: secondsFrom(interruption.at) },
    target: summarizeTarget(record, means, secondsFrom),
    generator: {
      threads: collector.threads.map((thread, worker) => summarizeThread(thread, worker, secondsFrom)),
      inCallingThread: config.workers === 0,
      cpu: means.generatorCpu,
      rss: means.generatorRss,
    },
    cpus: usableCpus(),
    hostCpu: means.hostCpu,
    hostInterruptCpu: means.hostInterruptCpu,
    resources: record.sampler?.samples ?? [],
    scenarios,
  }
}

// Seconds from the start of the first run phase to the end of the last.
function lastEndOf(record: TestRecord, scenarios: readonly ScenarioSummary[]): number {
  const { config, times } = record
  const starts = config.scenarios.map(({ workload }) => (times.start + workload.warmup - runStartOf(record)) / microsecondsPerSecond)
  return Math.max(0, ...scenarios.map(({ duration }, index) => (starts[index] ?? 0) + duration))
}

function runStartOf({ config, times }: TestRecord): number {
  return times.start + Math.min(...config.scenarios.map(({ workload }) => workload.warmup))
}

function summarize(record: TestRecord, scenario: ResolvedScenario, totals: ScenarioTotals | undefined): ScenarioSummary {
  if (totals === undefined) throw new RangeError(`nothing was collected of scenario ${scenario.name}`)
  const { workload } = scenario
  const runStart = record.times.start + workload.warmup
  const planned = workload.duration === undefined ? Infinity : runStart + workload.duration
  // A number of requests ends the run phase with its last answer, an interruption when it comes.
  const ended = record.interruption?.at ?? (planned < Infinity ? planned : totals.lastEnd)
  const runEnd = Math.min(planned, Math.max(runStart, ended))
  const facts = { name: scenario.name, request: nameRequest(scenario), workload, start: record.times.start, runStart, runEnd }
  return summarizeScenario(facts, totals)
}

function nameRequest({ requests: [first, ...others] }: ResolvedScenario): string {
  const name = first === undefined ? '' : redactText(`${first.method} ${first.path}`)
  return others.length === 0 ? name : `${name} and ${others.length} more in turn`
}

function summarizeTarget(record: TestRecord, means: ResourceMeans, secondsFrom: (at: number) => number): TargetSummary {
  const { target, reached, targetFailure, interruption } = record
  return {
    kind: target.kind,
    url: redactText(target.url),
    command: target.command === null ? null : redactWords(target.command),
    ...summarizeRoute(reached),
    local: target.kind !== 'url' || (reached?.local ?? false),
    cpu: means.targetCpu,
    rss: means.targetRss,
    failed: targetFailure === undefined ? null : { at: secondsFrom(interruption?.at ?? record.times.end), reason: targetFailure },
  }
}

function summarizeRoute(reached: ReachedTarget | undefined): Pick<TargetSummary, 'address' | 'tls'> {
  if (reached === undefined) return { address: 'not reached', tls: null }
  const { route, tlsProtocol } = reached
  const tls = route.tls === undefined ? null : { verified: route.tls.insecure !== true, protocol: tlsProtocol }
  return { address: formatAddress(route.address), tls }
}

function summarizeThread({ run, health, lost }: CollectedThread, worker: number, secondsFrom: (at: number) => number): ThreadSummary {
  return {
    worker,
    utilization: health?.utilization ?? 0,
    cpu: health?.cpu ?? null,
    loopDelay: health?.loopDelay ?? { p50: 0, p99: 0, max: 0 },
    counts: summarizeCounts(run),
    lost: lost === undefined ? null : { at: secondsFrom(lost.at), reason: lost.reason },
  }
}
