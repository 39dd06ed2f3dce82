import { formatNumber } from './format-number.ts'

/** Writes events per second: whole from 100 on, with two decimals below; `null` is `n/a`. */
export function formatRate(perSecond: number | null): string {
  return formatNumber(perSecond !== null && perSecond >= 100 ? Math.round(perSecond) : perSecond)
}
