import { dealShares, shareOf } from '../model/workload/workload.ts'
import type { ResolvedConfig, ResolvedJourneyScenario, ResolvedRequestScenario, ResolvedScenario } from '../config/resolved-config.ts'
import type { ConnectionsShare, JourneyShare, ScenarioShare, UserShare } from '../load/engine/scenario-share.ts'
import type { PluginShare } from '../load/plugin/thread-plugins.ts'
import type { ThreadShare } from '../load/worker/thread-messages.ts'
import { keptSecrets } from '../base/redact/secrets.ts'
import { deriveSeed } from '../model/workload/random.ts'

/** The parts of a config that the shares of a test need. */
type DividedConfig = Pick<
  ResolvedConfig,
  'scenarios' | 'plugins' | 'metrics' | 'env' | 'seed' | 'timeout' | 'connectTimeout' | 'maxHeaderSize' | 'tls' | 'trustedOrigins'
>

/** The facts that the shares of a test need and that are only known when it runs. */
export interface ShareFacts extends Pick<UserShare, 'url' | 'route' | 'servers'> {
  /** Returns the value of `beforeAll` of a journey. */
  readonly sharedOf: (scenario: ResolvedJourneyScenario, journey: string) => unknown
  /** Returns the value of `setup` of a plugin. */
  readonly sharedOfPlugin: (name: string) => unknown
}

type ShareBase = Omit<ConnectionsShare, 'kind' | 'workload' | 'requests' | 'order' | 'uniqueIds' | 'reconnectAfter'>

/** A generator and the shares that it is to run. */
export interface Assignment<Generator> {
  readonly generator: Generator
  readonly shares: readonly ThreadShare[]
}

/** Divides a test over its generators and their load threads: the shares add up to exactly the workload, whichever generators they go to. */
export function divideTest<Generator extends { readonly threads: number }>(
  config: DividedConfig,
  facts: ShareFacts,
  generators: readonly Generator[],
): Assignment<Generator>[] {
  const dealt = dealShares(generators.map(({ threads }) => threads))
  // A name and not a secret, so node:crypto, which takes 2 MB, is not needed.
  const run = Math.floor(Math.random() * 2 ** 40).toString(16)
  const plugins = config.plugins.map(({ plugin: { name }, module, rawOptions }): PluginShare => ({
    name,
    module,
    options: rawOptions,
    shared: facts.sharedOfPlugin(name),
  }))
  const shares = dealt.map((_, worker) => ({
    worker,
    run,
    secrets: keptSecrets(),
    plugins,
    maxHeaderSize: config.maxHeaderSize,
    scenarios: config.scenarios.map((scenario) => scenarioShare(scenario, config, facts, { worker, workers: dealt.length })),
  }))
  return generators.map((generator, index) => ({ generator, shares: shares.filter(({ worker }) => dealt[worker] === index) }))
}

function scenarioShare(scenario: ResolvedScenario, config: DividedConfig, facts: ShareFacts, part: UserShare['part']): ScenarioShare {
  const base = {
    name: scenario.name,
    url: facts.url,
    route: facts.route,
    timeout: config.timeout,
    connectTimeout: config.connectTimeout,
    // Threads do not know about each other's failures, so each may have its share of them, and at least one.
    bailout: scenario.bailout === undefined ? undefined : Math.max(1, shareOf(scenario.bailout, part)),
    seed: deriveSeed(config.seed, scenario.name),
    part,
    ...(facts.servers === undefined ? {} : { servers: facts.servers }),
  }
  return scenario.kind === 'requests' ? requestShare(scenario, base) : journeyShare(scenario, config, facts, base)
}

function requestShare({ requests, order, workload, uniqueIds, reconnectAfter }: ResolvedRequestScenario, base: ShareBase): ScenarioShare {
  if (workload.kind !== 'connections') return { ...base, kind: 'users', workload, action: { kind: 'requests', requests, order, uniqueIds } }
  const { connections, requests: total } = workload
  return {
    ...base,
    kind: 'connections',
    workload: { ...workload, connections: shareOf(connections, base.part), requests: total && shareOf(total, base.part) },
    requests,
    order,
    uniqueIds,
    reconnectAfter,
  }
}

function journeyShare(scenario: ResolvedJourneyScenario, config: DividedConfig, facts: ShareFacts, base: ShareBase): UserShare {
  const journeys = scenario.journeys.map(({ name, weight, from }): JourneyShare => ({
    name,
    weight,
    from: 'run' in from ? { run: from.run, hooks: {} } : from,
    shared: facts.sharedOf(scenario, name),
  }))
  const { workload, connections, headers, spread } = scenario
  const { env, tls, trustedOrigins } = config
  // Journeys record the metrics that the config declares.
  const metrics = Object.fromEntries(
    Object.entries(config.metrics).filter(([name]) => !config.plugins.some(({ plugin }) => Object.hasOwn(plugin.metrics, name))),
  )
  const action = {
    kind: 'journeys' as const,
    journeys,
    connections: connections === 'perUser' ? connections : { ...connections, pool: Math.max(1, shareOf(connections.pool, base.part)) },
    headers,
    otherOrigins: { trusted: trustedOrigins, tls },
    spread,
    env,
    metrics,
  }
  return { ...base, kind: 'users', workload, action }
}
