import { formatBytes, formatChange, formatNumber, formatShare, formatTime, isLowerBound, type ReportCell } from '@benchpress/core/report'
import type { DocumentedUnit, Measured, Published } from '@benchpress/core/preset'
import { figureCell, formatExactly, numberCell, spreadCell, spreadOf } from '../../format/cell.ts'

const formats: Readonly<Record<DocumentedUnit, (value: number) => string>> = {
  // The mean of several runs is written whole, too.
  count: (count) => formatNumber(Math.round(count)),
  number: formatNumber,
  time: formatTime,
  'per second': formatNumber,
  share: formatShare,
  bytes: formatBytes,
  change: formatChange,
}

// As in `24.77 ms`: a published number keeps its digits.
const exact: Partial<typeof formats> = {
  count: formatExactly,
  number: formatExactly,
  'per second': formatExactly,
  time: (value) => `${formatExactly(value)} ms`,
  share: (value) => `${formatExactly(value * 100)} %`,
}

/** A published figure as it was published; several runs by their mean, lowest and highest. */
export function publishedCell(published: Published, unit: DocumentedUnit): ReportCell {
  if (typeof published === 'string') return published
  if (typeof published === 'number') return numberCell(published, exact[unit] ?? formats[unit])
  return spreadCell(spreadOf(published), formats[unit])
}

/** A figure measured in one run, with its caveats, or in several, by their mean, lowest and highest; empty where no run has a value. */
export function measuredCell(values: readonly Measured[], unit: DocumentedUnit): ReportCell {
  const [first, ...others] = values.filter((value) => value !== undefined)
  if (first === undefined) return ''
  if (others.length === 0) return cellOfOne(first, unit)
  const isShare = [first, ...others].some((value) => typeof value === 'object' && value !== null && 'part' in value)
  return spreadCell(spreadOf([first, ...others].map(numberOf)), formats[isShare ? 'share' : unit])
}

function cellOfOne(value: Exclude<Measured, undefined>, unit: DocumentedUnit): ReportCell {
  if (value === null || typeof value === 'number') return numberCell(value, formats[unit])
  if ('times' in value) return figureCell(value.times, value.figure, formats[unit])
  if ('missing' in value) return numberCell(null)
  if ('count' in value) return numberCell(value.count, (count) => `${formatNumber(count)}, ${formatNumber(value.perSecond)}/s`)
  const { part, of } = value
  const parts = `(${formatNumber(part)} of ${formatNumber(of)})`
  return of === 0 ? '0 of 0' : numberCell(part / of, (share) => `${formatShare(share)} ${parts}`)
}

/** The number of a measured figure; `null` where it is unknown or only a lower bound. */
export function numberOf(value: Measured): number | null {
  if (value === undefined || value === null || typeof value === 'number') return value ?? null
  if ('times' in value) return isLowerBound(value.times, value.figure) ? null : value.times[value.figure]
  if ('count' in value) return value.count
  return 'missing' in value || value.of === 0 ? null : value.part / value.of
}
