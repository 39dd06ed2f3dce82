import type { SearchPlan } from '@benchpress/core'
import { formatLength, formatNumber, formatShare, plural } from '@benchpress/core/report'

/** Describes a planned search: its first rate, its range, the most steps and their length. */
export function describeSearchPlan(plan: SearchPlan): readonly string[] {
  const { scenario, slo, start, least, most, tolerance, confirmation } = plan
  const confirmed = confirmation === null ? '' : `, in a run of ${formatLength(confirmation)}`
  return [
    'its first step is what stands above',
    `what must hold: ${slo.join(', ')}`,
    `the rate of ${scenario}: ${sayRate(start)} first, doubled until a step fails, or halved until one passes`,
    `within ${sayRate(least)} and ${sayRate(most)}`,
    `then between the two, until they are ${formatShare(tolerance)} apart; the one that fails is run again, and the one that passes is confirmed${confirmed}`,
    describeSearchLength(plan),
  ]
}

/** Describes the most steps of a search and their length, as far as it is known: a step may need more time for its percentiles. */
export function describeSearchLength({ step, confirmation, gracefulStop, mostSteps }: SearchPlan): string {
  const most = `at most ${plural(mostSteps, 'step')}`
  if (step === null || confirmation === null) return `${most}, each as long as the count that ends it takes`
  const rest = gracefulStop > 0 ? `, and up to ${formatLength(gracefulStop)} after each for what is under way` : ''
  const whole = formatLength((confirmation + gracefulStop) * mostSteps)
  return `${most} of ${formatLength(step)}, or ${formatLength(confirmation)} to confirm a rate${rest}: no longer than ${whole}, unless percentiles need longer steps`
}

function sayRate(perSecond: number): string {
  return `${formatNumber(perSecond)}/s`
}
