import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'
import type { Reason } from './verdict.ts'

/** Looks at one aspect of a summary; pure, never throws, and returns nothing when there is nothing to say. */
export type Rule = (summary: TestSummary) => readonly Reason[]

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

/** Whether a request or an iteration of the run phase was started; a journey need not send a request. */
export function hasStarted({ counts, users }: ScenarioSummary): boolean {
  return counts.started > 0 || (users !== null && users.iterations.started > 0)
}

/** Whether nothing of a run phase was started, or nothing is known of it: then there are no figures to judge. */
export function isNothingStarted({ scenarios }: TestSummary): boolean {
  return !scenarios.some(hasStarted)
}
