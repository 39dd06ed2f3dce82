import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'
import type { Reason } from './verdict.ts'

/**
 * Collects the reasons of each scenario that started a request; with several scenarios, each text begins with the name of its own.
 *
 * @param isJudged which scenarios to look at instead
 */
export function scenarioReasons(
  summary: TestSummary,
  judgeScenario: (scenario: ScenarioSummary) => readonly Reason[],
  isJudged: (scenario: ScenarioSummary) => boolean = ({ counts }) => counts.started > 0,
): readonly Reason[] {
  const isOnly = summary.scenarios.length === 1
  return summary.scenarios
    .filter(isJudged)
    .flatMap((scenario) =>
      judgeScenario(scenario).map((reason) => (isOnly ? reason : { ...reason, text: `${scenario.name}: ${reason.text}` })),
    )
}
