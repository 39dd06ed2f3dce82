import { addUp, type AddedUp, type CaseRuns, type HyphaRun } from './measured-hypha.ts'

/** What one server of the cluster did in all its runs. */
interface ServerShare extends AddedUp {
  readonly url: string
  /** Of the requests of all servers, 0 to 1. */
  readonly share: number
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
  const rows = urls.map((url) => measureServer(url, runs))
  const all = rows.reduce((total, { requests }) => total + requests, 0)
  const servers = rows.map((row) => ({ ...row, share: all === 0 ? 0 : row.requests / all }))
  return { servers, mostApart: mostApart(runs) }
}

function measureServer(url: string, runs: readonly HyphaRun[]): Omit<ServerShare, 'share'> {
  const states = runs.map(({ test }) => test.target.servers?.find((server) => server.url === url))
  return {
    url,
    ...addUp(runs.flatMap((run) => partsOf(url, run))),
    missed: states.filter((state) => state?.available === false).length,
    runs: runs.length,
    cause: states.findLast((state) => state?.cause != null)?.cause ?? null,
  }
}

// With one server alone there are no series of servers: all of the run is its own.
function partsOf(url: string, { test, scenario }: HyphaRun): Parameters<typeof addUp>[0] {
  return scenario.servers?.filter(({ name }) => name === url) ?? (isOnlyOne(url, test) ? [scenario] : [])
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
