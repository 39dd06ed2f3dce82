import type { ComparedMetric, ComparedPart, FigureHistory, HistoryChange, HistoryPoint } from '@benchpress/core'
import { builtInMetric, formatChange } from '@benchpress/core/report'
import type { DocumentSection } from '../render/report-document.ts'

// Figures of comparisons that are no metrics.
const labels: Readonly<Record<string, string>> = { throughput: 'Ok/Sec', found_rate: 'Highest rate' }

/** The name of a figure in a report, such as `Latency 99%`. */
export function labelOf({ metric, aggregate }: ComparedMetric): string {
  const label = labels[metric] ?? builtInMetric(metric)?.label ?? metric
  if (aggregate === 'rate') return label
  return `${label} ${aggregate.replace(/^p([\d.]+)$/, '$1%')}`
}

type NamedFigure = ComparedMetric & { readonly part: ComparedPart }

/** The part of the test that a figure belongs to, from the inside outwards, such as `GET /items of reads`. */
function nameOfPart({ names, test }: ComparedPart): string {
  return names.length === 0 ? test : names.toReversed().join(' of ')
}

/** What a figure is of, in a column of a table; empty where it is what the one above is of. */
export function nameBelow({ part }: NamedFigure, above: NamedFigure | undefined): string {
  const name = nameOfPart(part)
  return above !== undefined && nameOfPart(above.part) === name ? '' : name
}

/** Names what a figure is of, as text outside of the tables of one test. */
export type NamePart = (part: ComparedPart) => string

/** Returns how to name what figures are of: with the test where they are of several, and with the variant of the target where it has a name. */
export function namesOfParts(figures: readonly NamedFigure[]): NamePart {
  const areOfOne = new Set(figures.map(({ part }) => part.test)).size < 2
  return (part) => {
    const ofTest = areOfOne || part.names.length === 0 ? '' : ` of ${part.test}`
    return `${nameOfPart(part)}${ofTest}${part.variant === 'default' ? '' : ` (${part.variant})`}`
  }
}

/** Names a figure and what it is of, such as `Latency 99% of reads`. */
export function nameOfFigure(figure: NamedFigure, nameOf: NamePart): string {
  return `${labelOf(figure)} of ${nameOf(figure.part)}`
}

/** A section of figures, and apart from it, as a detail, one of the figures of endpoints; no section without figures. */
export function sectionsByEndpoint<Figure extends NamedFigure>(
  { intro, ...section }: Omit<DocumentSection, 'parts'>,
  figures: readonly Figure[],
  partsOf: (own: readonly Figure[]) => DocumentSection['parts'],
): readonly DocumentSection[] {
  const others = figures.filter(({ part }) => part.kind !== 'endpoint')
  const endpoints = figures.filter(({ part }) => part.kind === 'endpoint')
  return [
    ...(others.length === 0 ? [] : [{ ...section, ...(intro !== undefined && { intro }), parts: partsOf(others) }]),
    ...(endpoints.length === 0 ? [] : [{ ...section, title: `${section.title}, by endpoint`, detail: true, parts: partsOf(endpoints) }]),
  ]
}

/** Where the ratio of a change lies, such as `+8.0 % to +12 %`; `n/a` where that is not known. */
export function formatChangeInterval(interval: readonly [number, number] | null, isOfShares: boolean): string {
  return interval === null ? 'n/a' : interval.map((ratio) => formatChange(ratio - 1, isOfShares)).join(' to ')
}

/** The size of a change with where it was found, such as `+10 % at 1a2b3c4d5e6f`. */
export function nameChange({ unit }: FigureHistory, { ratio, at }: HistoryChange, points: readonly HistoryPoint[]): string {
  const { commit, startedAt } = points[at] ?? noPlace
  return `${ratio === null ? 'from 0' : formatChange(ratio - 1, unit === 'share')} at ${commit?.slice(0, 12) ?? startedAt}`
}

/** Names a point by its commit and day, or by the start of its result where there is no commit. */
export function namePoint({ commit, startedAt }: HistoryPoint): string {
  const day = startedAt.slice(0, 10)
  return commit === null ? startedAt : `${commit.slice(0, 12)} (${day})`
}

/** Stands for a missing point. */
export const noPlace: HistoryPoint = { commit: null, startedAt: '', runs: 0, tools: [] }
