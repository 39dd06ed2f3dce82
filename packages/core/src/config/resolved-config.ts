import type { ConnectionsShare, JourneyAction, JourneyShare } from '../load/engine/scenario-share.ts'
import type { MetricDefinitions } from '../measure/recorder/own-metric.ts'
import type { LoadedPlugin } from '../load/plugin/config-plugins.ts'
import { type ResolvedTarget, serversOf } from '../target/target.ts'
import type { SweepPoint } from '../result/summary/test-summary.ts'
import type { Threshold } from '../result/threshold/threshold.ts'
import type { JourneySource } from '../load/user/load-journey.ts'
import type { TlsConfig } from '../load/wire/dial.ts'
import { mostUsers } from '../model/workload/workload-size.ts'
import type { TimingMode, UserWorkload, Workload } from '../model/workload/workload.ts'
import { endpointName } from '../load/http/request-config.ts'
import { redactText } from '../base/redact/redact-text.ts'
import type { NeededConnections } from '../target/connection-limits.ts'

interface ResolvedScenarioOptions {
  readonly name: string
  readonly bailout: number | undefined
  /** Least iterations per second. */
  readonly abortIfRateBelow: number | undefined
}

/** A scenario of requests with every default filled in. */
export interface ResolvedRequestScenario
  extends ResolvedScenarioOptions, Pick<ConnectionsShare, 'requests' | 'order' | 'uniqueIds' | 'reconnectAfter'> {
  readonly kind: 'requests'
  readonly workload: Workload
}

/** A journey with every default filled in. */
export interface ResolvedJourney extends Pick<JourneyShare, 'name' | 'weight'> {
  /** The journey, as a module URL or a function. */
  readonly from: JourneySource
}

/** A scenario of journeys with every default filled in. */
export interface ResolvedJourneyScenario
  extends ResolvedScenarioOptions, Pick<JourneyAction, 'kind' | 'connections' | 'headers' | 'spread'> {
  readonly journeys: readonly ResolvedJourney[]
  readonly workload: UserWorkload
}

/** A scenario with every default filled in. */
export type ResolvedScenario = ResolvedRequestScenario | ResolvedJourneyScenario

/** A loaded plugin that any thread can load. */
export interface ResolvedPlugin extends LoadedPlugin {
  /** Options as they were given, because each thread parses them itself. */
  readonly rawOptions: unknown
}

/** A checked config with every default filled in. Times are in microseconds. */
export interface ResolvedConfig {
  readonly name: string
  readonly target: ResolvedTarget
  readonly scenarios: readonly ResolvedScenario[]
  readonly thresholds: readonly Threshold[]
  readonly plugins: readonly ResolvedPlugin[]
  /** The metrics that the config declares, and those of the plugins. */
  readonly metrics: MetricDefinitions
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  /** Secrets, which must not be shown. */
  readonly secrets: readonly string[]
  readonly seed: number
  /** The number of load threads; 0 is the calling thread. */
  readonly workers: number
  readonly timing: TimingMode
  readonly timeout: number
  readonly connectTimeout: number
  /** Size in bytes. */
  readonly maxHeaderSize: number
  readonly tls: TlsConfig
  /** Origins such as `https://login.example.com`. */
  readonly trustedOrigins: readonly string[]
  readonly dns: {
    readonly select: 'rotate' | 'first'
    /** In microseconds; `undefined` for a name that is resolved once. */
    readonly ttl: number | undefined
  }
  readonly unixSocket: string | undefined
  /** The point of the sweep that this test belongs to; `null` without a sweep. */
  readonly sweep: SweepPoint | null
}

/**
 * Most connections or users of a scenario at the same time, over all threads, or the size of its pool if that is smaller: more threads than this would
 * have nothing to do.
 */
export function mostAtOnce(scenario: ResolvedScenario): number {
  const most = mostUsers(scenario.workload)
  return scenario.kind === 'journeys' && scenario.connections !== 'perUser' ? Math.min(most, scenario.connections.pool) : most
}

/** Describes what a scenario does in a few words: `GET /items and 2 more in turn`, or the names of its journeys. */
export function nameRequest(scenario: ResolvedScenario): string {
  if (scenario.kind === 'journeys') return scenario.journeys.map(({ name }) => name).join(', ')
  const [first, ...others] = scenario.requests
  const name = first === undefined ? '' : redactText(`${first.method} ${first.path}`)
  return others.length === 0 ? name : `${name} and ${others.length} more ${orders[scenario.order]}`
}

const orders = { 'in-turn': 'in turn', shuffled: 'shuffled', 'one-after-another': 'one after another' } as const

/** The endpoint of a scenario with a single request; `undefined` when each request has its own. */
export function endpointOf(scenario: ResolvedScenario): string | undefined {
  if (scenario.kind === 'journeys' || scenario.requests.length !== 1) return undefined
  const [only] = scenario.requests
  return only === undefined ? undefined : endpointName(only)
}

/**
 * Computes the most connections that the scenarios of a test have open at the same time: in total, each of which needs an open file, and to one server,
 * each of which needs a local port.
 */
export function neededSockets({
  scenarios,
  target,
  unixSocket,
}: Pick<ResolvedConfig, 'scenarios' | 'target' | 'unixSocket'>): NeededConnections {
  const servers = serversOf(target)?.urls.length ?? 1
  let [total, toOneServer] = [0, 0]
  for (const scenario of scenarios) {
    const sockets = socketsOf(scenario)
    const staysWithOne = hasOwnConnections(scenario) && scenario.spread === 'user'
    total += sockets * (staysWithOne ? 1 : servers)
    toOneServer += staysWithOne ? Math.ceil(sockets / servers) : sockets
  }
  return { total, toOneServer: unixSocket === undefined ? toOneServer : 0 }
}

function socketsOf(scenario: ResolvedScenario): number {
  if (scenario.kind === 'journeys' && scenario.connections !== 'perUser') return scenario.connections.pool
  return mostUsers(scenario.workload)
}

function hasOwnConnections(scenario: ResolvedScenario): scenario is Extract<ResolvedScenario, { kind: 'journeys' }> {
  return scenario.kind === 'journeys' && scenario.connections === 'perUser'
}
