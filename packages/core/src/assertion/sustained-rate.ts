import type { ScenarioSummary, SecondSummary } from '../result/summary/summary.ts'
import { requestKinds } from '../result/verdict/plugin-requests.ts'

// A second that is a clock tick short is a full one.
const shortestFullSecond = 0.999
/** Standard deviations below what is asked for that chance alone explains in a second. */
const byChance = 3

/** How fast a scenario got on over its run phase. */
export interface SustainedRate {
  /** What is counted. */
  readonly unit: 'ok answers' | 'iterations'
  /** Mean over the run phase. */
  readonly perSecond: number
  /** How many were counted. */
  readonly count: number
  /** Seconds of the run phase, without a last part of one; 0 where it is not known what happened in each. */
  readonly fullSeconds: number
  /** Those in which fewer came than {@link leastInSecond} allows. */
  readonly shortSeconds: number
}

/** The fewest that may come in one second where so many come on average: three standard deviations less, as if each came by itself. */
export function leastInSecond(perSecond: number): number {
  return Math.max(0, perSecond - byChance * Math.sqrt(perSecond))
}

/**
 * Measures what a scenario did per second of its run phase: ok answers, over HTTP and to plugins, or iterations where it has journeys.
 *
 * Only what arrived in the run phase counts, so that a target which answers late does not look fast. An iteration is as many ok answers as
 * there were for each that completed, because it is known when answers came, and not when iterations ended.
 *
 * @param least the rate that is asked for, for the seconds that fall short of it
 */
export function measureRate(scenario: ScenarioSummary, least: number): SustainedRate {
  const { users, duration } = scenario
  const kinds = requestKinds(scenario).map(({ requests }) => requests)
  const completed = users !== null && users.journeys.length > 0 ? users.iterations.completed : undefined
  const ok = kinds.reduce((sum, { counts }) => sum + counts.outcomes.ok, 0)
  if (completed !== undefined && (completed === 0 || ok === 0)) {
    return { unit: 'iterations', perSecond: duration > 0 ? completed / duration : 0, count: completed, fullSeconds: 0, shortSeconds: 0 }
  }
  const answersEach = completed === undefined ? 1 : ok / completed
  const full = scenario.series.filter(({ length }) => length >= shortestFullSecond)
  const okIn = ({ at }: SecondSummary): number => kinds.reduce((sum, { series }) => sum + okResponses(series[at]), 0)
  return {
    unit: completed === undefined ? 'ok answers' : 'iterations',
    perSecond: kinds.reduce((sum, { throughput }) => sum + throughput.okPerSecond, 0) / answersEach,
    count: completed ?? ok,
    fullSeconds: full.length,
    shortSeconds: full.filter((second) => okIn(second) / answersEach < leastInSecond(least)).length,
  }
}

function okResponses(second: SecondSummary | undefined): number {
  return second === undefined ? 0 : Math.max(0, second.requests - second.failed)
}
