import type { ScenarioSummary, SecondSummary } from '@benchpress/core'

// A second that is a clock tick short is a full one.
const shortestFullSecond = 0.999

/** The seconds of a run that are full; what happened in part of a second is no rate per second. */
export function fullSeconds(scenario: ScenarioSummary): readonly SecondSummary[] {
  return scenario.series.filter((second) => second.length >= shortestFullSecond)
}

/** How many seconds at the end of a run are left out by {@link fullSeconds}. */
export function leftOutSeconds(scenario: ScenarioSummary): number {
  return scenario.series.reduce((sum, second) => (second.length >= shortestFullSecond ? sum : sum + second.length), 0)
}
