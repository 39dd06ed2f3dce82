import type { Amount, Count } from '../../base/units/count.ts'
import { tableOf, type FiguresOf, type LaterFigure } from '../../model/metrics/figure-sums.ts'
import type { FigureKind } from '../../model/metrics/figure.ts'
import type { FigureSubject } from '../../model/metrics/figures.ts'
import type { Histogram } from '../../model/metrics/histogram.ts'
import { summarizeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'

/** The figures of one subject in a result: counts, mean numbers over the run phase, and distributions of times. */
export type SummarizedFigures<Of extends FigureSubject, Kind extends FigureKind = FigureKind> = {
  readonly [Name in Exclude<keyof FiguresInResult<Of, Kind>, LaterFigure<Of>>]: FiguresInResult<Of, Kind>[Name]
} & { readonly [Name in Extract<keyof FiguresInResult<Of, Kind>, LaterFigure<Of>>]?: FiguresInResult<Of, Kind>[Name] }

type FiguresInResult<Of extends FigureSubject, Kind extends FigureKind> = FiguresOf<Of, Extract<Kind, 'count' | 'most'>, Count> &
  FiguresOf<Of, Extract<Kind, 'level'>, Amount> &
  FiguresOf<Of, Extract<Kind, 'time'>, TimeSummary>

/**
 * Summarizes the sums of the figures of one subject.
 *
 * @param duration length of the run phase in seconds, for mean numbers
 * @param kinds the kinds of figures; all without any
 */
export function summarizeFigures<Of extends FigureSubject, Kind extends FigureKind>(
  of: Of,
  sums: FiguresOf<Of, Exclude<Kind, 'time'>, number> & FiguresOf<Of, Extract<Kind, 'time'>, Histogram>,
  duration: number,
  ...kinds: readonly Kind[]
): SummarizedFigures<Of, Kind> {
  const values = sums as Readonly<Record<string, unknown>>
  const read = ([name, { kind }]: (typeof all)[number]): unknown => {
    if (kind === 'time') return summarizeTimes(values[name] as Histogram)
    const sum = values[name] as number
    if (kind !== 'level') return sum
    return duration > 0 ? Math.max(0, sum) / (duration * 1e6) : 0
  }
  const all = tableOf(of, ...kinds)
  return Object.fromEntries(all.map((figure) => [figure[0], read(figure)])) as SummarizedFigures<Of, Kind>
}
