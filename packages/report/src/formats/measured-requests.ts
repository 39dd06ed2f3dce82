import type { RequestsSummary, ScenarioSummary, SeriesSummary, SuiteResult, TestResult, TimeSummary } from '@benchpress/core'
import { tableOf } from '@benchpress/core/report'

/** The requests of one scenario over one protocol, or those of one of its endpoints: one row of a format. */
export interface ExportedRequests {
  readonly test: TestResult
  /** Name of the scenario. */
  readonly scenario: string
  /** `http`, or the name of the plugin that sent them. */
  readonly protocol: string
  /** `undefined` for all requests of the scenario over the protocol. */
  readonly endpoint: string | undefined
  /** Requests that were not aborted, divided by the length of the run phase, as in the rate of k6. */
  readonly requestsPerSecond: number
  readonly requests: Pick<SeriesSummary, 'counts' | 'statuses' | 'dataReceived' | 'responseTime' | 'serviceTime'>
}

/** Lists the HTTP and plugin requests of a suite: for each scenario of each run, then for each endpoint. */
export function measuredRequests(suite: SuiteResult): readonly ExportedRequests[] {
  return exportedRequests(suite).flatMap(({ requests, duration, ...of }): readonly ExportedRequests[] => {
    const perSecond = ({ counts }: Pick<SeriesSummary, 'counts'>): number => (duration === 0 ? 0 : endedOf(counts) / duration)
    return [
      { ...of, endpoint: undefined, requestsPerSecond: perSecond(requests), requests },
      ...requests.endpoints.map((endpoint) => ({
        ...of,
        endpoint: endpoint.name,
        requestsPerSecond: perSecond(endpoint),
        requests: endpoint,
      })),
    ]
  })
}

// Requests that ended other than by being aborted.
function endedOf({ started, outcomes }: SeriesSummary['counts']): number {
  return started - outcomes.aborted
}

/** Lists the requests of each scenario of each run by protocol; a scenario whose requests are all from plugins has no entry for HTTP. */
export function exportedRequests({ tests }: SuiteResult): readonly (Pick<ExportedRequests, 'test' | 'scenario' | 'protocol'> & {
  /** Length of the run phase, in seconds. */
  readonly duration: number
  readonly requests: RequestsSummary
})[] {
  return tests.flatMap((test) =>
    test.scenarios.flatMap((scenario) => {
      const { name, duration } = scenario
      return kindsOf(scenario).map((kind) => ({ test, scenario: name, duration, ...kind }))
    }),
  )
}

function kindsOf(scenario: ScenarioSummary): readonly { readonly protocol: string; readonly requests: RequestsSummary }[] {
  const ofPlugins = (scenario.users?.pluginRequests ?? []).map((requests) => ({ protocol: requests.plugin, requests }))
  return scenario.counts.scheduled === 0 && ofPlugins.length > 0 ? ofPlugins : [{ protocol: 'http', requests: scenario }, ...ofPlugins]
}

/** A figure of requests or of their connections in CSV and OpenMetrics. */
export interface ExportedFigure {
  /** Name of the figure in a result. */
  readonly name: string
  readonly kind: 'count' | 'time'
  /** Name of the figure in the formats, without the unit of a time. */
  readonly column: string
  readonly sentence: string
  readonly unit: 'bytes' | undefined
}

/** The figures of the table that are exported, in its order. */
export const exportedFigures: readonly ExportedFigure[] = (['requests', 'connections'] as const).flatMap((of) =>
  tableOf(of).flatMap(([name, { exported: column, kind, sentence, unit }]) =>
    column === undefined ? [] : { name, kind: kind === 'time' ? kind : 'count', column, sentence, unit },
  ),
)

type Requests = ExportedRequests['requests'] & { readonly connections?: object }

/** The count of an exported figure; `undefined` where it is not kept, as for endpoints. */
export function countOf({ name }: ExportedFigure, requests: Requests): number | undefined {
  return ({ ...requests.connections, ...requests } as Readonly<Record<string, unknown>>)[name] as number | undefined
}

/** The times of an exported figure; `undefined` where they are not kept. */
export function timesOf({ name }: ExportedFigure, requests: Requests): TimeSummary | undefined {
  return (requests as Readonly<Record<string, unknown>>)[name] as TimeSummary | undefined
}
