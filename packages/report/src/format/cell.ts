import type { ReportCell, ReportCondition, ReportFigure } from '@benchpress/core/report'
import { formatNumber } from './number.ts'

const caveats = { few: '~', 'lower-bound': '>= ' } as const
const signs = { yes: '✓', no: '✗', unknown: '?' } as const

/** Writes a cell as text, with the marks of its figure: `~42 ms (38 ms to 51 ms)`, `>= 4.02 s`, `✓ http_failed`. */
export function drawCell(cell: ReportCell): string {
  if (typeof cell === 'string') return cell
  if ('condition' in cell) return `${signOf(cell)} ${cell.condition}`
  const { figure, caveat, interval } = cell
  return `${caveat === undefined ? '' : caveats[caveat]}${figure}${interval === undefined ? '' : ` (${interval})`}`
}

/** The sign before a condition: `✓` where it holds, `✗` where it does not, `?` where that is unknown. */
export function signOf({ holds }: ReportCondition): string {
  return signs[holds]
}

/** A cell of a number and its text; the number sorts the table, and `null` is written as `n/a`. */
export function numberCell(value: number | null, format: (value: number) => string = formatNumber): ReportFigure {
  return value === null ? { figure: 'n/a' } : { figure: format(value), value }
}

/** Explains the caveats and intervals of figures as {@link drawCell} writes them; no line where there are none. */
export function explainFigures(figures: readonly ReportFigure[]): readonly string[] {
  const ofSeconds = figures.flatMap(({ samples }) => (samples?.of === 'seconds' ? samples : []))
  const ofTimes = fewTimes(figures)
  return [
    ...(ofTimes.length === 0 ? [] : [`~ Too few samples to judge by${describeFewest(ofTimes)}.`]),
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
export function fewTimes(figures: readonly ReportFigure[]): readonly ReportFigure[] {
  return figures.filter(({ caveat, samples }) => caveat === 'few' && samples?.of === undefined)
}

// The percentile that lacks the fewest samples is enough: the seconds are few, not the requests in them.
function describeSeconds(few: readonly NonNullable<ReportFigure['samples']>[]): readonly string[] {
  const [least] = few.toSorted((a, b) => a.needed - b.needed)
  if (least === undefined) return []
  const had = few.map((samples) => samples.had)
  const [fewest, most] = [Math.min(...had), Math.max(...had)].map(formatNumber)
  const seconds = fewest === most ? fewest : `${fewest} to ${most}`
  return [
    `~ Too few seconds to judge by: Req/Sec and Bytes/Sec have ${seconds}, and their ${least.percentile}% needs ${formatNumber(least.needed)}.`,
  ]
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
    return `${percentile}% ${index === 0 ? `has ${range} of the` : `${range} of`} ${formatNumber(needed)}${index === 0 ? ' it needs' : ''}`
  })
  const more = fewest.length - named.length
  return named.length === 0 ? '' : `: ${named.join(', ')}${more === 0 ? '' : `, and ${more} more`}`
}
