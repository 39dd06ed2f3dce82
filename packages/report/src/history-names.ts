import type { FigureHistory, HistoryChange, HistoryPoint } from '@benchpress/core'
import { labelOf, nameOfPart } from './compared-results.ts'
import { formatChange } from './format/number.ts'

/** A commit as it is read, or when a result of none was begun. */
export function namePoint({ commit, startedAt }: HistoryPoint): string {
  const day = startedAt.slice(0, 10)
  return commit === null ? startedAt : `${commit.slice(0, 12)} (${day})`
}

/** A commit in a few digits, or when a result of none was begun. */
export function shortName({ commit, startedAt }: HistoryPoint): string {
  return commit?.slice(0, 12) ?? startedAt
}

/** Whether a figure is shown apart, as a detail. */
export function isOfEndpoint({ part }: FigureHistory): boolean {
  return part.kind === 'endpoint'
}

/** In place of a point that there is not. */
export const nowhere: HistoryPoint = { commit: null, startedAt: '', runs: 0, tools: [] }

/** The size of a change, such as `+10 %`. */
export function describeRatio({ unit }: FigureHistory, { ratio }: HistoryChange): string {
  return ratio === null ? 'from 0' : formatChange(ratio - 1, unit === 'share')
}

/** A figure with what it is of, such as `Latency 99% of reads`. */
export function nameFigure(figure: FigureHistory): string {
  return `${labelOf(figure)} of ${nameOfPart(figure.part) ?? ''}${figure.part.variant === 'default' ? '' : ` (${figure.part.variant})`}`
}
