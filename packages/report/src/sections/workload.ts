import type { ScenarioSummary, StageSummary, TestResult, WorkloadSummary } from '@benchpress/core'
import { formatLength, formatNumber, formatRate, plural, withoutUserInfo } from '@benchpress/core/report'
import { printable } from '../format/texts.ts'

/**
 * The lines above the tables of a run, the first two as autocannon writes them.
 *
 * @param isAnnounced whether these two were printed before the run
 */
export function runHeading(test: TestResult, scenario: ScenarioSummary, isAnnounced: boolean = false): readonly string[] {
  const { workload } = scenario
  const threads = test.generator.threads.length
  return [
    ...(isAnnounced ? [] : [`Running ${describeLength(workload)} test @ ${testedUrl(test, scenario)}`, describeWorkload(workload)]),
    ...(workload.startAfter > 0 ? [`starting ${formatLength(workload.startAfter)} after the test`] : []),
    ...(workload.warmup > 0 ? [`after ${formatLength(workload.warmup)} of warm-up, counted apart`] : []),
    ...(scenario.users === null ? [] : [`seed ${test.seed}`]),
    ...serversLines(test, [scenario]),
    ...(threads > 1 ? [`${formatNumber(threads)} workers`] : []),
    ...(test.target.tls?.verified === false ? ['TLS certificates were not verified'] : []),
  ]
}

/** The URL of a scenario's first request, without user and password, and how many others took turns with it; or the target and the journeys. */
export function testedUrl(test: { readonly target: { readonly url: string } }, scenario: Pick<ScenarioSummary, 'request'>): string {
  const origin = URL.parse(test.target.url)?.origin ?? withoutUserInfo(test.target.url)
  const [, method = 'GET', path, rest = ''] = /^(\S+) (\/\S*)(.*)$/.exec(scenario.request) ?? []
  if (path === undefined) return printable(scenario.request === '' ? origin : `${origin}: ${scenario.request}`)
  return printable(`${method === 'GET' ? '' : `${method} `}${origin}${path}${rest}`)
}

/** Writes which of several servers, or of several addresses of one, took part in a test, and why the others did not; empty for one. */
export function serversLines(
  { target: { servers = [], addresses = [] }, scenarios }: TestResult,
  loads: readonly Pick<ScenarioSummary, 'workload'>[] = scenarios,
): readonly string[] {
  if (addresses.length > 0) {
    const used = addresses.filter(({ connections }) => connections > 0)
    return [`Addresses: HTTP connections took ${formatNumber(used.length)} of ${formatNumber(addresses.length)} in turn`]
  }
  if (servers.length === 0) return []
  const taking = servers.filter(({ available }) => available)
  const [only] = taking
  const share =
    taking.length === 1 && only !== undefined ? `1 of ${formatNumber(servers.length)}: ${only.url}` : describeAll(taking, servers, loads)
  return [
    `Servers: ${share}`,
    ...servers.flatMap(({ url, available, cause }) => (available ? [] : [`  ${url} takes no part: ${cause ?? 'cause unknown'}`])),
  ]
}

/** Writes the planned length of the run phase of a workload: `30s`, or `10,000 requests`. */
export function describeLength(workload: WorkloadSummary): string {
  if (workload.duration !== null) return formatLength(workload.duration)
  if (workload.kind === 'connections') return plural(workload.requests ?? 0, 'request')
  if (workload.kind !== 'users') return plural(workload.iterations ?? 0, 'iteration')
  const { iterations } = workload
  return iterations === null ? 'endless' : `${plural(iterations.count, 'iteration')}${iterations.of === 'user' ? ' each' : ''}`
}

/** Describes the load of a workload as text: `200/s, arriving uniformly, at most 1,000 users`. */
export function describeWorkload(workload: WorkloadSummary): string {
  switch (workload.kind) {
    case 'connections': {
      const { connections, pipelining, refill } = workload
      const factor =
        pipelining > 1 ? ` with ${formatNumber(pipelining)} pipelining factor${refill === 'batch' ? ', in whole batches' : ''}` : ''
      return `${plural(connections, 'connection')}${factor}`
    }
    case 'users': {
      const { from, stages, pacing } = workload
      const paced = pacing > 0 ? `, each starting at most once in ${formatLength(pacing)}` : ''
      return `${describeStages(from, stages, (users) => plural(users, 'user'))}${paced}`
    }
    case 'rate': {
      const { from, stages, arrivals, maxUsers } = workload
      const arriving = arrivals === 'uniform' ? 'arriving uniformly' : 'arriving as a Poisson process'
      return `${describeStages(from, stages, formatRate)}, ${arriving}, at most ${plural(maxUsers, 'user')}`
    }
    case 'batch':
      return `${formatNumber(workload.batch)} at once, and the next ones when all have ended`
  }
}

// `5/s rising to 20/s in 30s, then 20/s for 1m`; a constant level is written without its length.
function describeStages(from: number, stages: readonly StageSummary[], say: (level: number) => string): string {
  if (stages.every(({ to }) => to === from)) return say(from)
  const pieces: string[] = []
  let level = from
  for (const { duration, to } of stages) {
    const length = duration === null ? undefined : formatLength(duration)
    if (duration !== 0) pieces.push(describePiece(level, to, length, say))
    level = to
  }
  return pieces.join(', then ')
}

function describePiece(from: number, to: number, length: string | undefined, say: (level: number) => string): string {
  if (from === to) return `${say(to)}${length === undefined ? '' : ` for ${length}`}`
  return `${say(from)} ${to > from ? 'rising' : 'falling'} to ${say(to)} in ${length}`
}

function describeAll(
  taking: readonly { readonly url: string }[],
  all: readonly unknown[],
  loads: readonly Pick<ScenarioSummary, 'workload'>[],
): string {
  const count = taking.length === all.length ? formatNumber(all.length) : `${formatNumber(taking.length)} of ${formatNumber(all.length)}`
  return `${count}${wayToServers(loads)}: ${taking.map(({ url }) => url).join(', ')}`
}

/** How several servers share the load of scenarios: connections stay with one, all others go to the next with each iteration. Empty for both. */
export function wayToServers(loads: readonly Pick<ScenarioSummary, 'workload'>[]): string {
  const dealt = loads.filter(({ workload }) => workload.kind === 'connections').length
  if (dealt === 0) return ', in turn'
  return dealt === loads.length ? ', connections dealt out' : ''
}
