import type { CaseRuns, HyphaRun } from './measured-hypha.ts'

/** What one server of the cluster did in all its runs. */
interface ServerShare {
  readonly url: string
  readonly requests: number
  /** Of the requests of all servers, 0 to 1. */
  readonly share: number
  /** Share of its requests that had the right response; `null` without any. */
  readonly success: number | null
  /** Milliseconds; `null` without a response. */
  readonly mean: number | null
  /** In how many of the runs it took no part. */
  readonly missed: number
  /** Of how many. */
  readonly runs: number
  /** Why it took no part in the last of those; `null` where it did in all. */
  readonly cause: string | null
}

/** How the requests of a cluster were divided. */
export interface ClusterServers {
  readonly servers: readonly ServerShare[]
  /** The largest difference in requests between two servers that took part, in one run; `null` where fewer than two did. */
  readonly mostApart: number | null
}

/** Adds up what each server of a cluster did in its runs, those that took no part among them; `null` for a target that is one server. */
export function shareOfServers(cases: readonly CaseRuns[]): ClusterServers | null {
  const runs = cases.flatMap((each) => each.runs)
  const urls = [...new Set(runs.flatMap(({ test }) => test.target.servers?.map(({ url }) => url) ?? []))]
  if (urls.length === 0) return null
  const rows = urls.map((url) => addUp(url, runs))
  const all = rows.reduce((total, { requests }) => total + requests, 0)
  const servers = rows.map((row) => ({ ...row, share: all === 0 ? 0 : row.requests / all }))
  return { servers, mostApart: mostApart(runs) }
}

function addUp(url: string, runs: readonly HyphaRun[]): ServerShare {
  let [requests, ok, responses, time] = [0, 0, 0, 0]
  let cause: string | null = null
  let missed = 0
  for (const { test, scenario } of runs) {
    const status = test.target.servers?.find((server) => server.url === url)
    cause = status?.cause ?? cause
    if (status?.available === false) missed += 1
    for (const { counts, mean, count } of partsOf(url, { test, scenario })) {
      requests += counts.started
      ok += counts.outcomes.ok
      responses += count
      time += (mean ?? 0) * count
    }
  }
  return {
    url,
    requests,
    share: 0,
    success: requests === 0 ? null : ok / requests,
    mean: responses === 0 ? null : time / responses,
    missed,
    runs: runs.length,
    cause,
  }
}

type Part = Pick<HyphaRun['scenario'], 'counts'> & { readonly mean: number | null; readonly count: number }

// With one server alone there are no series of servers: all of the run is its own.
function partsOf(url: string, { test, scenario }: HyphaRun): readonly Part[] {
  const series = scenario.servers ?? (isOnlyOne(url, test) ? [{ ...scenario, name: url }] : [])
  return series
    .filter(({ name }) => name === url)
    .map(({ counts, responseTime }) => ({ counts, mean: responseTime.mean, count: responseTime.count }))
}

function isOnlyOne(url: string, { target }: HyphaRun['test']): boolean {
  const taking = target.servers?.filter(({ available }) => available) ?? []
  return taking.length === 1 && taking[0]?.url === url
}

function mostApart(runs: readonly HyphaRun[]): number | null {
  const differences = runs.flatMap(({ scenario: { servers = [] } }) => {
    const counts = servers.map(({ counts: { started } }) => started)
    return counts.length < 2 ? [] : [Math.max(...counts) - Math.min(...counts)]
  })
  return differences.length === 0 ? null : Math.max(...differences)
}
