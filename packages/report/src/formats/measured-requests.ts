import type { RequestsSummary, ScenarioSummary, SeriesSummary, SuiteResult, TestResult } from '@benchpress/core'

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
  /** Start of the run phase of the scenario, in seconds from the start of the load. */
  readonly runStart: number
  /** Length of the run phase, in seconds. */
  readonly duration: number
  readonly requests: RequestsSummary
})[] {
  return tests.flatMap((test) =>
    test.scenarios.flatMap((scenario) => {
      const { name, duration, workload } = scenario
      return kindsOf(scenario).map((kind) => ({ test, scenario: name, runStart: workload.startAfter + workload.warmup, duration, ...kind }))
    }),
  )
}

function kindsOf(scenario: ScenarioSummary): readonly { readonly protocol: string; readonly requests: RequestsSummary }[] {
  const ofPlugins = (scenario.users?.pluginRequests ?? []).map((requests) => ({ protocol: requests.plugin, requests }))
  return scenario.counts.scheduled === 0 && ofPlugins.length > 0 ? ofPlugins : [{ protocol: 'http', requests: scenario }, ...ofPlugins]
}
