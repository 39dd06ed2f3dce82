import type { ErrorSummary, RequestsSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { plural } from './format/plural.ts'
import type { TableContent } from './table-content.ts'

// The result has all of them, which are at most a few hundred.
const mostRows = 30

/** Why requests did not end ok, the most frequent first and by endpoint where there are several: of the run phase, then of the warm-up. */
export function errorsTables({ errors, endpoints, warmup }: RequestsSummary, title = 'Outcome'): readonly TableContent[] {
  const ofWarmup = warmup?.errors ?? []
  const names = [...endpoints.map(({ name }) => name), ...[...errors, ...ofWarmup].flatMap(({ endpoint }) => endpoint ?? [])]
  const byEndpoint = new Set(names).size > 1
  return [
    ...(errors.length === 0 ? [] : [errorsTable(title, errors, byEndpoint)]),
    ...(ofWarmup.length === 0 ? [] : [errorsTable(`${title} in the warm-up`, ofWarmup, byEndpoint)]),
  ]
}

function errorsTable(title: string, errors: readonly ErrorSummary[], byEndpoint: boolean): TableContent {
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

function figures(errors: readonly ErrorSummary[]): readonly string[] {
  return [
    formatNumber(errors.reduce((sum, { count }) => sum + count, 0)),
    formatSeconds(Math.min(...errors.map(({ first }) => first))),
    formatSeconds(Math.max(...errors.map(({ last }) => last))),
  ]
}
