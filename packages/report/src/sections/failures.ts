import type { ErrorSummary, OutcomeCounts, PluginRequestsSummary, RequestsSummary, ScenarioSummary, UsersSummary } from '@benchpress/core'
import {
  countFailures,
  failedShare,
  formatNumber,
  formatSeconds,
  formatShare,
  outcomes,
  plural,
  type ReportCell,
  type ReportTable,
} from '@benchpress/core/report'
import { numberCell } from '../format/cell.ts'

// The JSON has all rows, which are at most a few hundred.
const mostRows = 30
const mostOnScreen = 5
const mostLines = 3

/** Writes how many requests failed, and with which outcomes: `12 of 5,000 requests failed (0.24 %): 10 timeout, 2 reset`; then the same for each plugin. */
export function failuresLine({ counts, users }: ScenarioSummary): string | undefined {
  const ofPlugins = (users?.pluginRequests ?? []).filter((requests) => countFailures(requests.counts.outcomes) > 0)
  const failures = [
    ...(countFailures(counts.outcomes) === 0 ? [] : [describeFailed(counts, plural(counts.started, 'request'))]),
    ...ofPlugins.map((requests) => describeFailed(requests.counts, `${plural(requests.counts.started, 'request')} of ${requests.plugin}`)),
  ]
  return failures.length === 0 ? undefined : failures.join('; ')
}

/** Why iterations and requests of a scenario failed. */
export function failureTables(scenario: ScenarioSummary): readonly ReportTable[] {
  const failures = ownFailures(scenario)
  return [...(failures.length === 0 ? [] : [iterationFailuresTable(failures)]), ...requestTables(scenario, mostRows)]
}

/** Why requests of a scenario failed, in less room: the most frequent reasons without examples, and of the warm-up only where nothing failed after it. */
export function shortFailureTables(scenario: ScenarioSummary): readonly ReportTable[] {
  const { errors, warmup } = scenario
  const rest = (all: typeof errors): typeof errors => all.filter(({ examples = [] }) => examples.length === 0)
  const ofWarmup = warmup && { ...warmup, errors: errors.length > 0 ? [] : rest(warmup.errors) }
  return requestTables({ ...scenario, errors: rest(errors), warmup: ofWarmup }, mostOnScreen)
}

/** Why iterations of a scenario failed, a line for each of the first reasons. */
export function iterationFailureLines(scenario: ScenarioSummary): readonly string[] {
  const failures = ownFailures(scenario)
  const lines = failures.slice(0, mostLines).map(({ reason, at, count }) => {
    const where = at === undefined ? '' : ` (${at})`
    return `${plural(count, 'iteration')} failed: ${reason}${where}`
  })
  const left = failures.length - lines.length
  return [...lines, ...(left === 0 ? [] : [`and ${plural(left, 'more reason')} why iterations failed`])]
}

function requestTables(scenario: ScenarioSummary, most: number): readonly ReportTable[] {
  const ofPlugins: readonly PluginRequestsSummary[] = scenario.users?.pluginRequests ?? []
  return [
    ...errorsTables(scenario, 'Outcome', most),
    ...ofPlugins.flatMap((requests) => errorsTables(requests, `Outcome of ${requests.plugin}`, most)),
  ]
}

// An iteration of a single request fails for the same reason as the request.
function ownFailures({ users, errors }: ScenarioSummary): UsersSummary['failures'] {
  const failures = users?.failures ?? []
  return failures.every(({ reason, at, count }) => at === undefined && count === countOf(reason, errors)) ? [] : failures
}

// Why requests did not end ok, the most frequent first and by endpoint where there are several: of the run phase, then of the warm-up.
function errorsTables({ errors, endpoints, warmup }: RequestsSummary, title: string, most: number): readonly ReportTable[] {
  // Times in the warm-up count from the start of the warm-up.
  const ofWarmup = (warmup?.errors ?? []).map((error) => ({
    ...error,
    first: error.first + (warmup?.duration ?? 0),
    last: error.last + (warmup?.duration ?? 0),
  }))
  const names = [...endpoints.map(({ name }) => name), ...[...errors, ...ofWarmup].flatMap(({ endpoint }) => endpoint ?? [])]
  const byEndpoint = new Set(names).size > 1
  return [
    ...(errors.length === 0 ? [] : [errorsTable(title, errors, { byEndpoint, most })]),
    ...(ofWarmup.length === 0 ? [] : [errorsTable(`${title} in the warm-up`, ofWarmup, { byEndpoint, most })]),
  ]
}

function describeFailed({ outcomes: ended }: { readonly outcomes: OutcomeCounts }, of: string): string {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && ended[outcome] > 0)
  const parts = failures.map((outcome) => `${formatNumber(ended[outcome])} ${outcome}`).join(', ')
  return `${formatNumber(countFailures(ended))} of ${of} failed (${formatShare(failedShare(ended))}): ${parts}`
}

function countOf(wanted: string, errors: ScenarioSummary['errors']): number {
  return errors.reduce((sum, { reason, count }) => (reason === wanted ? sum + count : sum), 0)
}

function iterationFailuresTable(failures: UsersSummary['failures']): ReportTable {
  const where = failures.some(({ at }) => at !== undefined) ? ['First at'] : []
  return {
    head: ['Iterations failed because', ...where, 'Count', 'First', 'Last'],
    texts: where,
    rows: failures.map((failure) => [failure.reason, ...where.map(() => failure.at ?? ''), ...figures([failure])]),
  }
}

function errorsTable(
  title: string,
  errors: readonly ErrorSummary[],
  { byEndpoint, most }: { readonly byEndpoint: boolean; readonly most: number },
): ReportTable {
  const sorted = errors.toSorted((a, b) => b.count - a.count)
  const shown = sorted.slice(0, sorted.length > most ? most - 1 : most)
  const rest = sorted.slice(shown.length)
  const endpoint = byEndpoint ? ['Endpoint'] : []
  const others = ['others', `${plural(rest.length, 'more line')} in the JSON`, ...endpoint.map(() => '')]
  return {
    head: [title, 'Reason', ...endpoint, 'Requests', 'First', 'Last'],
    texts: ['Reason', ...endpoint],
    rows: [
      ...shown.map((error) => [error.outcome, error.reason, ...endpoint.map(() => error.endpoint ?? ''), ...figures([error])]),
      ...(rest.length === 0 ? [] : [[...others, ...figures(rest)]]),
    ],
  }
}

function figures(failures: readonly Pick<ErrorSummary, 'count' | 'first' | 'last'>[]): readonly ReportCell[] {
  return [
    numberCell(failures.reduce((sum, { count }) => sum + count, 0)),
    numberCell(Math.min(...failures.map(({ first }) => first)), formatSeconds),
    numberCell(Math.max(...failures.map(({ last }) => last)), formatSeconds),
  ]
}
