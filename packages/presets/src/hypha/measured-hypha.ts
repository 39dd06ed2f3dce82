import type { ScenarioSummary, SeriesSummary, SuiteResult, TestResult } from '@benchpress/core'
import { addUpReasons, knownPercentile, type ReasonCount } from '@benchpress/core/report'
import { casesOf, type HyphaCase, type HyphaPart } from './hypha-cases.ts'
import { average, type Side } from './hypha-comparison.ts'

/** The sums and means of requests that were measured apart. */
interface AddedUp {
  readonly requests: number
  /** Share of the requests with the right response, 0 to 1; `null` without requests. */
  readonly success: number | null
  /** Milliseconds; `null` without a response. */
  readonly mean: number | null
}

interface MeasuredEndpoint extends AddedUp {
  /** Name in the document. */
  readonly name: string
  /** Milliseconds; `null` without a response. */
  readonly max: number | null
}

/** The figures of all runs of one case on one side: the mean of several runs, except for the shortest and the longest time. */
export interface MeasuredRow {
  /** Name of the case. */
  readonly name: string
  readonly level: string
  /** The endpoint; `null` where there are several. */
  readonly endpoint: string | null
  readonly runs: number
  /** Requests of each run. */
  readonly requests: number
  readonly concurrency: number
  /** Right responses per second of the run phase: failed requests are no throughput. */
  readonly throughput: number
  /** Share of the requests with the right response, 0 to 1. */
  readonly success: number
  /** In milliseconds, like the following times. */
  readonly mean: number
  readonly min: number
  readonly max: number
  /** The highest p99 of the runs; `null` where a run has too few samples. */
  readonly p99: number | null
  /** The figures of each endpoint; empty where there is only one. */
  readonly endpoints: readonly MeasuredEndpoint[]
  /** Why requests failed, the most frequent first. */
  readonly failures: readonly ReasonCount[]
}

/** One run of a case that sent requests. */
export interface HyphaRun {
  readonly test: TestResult
  readonly scenario: ScenarioSummary
}

/** The runs of a case on one side, which may be none. */
export interface CaseRuns {
  readonly of: HyphaCase
  readonly runs: readonly HyphaRun[]
}

/** Finds the runs of each case of a part on one side, in the order of the cases; cases that were not run there are left out. */
export function runsOfSide({ tests }: SuiteResult, part: HyphaPart | undefined, side: Side): readonly CaseRuns[] {
  const ofSide = tests.filter((test) => sideOf(test, part) === side)
  return casesOf(part).flatMap((of) => {
    const runs = ofSide.flatMap((test) => (test.name === of.name ? runOf(test) : []))
    return runs.length === 0 ? [] : [{ of, runs }]
  })
}

function sideOf({ variant }: TestResult, part: HyphaPart | undefined): Side {
  if (variant === 'single' || variant === 'cluster') return variant
  return part === 'cluster' ? 'cluster' : 'single'
}

function runOf(test: TestResult): readonly HyphaRun[] {
  const [scenario] = test.scenarios
  return scenario === undefined || scenario.counts.started === 0 ? [] : [{ test, scenario }]
}

/** Summarises the runs of a case in a row. */
export function measureRow({ of, runs }: CaseRuns): MeasuredRow {
  const scenarios = runs.map(({ scenario }) => scenario)
  const times = scenarios.map(({ responseTime }) => responseTime)
  const { requests, success, mean } = addUp(scenarios)
  const [only, ...others] = of.endpoints
  const p99 = times.map((time) => knownPercentile(time, 'p99'))
  return {
    name: of.name,
    level: of.level.name,
    endpoint: only !== undefined && others.length === 0 ? only.name : null,
    runs: runs.length,
    requests: Math.round(requests / runs.length),
    concurrency: Math.max(...scenarios.map(concurrencyOf)),
    // Only requests of the run phase count: the rates of a scenario include the last responses of the warm-up, which for 500 requests, 50 at a time, would be 10 %.
    throughput: average(scenarios.map(({ counts, duration }) => (duration === 0 ? 0 : counts.outcomes.ok / duration))),
    success: success ?? Number.NaN,
    mean: mean ?? Number.NaN,
    min: Math.min(...times.map((time) => time.min ?? Number.NaN)),
    max: Math.max(...times.map((time) => time.max ?? Number.NaN)),
    p99: p99.includes(null) ? null : Math.max(...p99.map(Number)),
    endpoints: measureEndpoints(of, scenarios),
    failures: failuresOf(scenarios),
  }
}

// None of a case that has only one.
function measureEndpoints({ endpoints, service }: HyphaCase, scenarios: readonly ScenarioSummary[]): readonly MeasuredEndpoint[] {
  if (endpoints.length < 2) return []
  const all = scenarios.flatMap((scenario) => scenario.endpoints)
  return endpoints.map(({ name, path, service: own = service }) => {
    const [route = ''] = path.split('?')
    const series = all.filter((one) => one.name === `GET /default/services/${own}${route === '' ? '' : `/${route}`}`)
    // Where nothing responded, the largest time is the age of a request that was cut off.
    const longest = series.flatMap(({ responseTime: { count, max } }) => (count === 0 ? [] : (max ?? [])))
    return { name, ...addUp(series), max: longest.length === 0 ? null : Math.max(...longest) }
  })
}

function addUp(parts: readonly Pick<SeriesSummary, 'counts' | 'responseTime'>[]): AddedUp {
  const requests = sum(parts.map(({ counts }) => counts.started))
  const responses = sum(parts.map(({ responseTime }) => responseTime.count))
  const time = sum(parts.map(({ responseTime: { mean, count } }) => (mean ?? 0) * count))
  return {
    requests,
    success: requests === 0 ? null : sum(parts.map(({ counts }) => counts.outcomes.ok)) / requests,
    mean: responses === 0 ? null : time / responses,
  }
}

function concurrencyOf({ workload }: ScenarioSummary): number {
  if (workload.kind === 'connections') return workload.connections
  return workload.kind === 'batch' ? workload.batch : Number.NaN
}

// Grouped by outcome, with the most frequent reason for each.
function failuresOf(scenarios: readonly ScenarioSummary[]): readonly ReasonCount[] {
  const failures = scenarios.flatMap(({ counts, errors }) =>
    Object.entries(counts.outcomes).flatMap(([outcome, count]): readonly ReasonCount[] => {
      if (outcome === 'ok' || count === 0) return []
      const why = errors.find((error) => error.outcome === outcome)?.reason
      return [{ reason: why === undefined ? outcome : `${outcome}: ${why}`, count }]
    }),
  )
  return addUpReasons(failures)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

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
