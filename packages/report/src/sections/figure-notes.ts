import { formatNumber, type ReportFigure, type ReportText } from '@benchpress/core/report'
import { type DocumentPart, type DocumentSection, sectionsOn, type Medium } from '../render/report-document.ts'

/** The section that explains the marks of the figures shown on a medium; without lines where no figure has a mark. */
export function figureNotes(medium: Medium, sections: readonly DocumentSection[]): DocumentSection {
  return { title: '', on: medium, parts: [{ lines: explainFigures(figuresOn(medium, sections)), as: 'paragraphs' }] }
}

/** Whether figures on a terminal have a mark for too few timed samples. */
export function areTimesFew(sections: readonly DocumentSection[]): boolean {
  return fewTimes(figuresOn('terminal', sections)).length > 0
}

function figuresOn(medium: Medium, sections: readonly DocumentSection[]): readonly ReportFigure[] {
  return sectionsOn(medium, sections).flatMap(({ parts }) => parts.flatMap(figuresIn))
}

function figuresIn(part: DocumentPart): readonly ReportFigure[] {
  const rows: readonly ReportText[] = 'head' in part ? part.rows : 'lines' in part ? part.lines : []
  return rows.flatMap((row) =>
    typeof row === 'string' ? [] : row.filter((cell): cell is ReportFigure => typeof cell !== 'string' && 'figure' in cell),
  )
}

/** Explains the caveats and intervals of figures as {@link drawCell} writes them; no line where there are none. */
export function explainFigures(figures: readonly ReportFigure[]): readonly string[] {
  const ofSeconds = figures.flatMap(({ samples }) => (samples?.of === 'seconds' ? samples : []))
  const ofTimes = fewTimes(figures)
  return [
    ...(ofTimes.length === 0 ? [] : [`~ Imprecise: ${describeFewest(ofTimes)}.`]),
    ...describeSeconds(ofSeconds),
    ...(figures.some(({ caveat }) => caveat === 'lower-bound')
      ? ['>= A lower bound: requests were cut off, and what they would have taken is not known.']
      : []),
    ...(figures.some(({ interval }) => interval !== undefined)
      ? ['In brackets: where the true percentile lies with a confidence of 95 %, if samples are independent.']
      : []),
  ]
}

/** The figures that have too few samples of what was timed, rather than too few seconds. */
function fewTimes(figures: readonly ReportFigure[]): readonly ReportFigure[] {
  return figures.filter(({ caveat, samples }) => caveat === 'few' && samples?.of === undefined)
}

// The percentile that lacks the fewest samples is enough: the seconds are few, not the requests in them.
function describeSeconds(few: readonly NonNullable<ReportFigure['samples']>[]): readonly string[] {
  const [least] = few.toSorted((a, b) => a.needed - b.needed)
  if (least === undefined) return []
  const had = few.map((samples) => samples.had)
  const [fewest, most] = [Math.min(...had), Math.max(...had)].map(formatNumber)
  const seconds = fewest === most ? fewest : `${fewest} to ${most}`
  return [`~ Imprecise: Req/Sec and Bytes/Sec have ${seconds} s, and their ${least.percentile}% needs ${formatNumber(least.needed)} s.`]
}

// The percentiles that lack the most samples, as there may be many endpoints.
const mostNamed = 3

function describeFewest(figures: readonly ReportFigure[]): string {
  const known = figures.flatMap(({ samples }) => samples ?? [])
  const fewest = [...Map.groupBy(known, ({ percentile }) => percentile)]
    .map(([percentile, all]) => ({ percentile, needed: all[0]?.needed ?? 0, had: all.map(({ had }) => had) }))
    .toSorted((a, b) => a.needed - b.needed || a.percentile - b.percentile)
  const named = fewest.slice(0, mostNamed).map(({ percentile, needed, had }, index) => {
    const [least, most] = [Math.min(...had), Math.max(...had)].map(formatNumber)
    const range = least === most ? least : `${least} to ${most}`
    return `${percentile}% ${index === 0 ? `has ${range} of the` : `${range} of`} ${formatNumber(needed)}${index === 0 ? ' samples it needs' : ''}`
  })
  const more = fewest.length - named.length
  return named.length === 0 ? 'too few samples' : `${named.join(', ')}${more === 0 ? '' : `, and ${more} more`}`
}
