import { outcomes, sumOutcomes } from '../../../model/metrics/outcome.ts'
import type { Counts, RequestsSummary, ScenarioSummary, TestSummary, ThreadSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import { checkDeliveries } from '../deliveries-identity.ts'
import { compareCounts } from '../compare-counts.ts'
import { pluginRequestsOf } from '../plugin-requests.ts'
import type { Reason } from '../verdict.ts'
import { checkUsers } from '../users-identity.ts'

/**
 * Every request, iteration, user, message and row of a feed is counted once: `scheduled = started + dropped`, `started = sum of outcomes`, for each phase of
 * each scenario, for each endpoint, each server and each worker; what each worker scheduled is what was planned for it, neither more nor fewer; the workers add up to the scenarios, and endpoints and servers to theirs.
 *
 * What a worker that died had under way is not known by endpoint or user, and of those nothing is asked then.
 */
export function identity(summary: TestSummary): readonly Reason[] {
  const { scenarios, generator, deliveries } = summary
  const ofPlugins = scenarios.flatMap((scenario) =>
    pluginRequestsOf(scenario).map((requests) => ({ subject: `${scenario.name}, requests of ${requests.plugin}`, requests })),
  )
  const isWhole = generator.threads.every(({ lost }) => lost === null)
  const texts = [
    ...scenarios.flatMap((scenario) => checkPhases(scenario.name, scenario)),
    ...ofPlugins.flatMap(({ subject, requests }) => checkPhases(subject, requests)),
    ...(isWhole ? ofPlugins.flatMap(({ subject, requests }) => checkEndpoints(subject, requests)) : []),
    ...(isWhole
      ? scenarios.flatMap((scenario) => [...checkEndpoints(scenario.name, scenario), ...checkServers(scenario), ...checkUsers(scenario)])
      : []),
    ...generator.threads.flatMap(checkPlan),
    ...generator.threads.flatMap(({ worker, counts }) => checkCounts(`worker ${worker}`, counts)),
    ...checkSums(
      generator.threads.map(({ counts }) => counts),
      scenarios.map(({ counts }) => counts),
    ),
    ...deliveries.flatMap(checkDeliveries),
  ]
  return texts.map((text) => ({ rule: 'identity', level: 'invalid', text }))
}

// The plan comes first: a thread that skips an iteration keeps books that add up.
function checkPlan({ worker, scheduled: counts }: ThreadSummary): string[] {
  return counts.flatMap(({ scenario, phase, of, planned, isMost, scheduled }) => {
    if (isMost ? scheduled <= planned : scheduled === planned) return []
    const subject = `worker ${worker}, ${scenario}${phase === 'run' ? '' : `, ${phase}`}`
    return [
      `${subject}: ${isMost ? 'at most ' : ''}${formatCount(planned)} ${of} planned, but scheduled were ${compareCounts(scheduled, planned)}`,
    ]
  })
}

function checkPhases(subject: string, { counts, warmup }: RequestsSummary): string[] {
  return [...checkCounts(subject, counts), ...(warmup === null ? [] : checkCounts(`${subject}, warm-up`, warmup.counts))]
}

function checkCounts(subject: string, { scheduled, started, dropped, outcomes: ended }: Counts): string[] {
  const texts: string[] = []
  if (scheduled !== started + dropped) {
    texts.push(
      `${subject}: scheduled ${formatCount(scheduled)}, but started and dropped are ${compareCounts(started + dropped, scheduled)}`,
    )
  }
  const sum = sumOutcomes(ended)
  if (started !== sum) texts.push(`${subject}: started ${formatCount(started)}, but the outcomes add up to ${compareCounts(sum, started)}`)
  return texts
}

function checkEndpoints(name: string, { counts, endpoints }: RequestsSummary): string[] {
  if (endpoints.length === 0) return []
  const started = endpoints.reduce((sum, endpoint) => sum + endpoint.counts.started, 0)
  const total = formatCount(counts.started)
  const sum =
    started === counts.started ? [] : [`${name}: started ${total}, but the endpoints add up to ${compareCounts(started, counts.started)}`]
  return [...endpoints.flatMap((endpoint) => checkCounts(`${name}, ${endpoint.name}`, endpoint.counts)), ...sum]
}

function checkServers({ name, counts, servers = [] }: ScenarioSummary): string[] {
  if (servers.length === 0) return []
  const all = addUp(servers.map((server) => server.counts))
  const sums = (['started', ...outcomes] as const).flatMap((kind) => {
    const total = kind === 'started' ? counts.started : counts.outcomes[kind]
    const sum = all.get(kind) ?? 0
    return sum === total ? [] : [`${name}: ${kind} ${formatCount(total)}, but the servers add up to ${compareCounts(sum, total)}`]
  })
  return [...servers.flatMap((server) => checkCounts(`${name}, ${server.name}`, server.counts)), ...sums]
}

function checkSums(workers: readonly Counts[], scenarios: readonly Counts[]): string[] {
  const byWorker = addUp(workers)
  const byScenario = addUp(scenarios)
  return [...byScenario].flatMap(([kind, total]) => {
    const sum = byWorker.get(kind) ?? 0
    return sum === total
      ? []
      : [`${kind}: ${formatCount(total)} over all scenarios, but the workers add up to ${compareCounts(sum, total)}`]
  })
}

function addUp(all: readonly Counts[]): ReadonlyMap<string, number> {
  const sum = (read: (counts: Counts) => number): number => all.reduce((total, counts) => total + read(counts), 0)
  return new Map([
    ['scheduled', sum((counts) => counts.scheduled)],
    ['started', sum((counts) => counts.started)],
    ['dropped', sum((counts) => counts.dropped)],
    ...outcomes.map((outcome) => [outcome, sum((counts) => counts.outcomes[outcome])] as const),
  ])
}
