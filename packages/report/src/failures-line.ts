import { failedShare, formatShare, outcomes } from '@benchpress/core'
import type { ScenarioSummary } from '@benchpress/core'
import { formatNumber } from './format/format-number.ts'
import { pluginFailures } from './plugin-requests.ts'
import { plural } from './format/plural.ts'

/** Says how many requests ended how, where not all of them ended ok: `12 of 5,000 requests failed (0.24 %): 10 timeout, 2 reset`; those of plugins behind it. */
export function failuresLine(scenario: ScenarioSummary): string | undefined {
  const failures = [...httpFailures(scenario), ...pluginFailures(scenario)]
  return failures.length === 0 ? undefined : failures.join('; ')
}

function httpFailures({ counts }: ScenarioSummary): readonly string[] {
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && counts.outcomes[outcome] > 0)
  if (failures.length === 0) return []
  const failed = failures.reduce((sum, outcome) => sum + counts.outcomes[outcome], 0)
  const parts = failures.map((outcome) => `${formatNumber(counts.outcomes[outcome])} ${outcome}`).join(', ')
  return [`${formatNumber(failed)} of ${plural(counts.started, 'request')} failed (${formatShare(failedShare(counts.outcomes))}): ${parts}`]
}
