import { formatNumber } from './format-number.ts'

/** Writes calls per second: whole from 100 on, with three significant digits below, so that one call in minutes is not written as 0. */
export function formatCallRate(perSecond: number): string {
  return perSecond >= 100 ? formatNumber(Math.round(perSecond)) : String(Number(perSecond.toPrecision(3)))
}
