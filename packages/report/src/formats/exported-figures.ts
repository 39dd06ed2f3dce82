import type { TimeSummary } from '@benchpress/core'
import { tableOf } from '@benchpress/core/report'
import type { ExportedRequests } from './measured-requests.ts'

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

type Requests = ExportedRequests['requests']

/** The count of an exported figure; `undefined` where it is not kept, as for endpoints. */
export function countOf({ name }: ExportedFigure, requests: Requests & { readonly connections?: object }): number | undefined {
  return ({ ...requests.connections, ...requests } as Readonly<Record<string, unknown>>)[name] as number | undefined
}

/** The times of an exported figure; `undefined` where they are not kept. */
export function timesOf({ name }: ExportedFigure, requests: Requests): TimeSummary | undefined {
  return (requests as Readonly<Record<string, unknown>>)[name] as TimeSummary | undefined
}
