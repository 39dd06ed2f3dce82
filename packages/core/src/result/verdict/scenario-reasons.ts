import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'
import { hasStarted } from './nothing-started.ts'
import type { Reason } from './verdict.ts'

/**
 * Collects the reasons of each scenario that started something; with several scenarios, each text begins with the name of its own.
 *
 * @param isJudged which scenarios to look at instead
 */
export function scenarioReasons(
  summary: TestSummary,
  judgeScenario: (scenario: ScenarioSummary) => readonly Reason[],
  isJudged: (scenario: ScenarioSummary) => boolean = hasStarted,
): readonly Reason[] {
  const isOnly = summary.scenarios.length === 1
  return summary.scenarios
    .filter(isJudged)
    .flatMap((scenario) =>
      judgeScenario(scenario).map((reason) => (isOnly ? reason : { ...reason, text: `${scenario.name}: ${reason.text}` })),
    )
}
