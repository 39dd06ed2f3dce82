import { formatShare } from '@benchpress/core'
import type { ScenarioSummary, SeriesSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { formatFigure } from './format/format-figure.ts'
import type { TableContent } from './table-content.ts'

/** What went to each of several servers, and how it did; `undefined` where there was one. */
export function serversTable({ servers = [], counts }: ScenarioSummary): TableContent | undefined {
  if (servers.length === 0) return undefined
  return {
    head: ['Server', 'Requests', 'Share', 'ok', 'Failed', 'Aborted', 'Avg', '50%', '99%'],
    apart: ['Avg', '50%', '99%'],
    rows: servers.map((server) => serverRow(server, counts.started)),
  }
}

function serverRow({ name, counts, responseTime }: SeriesSummary, all: number): readonly string[] {
  const { started, outcomes } = counts
  return [
    name,
    formatNumber(started),
    all === 0 ? '' : formatShare(started / all),
    formatNumber(outcomes.ok),
    formatNumber(started - outcomes.ok - outcomes.aborted),
    formatNumber(outcomes.aborted),
    formatFigure(responseTime, 'mean'),
    formatFigure(responseTime, 'p50'),
    formatFigure(responseTime, 'p99'),
  ]
}
