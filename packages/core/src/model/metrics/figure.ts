/**
 * How a figure is kept and added up.
 *
 * - `count`: a number; the numbers of all threads are added
 * - `most`: the most at a time; the maxima of all threads are added, which is an upper bound
 * - `level`: a mean number over the run phase; its numbers times microseconds are added
 * - `share`: hits of a total; both are added
 * - `time`: a histogram of microseconds; histograms are merged bucket by bucket
 */
export type FigureKind = 'count' | 'most' | 'level' | 'share' | 'time'

/** One figure of a table. */
export interface Figure {
  readonly kind: FigureKind
  /** What the figure is, for a result's schema, metrics and exports; without a full stop. */
  readonly sentence: string
  readonly unit?: 'bytes'
  /** Whether results of earlier versions lack the figure. */
  readonly isLater?: true
  /** Name of the metric; of one of requests, the metric over HTTP. A figure without it is in a result only. */
  readonly metric?: string
  /** Tags of the metric, where they are not those of its subject; `own` stands for the tags that journeys give to their requests. */
  readonly by?: readonly ('endpoint' | 'status' | 'own')[]
  /** Tags of the metric of requests of plugins, whose name begins with `plugin_`. */
  readonly ofPlugins?: readonly ('endpoint' | 'plugin')[]
  /** Name of the metric of both kinds of requests together. */
  readonly both?: string
  /** Names of the metric in k6. */
  readonly k6?: readonly string[]
  /** Whether a result leaves the metric out while it is empty. */
  readonly isShownUnlessEmpty?: true
  /** Whether the figure includes the delay of starts, because it runs from when something was due. */
  readonly isFromDue?: true
  /** Whether the figure measures only the lateness of the generator. */
  readonly isLateness?: true
  /** For a share: whether hits or the rest are failures. */
  readonly failed?: 'hits' | 'rest'
  /** The aggregates by which runs are compared. */
  readonly compared?: readonly ('rate' | 'p50' | 'p90' | 'p99')[]
  /** Name of a compared figure in reports. */
  readonly label?: string
  /** Name of the figure of requests in CSV and OpenMetrics, without its unit. */
  readonly exported?: string
}
