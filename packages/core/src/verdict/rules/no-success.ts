import { outcomes } from '../../metrics/outcome.ts'
import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import { hintFor } from '../reason-hint.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import type { Reason } from '../verdict.ts'

/** Without one `ok` answer nothing was measured but failures. What an interruption kept from starting did not fail. */
export function noSuccess(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(
    summary,
    (scenario) => (scenario.counts.outcomes.ok > 0 ? [] : [{ rule: 'no-success', level: 'invalid', text: describe(scenario) }]),
    ({ counts }) => counts.started > 0 || summary.interrupted === null,
  )
}

function describe({ counts, errors }: ScenarioSummary): string {
  if (counts.started === 0) return 'no request was started'
  const ended = outcomes
    .filter((outcome) => counts.outcomes[outcome] > 0)
    .map((outcome) => `${formatCount(counts.outcomes[outcome])} ${outcome}`)
  const error = errors.find(({ outcome }) => outcome !== 'aborted')
  const reason = error === undefined ? '' : `, with reasons such as ${error.reason}${hintFor([error])}`
  return `not one of ${formatCount(counts.started)} requests ended ok: ${ended.join(', ')}${reason}`
}
