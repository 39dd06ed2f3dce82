import { sumOf } from '../../../base/units/count.ts'
import { otherServers } from '../../../measure/recorder/scenario-recorder.ts'
import { countFailures, countResponses, mostFrequentFailure } from '../../../model/metrics/outcome.ts'
import type { AbsenceSummary } from '../../summary/target-summary.ts'
import type { ScenarioSummary } from '../../summary/scenario-summary.ts'
import type { SeriesSummary } from '../../summary/series-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { formatNumber, formatSeconds, formatShare, formatTime, plural } from '../../../base/units/format.ts'
import { gapResolution } from '../request-kinds.ts'
import { finding, rule, scenarioRule, type Rule } from '../rule.ts'
import { describeMoment } from '../stretches.ts'
import { notableFailures } from './outcome-rules.ts'

/**
 * Share of the failures of several servers that come from one of them, above which a note reports this server.
 *
 * Four of five: without this server there would be at most a fifth of the failures.
 */
export const failingServer = 0.8

/**
 * Fewest failures from which one server can be named as their origin.
 *
 * When ten failures fall on two servers by chance, nine or ten are on the same server in about 1 of 50 cases.
 */
export const telltaleFailures = 10

/**
 * Median response time of a server as a multiple of the next slowest, from which a note reports the server.
 *
 * Equal servers on one machine take CPU from each other, and differ by some tenths for this reason alone; a server that takes twice as long has a
 * problem of its own. The difference must also be above {@link gapResolution}.
 */
export const slowServer = 2

/**
 * Responses of a server as a share of those due to its connections, below which a server that refused them makes the test suspect.
 *
 * The refusals must be as many as its connections: a slow server has fewer responses for a good reason, but refuses nothing.
 */
export const fewResponses = 0.5

/**
 * Reports a test that continued after its target had died, so that its means include time without a target.
 *
 * When the death of the target stopped the test, the figures end with the target, and `interrupted` reports it. When the test was already being stopped
 * for another reason, the figures are from before.
 */
export const targetFailed: Rule = rule('target-failed', (summary) => {
  const { target, interrupted } = summary
  if (target.failed === null || interrupted?.cause === 'target') return null
  const { at, reason } = target.failed
  if (interrupted !== null) return finding('suspect', `the target failed while the test was being stopped (${reason})`)
  const effect = 'throughput and response times are not those of a running target'
  return finding('invalid', `${describeLoss(at, summary)} (${reason}), and the load went on: ${effect}`)
})

// Seconds within which a failure of the target is noticed after all connections broke.
const noticedAtOnce = 1

/**
 * Describes when the target failed: when it was noticed, or since when it had been away, if that was earlier.
 *
 * @param at when the failure was noticed, in seconds from the start of the run phase
 */
export function describeLoss(at: number, summary: TestSummary): string {
  const gone = summary.absences.find(({ to }) => to === null)
  if (gone === undefined || at - gone.from < noticedAtOnce) return `the target failed ${describeMoment(at, summary)}`
  const since = gone.from > 0 ? `from ${formatSeconds(gone.from)} on` : 'since before the run phase'
  return `the target failed: it was away ${since}, which was certain ${describeMoment(at, summary)}`
}

const mostNamed = 3

/** Reports times in which the target was away for all connections at once, as during a restart: failures in these times are not caused by the load. */
export const targetAway: Rule = rule('target-away', ({ absences }) => {
  const named = absences.slice(0, mostNamed).map(describeAbsence)
  const others = absences.length - named.length
  const more = others === 0 ? [] : [`the target was away ${plural(others, 'more time', 'more times')}`]
  return [...named, ...more].map((text) => ({ level: 'note', text }))
})

function describeAbsence({ from, to, broken, refused }: AbsenceSummary): string {
  const when = to === null ? `from ${formatSeconds(from)} on` : `from ${formatSeconds(from)} to ${formatSeconds(to)}`
  const connections =
    broken === 0 ? '' : `${broken === 1 ? 'the one connection' : `all ${formatNumber(broken)} connections`} broke within a second, and `
  const attempts = `${plural(refused, 'attempt', 'attempts')} to connect ${refused === 1 ? 'was' : 'were'} refused`
  return `the target was away ${when}: ${connections}${attempts}`
}

/** Reports TLS without verification: the server that responded may not have been the target. */
export const tlsUnverified: Rule = rule('tls-unverified', ({ target: { tls, url } }) =>
  tls === null || tls.verified ? null : finding('note', `the certificate of ${url} was not verified: anyone could have responded`),
)

/** Reports servers of a target that did not take part, so that the figures are those of the others. */
export const serversLeftOut: Rule = rule('servers-left-out', ({ target: { servers = [] } }) => {
  const left = servers.filter(({ available }) => !available)
  if (left.length === 0) return null
  const causes = left.map(({ url, cause }) => `${url} (${cause ?? 'cause unknown'})`).join(', ')
  const part = left.length === 1 ? 'takes' : 'take'
  return finding('suspect', `${formatNumber(left.length)} of ${formatNumber(servers.length)} servers ${part} no part: ${causes}`)
})

/** Reports servers without a response, or that refused their connections and gave few: the figures are those of the others. */
export const serversSilent: Rule = scenarioRule('servers-silent', (scenario) => {
  const servers = serversOf(scenario)
  const all = sumOf(servers, ({ responses }) => responses)
  if (servers.length < 2 || all === 0) return null
  const silent = servers.filter((server) => server.responses === 0 && isAsked(server, scenario))
  const few = servers.filter((server) => isAway(server, servers))
  return [
    listServers('gave no response', silent, servers, describeUnanswered),
    listServers('refused connections and gave few responses', few, servers, ({ responses, counts: { outcomes } }) =>
      [`${formatNumber(responses)} of ${plural(all, 'response')}`, plural(outcomes.refused, 'refused attempt')].join(', '),
    ),
  ].flatMap((text) => finding('suspect', text && `${text}; the figures are those of the others`) ?? [])
})

/** Reports fewer connections than servers: some servers got none. */
export const serversUnused: Rule = scenarioRule('servers-unused', (scenario) => {
  const servers = serversOf(scenario)
  const unused = servers.filter(({ connections }) => connections === 0)
  return finding('note', listServers('got no connection', unused, servers))
})

interface Server extends SeriesSummary {
  readonly responses: number
  /** How many connections were dealt out to it; `null` for users, which have one to each server. */
  readonly connections: number | null
}

function serversOf({ servers = [], workload }: ScenarioSummary): readonly Server[] {
  const ofTarget = servers.filter(({ name }) => name !== otherServers)
  return ofTarget.map((server, index) => ({
    ...server,
    responses: countResponses(server.counts.outcomes),
    connections: workload.kind === 'connections' ? Math.ceil((workload.connections - index) / ofTarget.length) : null,
  }))
}

// Users need not come to each server; each connection sends something, where there are enough requests for all.
function isAsked({ counts, connections }: Server, { workload }: ScenarioSummary): boolean {
  if (counts.started > 0) return true
  if (connections === null || connections <= 0 || workload.kind !== 'connections') return false
  return workload.requests === null || workload.requests >= workload.connections * workload.pipelining
}

function hasRefused({ counts, connections }: Server): boolean {
  return connections !== null && connections > 0 && counts.outcomes.refused >= connections
}

function isAway(server: Server, all: readonly Server[]): boolean {
  const share = (server.connections ?? 0) / sumOf(all, ({ connections }) => connections ?? 0)
  const due = sumOf(all, ({ responses }) => responses) * share
  return hasRefused(server) && server.responses > 0 && server.responses < due * fewResponses
}

function describeUnanswered({ counts }: Server): string {
  const failures = countFailures(counts.outcomes)
  if (failures === 0) return counts.started === 0 ? 'no request was sent to it' : plural(counts.started, 'aborted request')
  return `${plural(failures, 'failed request')}, ${describeKind({ counts }, failures)}`
}

function listServers(what: string, some: readonly Server[], all: readonly Server[], describe?: (server: Server) => string): string | null {
  if (some.length === 0) return null
  const named = some.map((server) => `${server.name}${describe === undefined ? '' : ` (${describe(server)})`}`)
  return `${formatNumber(some.length)} of ${formatNumber(all.length)} servers ${what}: ${named.join(', ')}`
}

/** Reports a name of the target that could not be resolved again. */
export const nameUnresolved: Rule = rule('name-unresolved', ({ target: { unresolved = 0, url } }) => {
  if (unresolved === 0) return null
  const times = `${hostOf(url)} could not be resolved again ${plural(unresolved, 'time')}`
  return finding('note', `${times}: connections kept to the addresses of before`)
})

/** Reports addresses of the target's name that took no connection before the test, or sent nothing while others did. */
export const addressesSilent: Rule = rule('addresses-silent', ({ target: { addresses = [], url } }) => {
  const left = addresses.flatMap(({ address, cause }) => (cause === null ? [] : [`${address} (${cause})`]))
  const isOnlySome = addresses.some(({ answered }) => answered > 0)
  const silent = addresses.flatMap(({ address, connections, answered }) =>
    isOnlySome && connections > 0 && answered === 0 ? [`${address} (${plural(connections, 'connection')})`] : [],
  )
  const of = `of ${formatNumber(addresses.length)} addresses of ${hostOf(url)}`
  return Object.entries({ 'took no connection and no load': left, 'sent nothing': silent })
    .filter(([, some]) => some.length > 0)
    .map(([what, some]) => ({ level: 'note', text: `${formatNumber(some.length)} ${of} ${what}: ${some.join(', ')}` }))
})

function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? url
}

/** Reports one of several servers that failed more or was slower than the others, because it dominates the figures, and those that refused connections. */
export const unequalServers: Rule = scenarioRule('unequal-servers', (scenario) => {
  const servers = serversOf(scenario)
  if (servers.length < 2) return null
  return [describeFailing(servers) ?? describeRefusing(servers), describeSlow(servers, scenario)].flatMap(
    (text) => finding('note', text) ?? [],
  )
})

function describeFailing(servers: readonly SeriesSummary[]): string | null {
  const failures = servers.map(({ counts }) => countFailures(counts.outcomes))
  const all = sumOf(failures, (count) => count)
  const started = sumOf(servers, ({ counts }) => counts.started)
  const most = Math.max(...failures)
  const server = servers[failures.indexOf(most)]
  if (server === undefined || all < telltaleFailures || all <= started * notableFailures || most <= all * failingServer) return null
  const of = `${formatNumber(most)} of ${formatNumber(all)}, ${describeKind(server, most)}`
  const turn = 'it stayed in the test, and its requests are counted'
  return `1 of ${formatNumber(servers.length)} servers gave ${formatShare(most / all)} of the failures: ${server.name} (${of}); ${turn}`
}

// A connection that was refused waits before it is opened again, so that a server that is away need not have many failures.
function describeRefusing(servers: readonly Server[]): string | null {
  const refusing = servers.filter(hasRefused)
  const present = refusing.filter((server) => server.responses > 0 && !isAway(server, servers))
  if (refusing.length === servers.length) return null
  return listServers('refused connections', present, servers, ({ counts, connections }) =>
    [plural(counts.outcomes.refused, 'attempt'), plural(connections ?? 0, 'connection')].join(' by '),
  )
}

function describeSlow(servers: readonly SeriesSummary[], { workload }: ScenarioSummary): string | null {
  const timed = servers.flatMap(({ name, responseTime: { p50 } }) => (p50 === null ? [] : [{ name, p50 }]))
  const [slowest, next] = timed.toSorted((a, b) => b.p50 - a.p50)
  if (slowest === undefined || next === undefined) return null
  if (slowest.p50 < next.p50 * slowServer || slowest.p50 - next.p50 <= gapResolution) return null
  const times = `p50 ${formatTime(slowest.p50)}, of the next slowest ${formatTime(next.p50)}`
  const effect = workload.model === 'closed' && workload.kind !== 'connections' ? '; the others waited for their turn behind it' : ''
  return `1 of ${formatNumber(servers.length)} servers is slower: ${slowest.name} (${times})${effect}`
}

function describeKind({ counts }: Pick<SeriesSummary, 'counts'>, failures: number): string {
  const outcome = mostFrequentFailure(counts.outcomes)
  return counts.outcomes[outcome] === failures ? `all of them ${outcome}` : `most of them ${outcome}`
}
