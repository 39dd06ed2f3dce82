import type { Figure, FigureKind } from './figure.ts'
import { figures, type FigureSubject } from './figures.ts'
import { Histogram, type HistogramSnapshot } from './histogram.ts'

type Table = typeof figures

/** A value for each figure of one subject that is of a kind, by the names of the table. */
export type FiguresOf<Of extends FigureSubject, Kind extends FigureKind, Value> = {
  readonly [Name in keyof Table[Of] as Table[Of][Name] extends { readonly kind: Kind } ? Name : never]: Value
}

/** The names of the figures of one subject that results of earlier versions lack. */
export type LaterFigure<Of extends FigureSubject> = keyof {
  [Name in keyof Table[Of] as Table[Of][Name] extends { readonly isLater: true } ? Name : never]: true
}

/** The figures of one subject that a thread has recorded since its last snapshot. */
export type RecordedFigures<Of extends FigureSubject, Kind extends FigureKind = FigureKind> = FiguresOf<Of, Exclude<Kind, 'time'>, number> &
  FiguresOf<Of, Extract<Kind, 'time'>, HistogramSnapshot>

/** The sums of the figures of one subject over all threads. */
type SummedFigures<Of extends FigureSubject, Kind extends FigureKind> = {
  -readonly [Name in keyof FiguresOf<Of, Exclude<Kind, 'time'>, number>]: number
} & FiguresOf<Of, Extract<Kind, 'time'>, Histogram> & {
    addFigures(recorded: RecordedFigures<Of, Kind>): void
  }

/** A class made by {@link sumsOf}. */
export type SumsClass<Of extends FigureSubject, Kind extends FigureKind> = new () => SummedFigures<Of, Kind>

/** The figures of one subject with their names; only those of some kinds, if any are given. */
export function tableOf(of: FigureSubject, ...kinds: readonly FigureKind[]): readonly (readonly [name: string, figure: Figure])[] {
  const all: readonly (readonly [string, Figure])[] = Object.entries(figures[of])
  return kinds.length === 0 ? all : all.filter(([, { kind }]) => kinds.includes(kind))
}

/**
 * A class whose fields are the sums of the figures of one subject: 0, or an empty histogram, until something is added. Only the calling thread adds up.
 *
 * @param kinds the kinds of figures that the class has
 */
export function sumsOf<Of extends FigureSubject, Kind extends FigureKind>(of: Of, ...kinds: readonly Kind[]): SumsClass<Of, Kind> {
  const own = tableOf(of, ...kinds)
  const numbers = own.flatMap(([name, { kind }]) => (kind === 'time' ? [] : [name]))
  const times = own.flatMap(([name, { kind }]) => (kind === 'time' ? [name] : []))
  class Sums {
    constructor() {
      const sums = this as unknown as Record<string, number | Histogram>
      for (const name of numbers) sums[name] = 0
      for (const name of times) sums[name] = new Histogram()
    }

    addFigures(recorded: Readonly<Record<string, never>>): void {
      const added = this as unknown as Record<string, number>
      const merged = this as unknown as Record<string, Histogram>
      for (const name of numbers) added[name]! += recorded[name]!
      for (const name of times) merged[name]!.add(recorded[name]!)
    }
  }
  return Sums as unknown as SumsClass<Of, Kind>
}
