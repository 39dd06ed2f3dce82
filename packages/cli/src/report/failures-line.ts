import { failedShare, outcomes } from '@benchpress/core'
import type { ScenarioSummary } from '@benchpress/core'
import { formatNumber } from '../format/format-number.ts'
import { formatShare } from '../format/format-share.ts'

/** Says how many requests ended how, where not all of them ended ok: `12 of 5,000 requests failed (0.24 %): 10 timeout, 2 reset`. */
export function failuresLine(scenario: ScenarioSummary): string | undefined {
  const { counts } = scenario
  const failures = outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'aborted' && counts.outcomes[outcome] > 0)
  if (failures.length === 0) return undefined
  const failed = failures.reduce((sum, outcome) => sum + counts.outcomes[outcome], 0)
  const parts = failures.map((outcome) => `${formatNumber(counts.outcomes[outcome])} ${outcome}`).join(', ')
  return `${formatNumber(failed)} of ${formatNumber(counts.started)} requests failed (${formatShare(failedShare(counts.outcomes))}): ${parts}`
}
