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
  return [...(failures.length === 0 ? [] : [iterationFailuresTable(failures)]), ...requestTables(scenario)]
}

/**
 * The failures of a scenario in less room: one line for each reason of iterations, and tables of the reasons of requests.
 *
 * @param told the examples that are shown elsewhere: a table with only these reasons is left out, and so is the table of the warm-up after another table
 */
export function shortFailures(
  scenario: ScenarioSummary,
  told: ReadonlySet<unknown>,
): { readonly lines: readonly string[]; readonly tables: readonly ReportTable[] } {
  const failures = ownFailures(scenario)
  const lines = failures.slice(0, mostLines).map(({ reason, at, count }) => {
    const where = at === undefined ? '' : ` (${at})`
    return `${plural(count, 'iteration')} failed: ${reason}${where}`
  })
  const left = failures.length - lines.length
  return {
    lines: [...lines, ...(left === 0 ? [] : [`and ${plural(left, 'more reason')} why iterations failed`])],
    tables: requestTables(undecidedFinding(scenario, told)),
  }
}

// An iteration of a single request fails for the same reason as the request.
function ownFailures({ users, errors }: ScenarioSummary): UsersSummary['failures'] {
  const failures = users?.failures ?? []
  return failures.every(({ reason, at, count }) => at === undefined && count === countOf(reason, errors)) ? [] : failures
}

function requestTables(scenario: ScenarioSummary): readonly ReportTable[] {
  const ofPlugins: readonly PluginRequestsSummary[] = scenario.users?.pluginRequests ?? []
  return [...errorsTables(scenario), ...ofPlugins.flatMap((requests) => errorsTables(requests, `Outcome of ${requests.plugin}`))]
}

function undecidedFinding(scenario: ScenarioSummary, told: ReadonlySet<unknown>): ScenarioSummary {
  const of = (errors: readonly ErrorSummary[]): readonly ErrorSummary[] =>
    errors.every(({ examples }) => told.has(examples)) ? [] : errors
  const { errors, warmup } = scenario
  return {
    ...scenario,
    errors: of(errors),
    warmup: warmup && { ...warmup, errors: errors.length > 0 ? [] : of(warmup.errors) },
  }
}

/** Why requests did not end ok, the most frequent first and by endpoint where there are several: of the run phase, then of the warm-up. */
export function errorsTables({ errors, endpoints, warmup }: RequestsSummary, title = 'Outcome'): readonly ReportTable[] {
  // Times in the warm-up count from the start of the warm-up.
  const ofWarmup = (warmup?.errors ?? []).map((error) => ({
    ...error,
    first: error.first + (warmup?.duration ?? 0),
    last: error.last + (warmup?.duration ?? 0),
  }))
  const names = [...endpoints.map(({ name }) => name), ...[...errors, ...ofWarmup].flatMap(({ endpoint }) => endpoint ?? [])]
  const byEndpoint = new Set(names).size > 1
  return [
    ...(errors.length === 0 ? [] : [errorsTable(title, errors, byEndpoint)]),
    ...(ofWarmup.length === 0 ? [] : [errorsTable(`${title} in the warm-up`, ofWarmup, byEndpoint)]),
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
    rows: failures.map(({ reason, at = '', count, first, last }) => [
      reason,
      ...where.map(() => at),
      numberCell(count),
      numberCell(first, formatSeconds),
      numberCell(last, formatSeconds),
    ]),
  }
}

function errorsTable(title: string, errors: readonly ErrorSummary[], byEndpoint: boolean): ReportTable {
  const sorted = errors.toSorted((a, b) => b.count - a.count)
  const shown = sorted.slice(0, sorted.length > mostRows ? mostRows - 1 : mostRows)
  const rest = sorted.slice(shown.length)
  const endpoint = byEndpoint ? ['Endpoint'] : []
  return {
    head: [title, 'Reason', ...endpoint, 'Requests', 'First', 'Last'],
    texts: ['Reason', ...endpoint],
    rows: [
      ...shown.map((error) => [error.outcome, error.reason, ...endpoint.map(() => error.endpoint ?? ''), ...figures([error])]),
      ...(rest.length === 0
        ? []
        : [['others', `${plural(rest.length, 'more line')} in the JSON`, ...endpoint.map(() => ''), ...figures(rest)]]),
    ],
  }
}

function figures(errors: readonly ErrorSummary[]): readonly ReportCell[] {
  return [
    numberCell(errors.reduce((sum, { count }) => sum + count, 0)),
    numberCell(Math.min(...errors.map(({ first }) => first)), formatSeconds),
    numberCell(Math.max(...errors.map(({ last }) => last)), formatSeconds),
  ]
}
