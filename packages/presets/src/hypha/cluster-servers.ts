import { addUp, type AddedUp, type CaseRuns, type HyphaRun } from './measured-hypha.ts'

/** The share of one server of the cluster in all runs. */
interface ServerShare extends AddedUp {
  readonly url: string
  /** Share of the requests of all servers, 0 to 1. */
  readonly share: number
  /** Number of runs in which the server took no part. */
  readonly missed: number
  /** Number of all runs. */
  readonly runs: number
  /** Why the server took no part in the last of the missed runs; `null` where it missed none. */
  readonly cause: string | null
}

/** The division of the requests over the servers of a cluster. */
export interface ClusterServers {
  readonly servers: readonly ServerShare[]
  /** The largest difference in requests between two servers in one run; `null` where fewer than two took part. */
  readonly mostApart: number | null
}

/** Adds up the runs of each server of a cluster, including servers that took no part; `null` for a target of one server. */
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

// A run on a single server has no series by server: the whole run belongs to that server.
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
