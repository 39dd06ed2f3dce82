import { outcomes, sumOutcomes } from '../../../model/metrics/outcome.ts'
import type { Outcome } from '../../../model/metrics/outcome.ts'
import { otherServers } from '../../../measure/recorder/server-recorders.ts'
import type { ScenarioSummary, SeriesSummary, TestSummary } from '../../summary/summary.ts'
import { failingServer, gapResolution, notableFailures, slowServer, telltaleFailures } from '../cut-offs.ts'
import { formatCount, formatMilliseconds, formatShare } from '../figures.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** Of several servers that get equally many requests, one that fails or is slow by itself sets the figures of all. */
export function unequalServers(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    const servers = (scenario.servers ?? []).filter(({ name }) => name !== otherServers)
    if (servers.length < 2) return []
    const texts = [describeFailing(servers), describeSlow(servers, scenario)]
    return texts.flatMap((text) => (text === undefined ? [] : [{ rule: 'unequal-servers', level: 'note', text }]))
  })
}

function describeFailing(servers: readonly SeriesSummary[]): string | undefined {
  const failures = servers.map(failuresOf)
  const all = failures.reduce((sum, count) => sum + count, 0)
  const started = servers.reduce((sum, { counts }) => sum + counts.started, 0)
  const most = Math.max(...failures)
  const server = servers[failures.indexOf(most)]
  if (server === undefined || all < telltaleFailures || all <= started * notableFailures || most <= all * failingServer) return undefined
  const of = `${formatCount(most)} of ${formatCount(all)}, ${describeKind(server, most)}`
  const turn = 'it kept its turn, and its requests are counted'
  return `1 of ${formatCount(servers.length)} servers gave ${formatShare(most / all)} of the failures: ${server.name} (${of}); ${turn}`
}

function describeSlow(servers: readonly SeriesSummary[], { workload }: ScenarioSummary): string | undefined {
  const timed = servers.flatMap(({ name, responseTime: { p50 } }) => (p50 === null ? [] : [{ name, p50 }]))
  const [slowest, next] = timed.toSorted((a, b) => b.p50 - a.p50)
  if (slowest === undefined || next === undefined) return undefined
  if (slowest.p50 < next.p50 * slowServer || slowest.p50 - next.p50 <= gapResolution) return undefined
  const times = `p50 ${formatMilliseconds(slowest.p50)}, of the next slowest ${formatMilliseconds(next.p50)}`
  const effect = workload.model === 'closed' ? '; the others waited for their turn behind it' : ''
  return `1 of ${formatCount(servers.length)} servers is slower: ${slowest.name} (${times})${effect}`
}

function failuresOf({ counts }: SeriesSummary): number {
  return sumOutcomes(counts.outcomes) - counts.outcomes.ok - counts.outcomes.aborted
}

function describeKind(server: SeriesSummary, failures: number): string {
  const outcome = mostFrequent(server)
  return server.counts.outcomes[outcome] === failures ? `all of them ${outcome}` : `most of them ${outcome}`
}

function mostFrequent({ counts }: SeriesSummary): Outcome {
  const failed = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted')
  return failed.toSorted((a, b) => counts.outcomes[b] - counts.outcomes[a])[0] ?? 'refused'
}
