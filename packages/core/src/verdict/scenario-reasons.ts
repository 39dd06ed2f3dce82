import type { ScenarioSummary, TestSummary } from '../summary/summary.ts'
import type { Reason } from './verdict.ts'

/** Collects the reasons of each scenario; with several scenarios, each text begins with the name of its own. */
export function scenarioReasons(summary: TestSummary, judgeScenario: (scenario: ScenarioSummary) => readonly Reason[]): readonly Reason[] {
  const isOnly = summary.scenarios.length === 1
  return summary.scenarios.flatMap((scenario) =>
    judgeScenario(scenario).map((reason) => (isOnly ? reason : { ...reason, text: `${scenario.name}: ${reason.text}` })),
  )
}
