import { measureTotals } from '../result/summary/measure-scenario.ts'
import { type ResolvedConfig, type ResolvedScenario, endpointOf, nameRequest } from '../config/resolved-config.ts'
import { scheduleOf, type Schedule } from '../load/engine/schedule.ts'
import { builtInMetrics } from '../result/threshold/built-in-metrics.ts'
import { redactText, redactWords } from '../base/redact/redact-text.ts'
import {
  summarizeAbsences,
  type AddressSummary,
  type SeenAbsences,
  type ServerStatus,
  type TargetSummary,
} from '../result/summary/target-summary.ts'
import { summarizeCounts } from '../result/summary/series-summary.ts'
import { summarizeDeliveries } from '../result/summary/delivery-summary.ts'
import { compareWithPlan, type ScheduledCount, type ThreadSummary } from '../result/summary/generator-summary.ts'
import { summarizeMetrics } from '../result/summary/metric-summary.ts'
import { summarizeScenario, type ScenarioSummary } from '../result/summary/scenario-summary.ts'
import type { Interruption, TestSummary } from '../result/summary/test-summary.ts'
import type { RunningTarget } from '../target/target.ts'
import { usableCpus } from '../target/cgroup.ts'
import { evaluateThreshold } from '../result/threshold/evaluate-threshold.ts'
import type { ThresholdResult, CutShort } from '../result/threshold/threshold.ts'
import { deriveSeed } from '../model/workload/random.ts'
import type { Workload } from '../model/workload/workload.ts'
import { formatAddress } from '../load/wire/address.ts'
import { routesOf, type DiscoveredServer } from './discover-servers.ts'
import { type CollectedThread, type LoadCollector, metricSources, cutShortAt } from './load-collector.ts'
import type { ReachedTarget } from './reach-target.ts'
import { clockErrorOf, generatorOf, startSpreadOf, summarizeMachine, type KnownMachine } from './machines/summarize-machine.ts'
import { meansOf, type ResourceMeans, type ResourceSampler } from './resource-sampler.ts'
import type { WatchedProcesses } from './watched-processes.ts'

const microsecondsPerSecond = 1e6

/** The times of a test on the clock of the process; `start` is when the first request could be sent. */
interface TestTimes {
  readonly startedAt: Date
  readonly start: number
  readonly end: number
}

/** Everything that was recorded of a test. */
export interface TestRecord {
  readonly config: ResolvedConfig
  readonly variant: string
  readonly repeat: number
  readonly target: Pick<RunningTarget, 'kind' | 'url' | 'command'>
  /** `undefined` when the test ended before the target was reached. */
  readonly reached: ReachedTarget | undefined
  /** The servers of the target; empty for a single server. */
  readonly servers: readonly DiscoveredServer[]
  readonly targetFailure: string | undefined
  readonly collector: LoadCollector
  /** The machines that generated the load; empty for this process. */
  readonly machines: readonly KnownMachine[]
  /** The processes of which CPU and memory were sampled. */
  readonly watched: WatchedProcesses
  readonly sampler: ResourceSampler | undefined
  readonly times: TestTimes
  readonly interruption: { readonly cause: Interruption['cause']; readonly reason: string; readonly at: number } | undefined
  /** The threshold that ended the test. */
  readonly endedBy: ThresholdResult | undefined
}

/**
 * Makes the summary of a test from its record.
 *
 * @param isSoFar whether the test still runs: then the summary has no seconds, endpoints, deliveries, metrics and thresholds, which take long and are
 * not needed for an early verdict
 */
export function summarizeTest(record: TestRecord, isSoFar: boolean = false): TestSummary {
  const { config, collector, times, interruption } = record
  const scenarios = config.scenarios.map((scenario, index) => summarize(record, scenario, index, isSoFar))
  const starts = config.scenarios.map(({ workload }) => scheduleOf(workload, times.start).runStart)
  const runStart = Math.min(...starts)
  const secondsFrom = (at: number): number => (at - runStart) / microsecondsPerSecond
  // From the start of the first run phase to the end of the last.
  const length = Math.max(0, ...scenarios.map(({ duration }, index) => secondsFrom(starts[index] ?? runStart) + duration))
  const means = meansOf(record.sampler?.samples ?? [], length)
  const machines = record.machines.map((machine) =>
    summarizeMachine(machine, { collector, start: record.times.start, length, secondsFrom, isTargetLocal: record.reached?.local ?? false }),
  )
  return {
    name: config.name,
    variant: record.variant,
    repeat: record.repeat,
    sweep: config.sweep,
    startedAt: times.startedAt.toISOString(),
    duration: Math.max(0, times.end - times.start) / microsecondsPerSecond,
    interrupted: interruption === undefined ? null : { ...interruption, at: secondsFrom(interruption.at) },
    target: summarizeTarget(record, means, secondsFrom),
    generator: generatorOf(machines, {
      threads: collector.threads.map((thread, worker) => ({
        ...summarizeThread(thread, worker, secondsFrom),
        scheduled: thread.lost === undefined && !isSoFar ? scheduledBy(worker, record) : [],
      })),
      inCallingThread: config.workers === 0,
      timing: config.timing,
      preciseShare: collector.preciseShare,
      cpu: means.generatorCpu,
      rss: means.generatorRss,
      strayErrors: collector.stray,
    }),
    ...(machines.length === 0 ? {} : { machines, startSpread: startSpreadOf(machines) }),
    cpus: usableCpus(),
    hostCpu: means.hostCpu,
    hostInterruptCpu: means.hostInterruptCpu,
    resources: [...(record.sampler?.samples ?? [])],
    absences: isSoFar ? [] : summarizeAbsences(seenAbsences(record, starts), runStart),
    scenarios,
    seed: config.seed,
    deliveries: isSoFar
      ? []
      : Array.from(collector.deliveries).flatMap(([name, totals]) => summarizeDeliveries(name, totals, clockErrorOf(machines)) ?? []),
    ...(isSoFar ? { thresholds: [], metrics: {} } : summarizeAgainstThresholds(record, scenarios)),
  }
}

function seenAbsences({ collector }: TestRecord, starts: readonly number[]): SeenAbsences {
  return {
    absences: collector.scenarios.flatMap(({ absences }) => absences),
    observers: collector.observers,
    observedSeconds: starts.flatMap((start, index) => {
      const seconds = collector.scenarios[index]?.windows.seconds ?? []
      return seconds.filter(({ bytes }) => bytes > 0).map((second) => start + second.index * microsecondsPerSecond)
    }),
  }
}

function summarizeAgainstThresholds(
  record: TestRecord,
  scenarios: readonly ScenarioSummary[],
): Pick<TestSummary, 'thresholds' | 'metrics'> {
  const { config, collector, endedBy } = record
  const definitions = { ...builtInMetrics, ...config.metrics }
  const measured = metricSources(config, collector, (index) => ({
    seconds: scenarios[index]?.duration ?? 0,
    cutShort: cutShort(record, index),
  })).map(measureTotals)
  const thresholds = config.thresholds.map((threshold) => {
    const { selector, condition } = threshold
    // The threshold that ended the test keeps its result of that time, because later responses are not part of it.
    if (endedBy?.selector === selector && endedBy.condition === condition) return { ...endedBy, aborted: true }
    return evaluateThreshold(threshold, definitions, measured)
  })
  return { thresholds, metrics: summarizeMetrics(definitions, measured) }
}

function summarize(record: TestRecord, scenario: ResolvedScenario, index: number, isBrief: boolean): ScenarioSummary {
  const { collector, servers } = record
  const totals = collector.scenarios[index]
  if (totals === undefined) throw new RangeError(`nothing was collected of scenario ${scenario.name}`)
  const { workload } = scenario
  const phase = phaseOf(record, workload, index)
  const names = { name: scenario.name, request: nameRequest(scenario), endpoint: endpointOf(scenario) }
  const facts = { ...names, workload, servers: isBrief ? [] : routesOf(servers).map(({ name }) => name), ...phase, isBrief }
  return summarizeScenario(facts, totals)
}

function phaseOf({ collector, times, interruption }: TestRecord, workload: Workload, index: number): Schedule {
  return collector.phaseOf(index, workload, times.start, interruption?.at ?? Infinity)
}

function cutShort(record: TestRecord, index: number): CutShort | undefined {
  const workload = record.config.scenarios[index]?.workload
  if (workload === undefined || record.interruption === undefined) return undefined
  return cutShortAt(workload, phaseOf(record, workload, index), record.interruption.at)
}

function summarizeTarget(record: TestRecord, means: ResourceMeans, secondsFrom: (at: number) => number): TargetSummary {
  const { target, reached, servers, targetFailure, interruption } = record
  return {
    kind: target.kind,
    url: redactText(target.url),
    command: target.command === null ? null : redactWords(target.command),
    ...summarizeRoute(reached),
    local: isLocal(record),
    ...(servers.length === 0 ? summarizeAddresses(reached, record.collector) : { servers: servers.map(summarizeServer) }),
    processes: record.watched.target,
    inGenerator: record.watched.isOwn,
    cpu: means.targetCpu,
    rss: means.targetRss,
    failed: targetFailure === undefined ? null : { at: secondsFrom(interruption?.at ?? record.times.end), reason: targetFailure },
  }
}

function isLocal({ target, reached, servers }: TestRecord): boolean {
  if (target.kind !== 'url' || reached?.local === true) return true
  return servers.some((server) => server.cause === undefined && server.reached?.local)
}

function summarizeRoute(reached: ReachedTarget | undefined): Pick<TargetSummary, 'address' | 'tls'> {
  if (reached === undefined) return { address: 'not reached', tls: null }
  const { route, tlsProtocol } = reached
  const tls = route.tls === undefined ? null : { verified: route.tls.insecure !== true, protocol: tlsProtocol }
  return { address: formatAddress(route.address), tls }
}

function summarizeAddresses(
  reached: ReachedTarget | undefined,
  { addresses, unresolved }: LoadCollector,
): Pick<TargetSummary, 'addresses' | 'unresolved'> {
  if (reached === undefined) return {}
  const { route, leftOut } = reached
  // With those that were found when the name was resolved again.
  const taking = new Set([...[route.address, ...(route.others ?? [])].map(formatAddress), ...addresses.keys()])
  const all = [
    ...Array.from(taking, (address): AddressSummary => {
      const { connections = 0, answered = 0 } = addresses.get(address) ?? {}
      return { address, connections, answered, cause: null }
    }),
    ...leftOut.map((left) => ({ ...left, connections: 0, answered: 0 })),
  ]
  return { ...(all.length > 1 ? { addresses: all } : {}), ...(unresolved > 0 ? { unresolved } : {}) }
}

function summarizeServer({ name, reached, cause }: DiscoveredServer): ServerStatus {
  const address = reached === undefined ? null : formatAddress(reached.route.address)
  return { url: name, address, available: cause === undefined, cause: cause === undefined ? null : redactText(cause) }
}

function scheduledBy(worker: number, { config, collector, interruption }: TestRecord): ScheduledCount[] {
  return config.scenarios.flatMap(({ name, kind, workload }, index) => {
    const seed = deriveSeed(config.seed, name)
    const scenario = { name, workload, hasJourneys: kind === 'journeys', seed, isInterrupted: interruption !== undefined }
    const found = collector.scheduled(worker, index)
    return found === undefined ? [] : compareWithPlan(scenario, { worker, workers: collector.threads.length }, found)
  })
}

function summarizeThread(
  { run, health, seconds, lost }: CollectedThread,
  worker: number,
  secondsFrom: (at: number) => number,
): Omit<ThreadSummary, 'scheduled'> {
  return {
    worker,
    utilization: health?.utilization ?? 0,
    cpu: health?.cpu ?? null,
    loopDelay: health?.loopDelay ?? { p50: 0, p99: 0, max: 0 },
    counts: summarizeCounts(run),
    seconds: seconds.list(),
    lost: lost === undefined ? null : { at: secondsFrom(lost.at), reason: lost.reason },
  }
}
