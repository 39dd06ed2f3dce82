import type { RequestsSummary, ScenarioSummary, SeriesSummary, SuiteResult, TestResult } from '@benchpress/core'
import { printable } from '../format/texts.ts'
import { nameRun } from '../runs.ts'

/** The requests of one scenario over one protocol, or those of one endpoint of it: a row where a format has one for each. */
export interface MeasuredRequests {
  readonly test: TestResult
  /** Name of the scenario. */
  readonly scenario: string
  /** `http`, or the name of the plugin that sent them. */
  readonly protocol: string
  /** `undefined` for all requests of the scenario over the protocol. */
  readonly endpoint: string | undefined
  /** Requests that ended other than by being aborted, by the length of the run phase, as k6 has its rate. */
  readonly requestsPerSecond: number
  readonly requests: Pick<SeriesSummary, 'counts' | 'statuses' | 'dataReceived' | 'responseTime' | 'serviceTime'>
}

/** Lists the requests of a suite that were asked for: of each scenario of each run, then of its endpoints. */
export function measuredRequests(suite: SuiteResult): readonly MeasuredRequests[] {
  return requestKinds(suite).flatMap(({ requests, duration, ...of }): readonly MeasuredRequests[] => {
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

/** Counts the requests that ended other than by being aborted. */
export function endedOf({ started, outcomes }: SeriesSummary['counts']): number {
  return started - outcomes.aborted
}

/** Lists what each scenario of each run of a suite sent over each protocol; one that only plugins sent requests for has none over HTTP. */
export function requestKinds({ tests }: SuiteResult): readonly (Pick<MeasuredRequests, 'test' | 'scenario' | 'protocol'> & {
  /** From the start of the load to the run phase of the scenario, in seconds. */
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

/** Names requests for a reader, as far as a suite has several runs, scenarios and protocols: `bidding, run 2, POST /bid`. */
export function nameRequests(
  { test, scenario, protocol, endpoint }: Omit<MeasuredRequests, 'requests' | 'requestsPerSecond'>,
  suite: SuiteResult,
): string {
  const parts = [
    test.name,
    ...(suite.tests.length > 1 ? [nameRun(test, suite)] : []),
    ...(test.sweep === null ? [] : [`${test.sweep.parameter}=${test.sweep.value}`]),
    ...(scenario === test.name ? [] : [scenario]),
    ...(protocol === 'http' ? [] : [protocol]),
    ...(endpoint === undefined ? [] : [endpoint]),
  ]
  return parts.map(printable).join(', ')
}

/**
 * Names the files of what has a file each, in the folder of `file`: the first is `file` itself, the second `NAME-2.EXT`.
 *
 * @param texts the files, of which one without any is an empty one
 */
export function numberedFiles(file: string, texts: readonly string[]): Readonly<Record<string, string>> {
  const dot = file.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [file.slice(0, dot), file.slice(dot)] : [file, '']
  const others = texts.slice(1).map((text, index) => [`${stem}-${index + 2}${extension}`, text] as const)
  return { [file]: texts[0] ?? '', ...Object.fromEntries(others) }
}
