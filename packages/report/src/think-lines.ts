import { littlesLaw } from '@benchpress/core'
import type { ScenarioSummary, UsersSummary } from '@benchpress/core'
import { formatRate } from './format/format-rate.ts'
import { formatTime } from './format/format-time.ts'
import { plural } from './format/plural.ts'
import { formatChange } from './variants-section.ts'

/** Says of users who think how much longer that took than asked, and of a closed workload what it makes by Little's law. */
export function thinkLines(scenario: ScenarioSummary, { thinkOvershoot }: UsersSummary): readonly string[] {
  if (thinkOvershoot.count === 0) return []
  const law = littlesLaw(scenario)
  return [
    `Think times took ${formatTime(thinkOvershoot.mean)} longer than asked on average, at most ${formatTime(thinkOvershoot.max)}`,
    ...(law === null
      ? []
      : [
          `${plural(law.users, 'user')} x ${plural(law.requestsPerIteration, 'request')} in ${formatTime(law.iterationDuration)} make ${formatRate(law.predicted)} requests/s by Little's law; ${formatRate(law.measured)} were measured (${formatChange(law.residual)})`,
        ]),
  ]
}
