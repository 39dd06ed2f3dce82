import type { FigureComparison } from '../result/compare/compare-results.ts'
import { judgeInterval, type JudgedRegression } from '../result/compare/judge-regression.ts'

/**
 * Says whether a figure is worse by more than its margin: `regressed` where all of its interval lies beyond, `held` where none of it does, on the good side at any
 * distance, and else `undecided`. Pure.
 *
 * So a change that is certain and smaller than the margin is no regression, however widely the runs are spread. A figure that some run cannot tell is undecided.
 */
export function judgeTolerance(figure: FigureComparison): JudgedRegression['outcome'] {
  const { answer, better, margin, unit, base, head } = figure
  if (answer === 'equivalent' || answer === 'better') return 'held'
  if ([...base, ...head].includes(null)) return 'undecided'
  const lowest = unit === 'share' ? 1 - margin : 1 / (1 + margin)
  return judgeInterval(better === 'low' ? { operator: '>', limit: 1 + margin } : { operator: '<', limit: lowest }, figure).outcome
}
