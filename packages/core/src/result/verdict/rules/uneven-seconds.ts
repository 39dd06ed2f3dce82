import type { ScenarioSummary, TestSummary } from '../../summary/summary.ts'
import { fullSecond, leastUneven, unevenChance, unevenSecond, unevenTurns } from '../cut-offs.ts'
import { formatCount } from '../figures.ts'
import { steadySpan } from '../planned-load.ts'
import { requestKinds } from '../plugin-requests.ts'
import { scenarioReasons } from '../scenario-reasons.ts'
import { median } from '../stationarity.ts'
import type { Reason } from '../verdict.ts'

/**
 * A load that was planned to stay the same, and whose seconds have nothing in common: the mean is that of seconds of different kinds.
 *
 * Seconds differ by chance, and where one iteration takes long or is planned to come with others they differ by the plan: those are left out.
 */
export function unevenSeconds(summary: TestSummary): readonly Reason[] {
  return scenarioReasons(summary, (scenario) => {
    if (hasLongTurns(scenario)) return []
    const counts = steadyCounts(scenario)
    if (counts.length < leastUneven) return []
    const [typical, lowest, highest] = [median(counts), Math.min(...counts), Math.max(...counts)]
    const chance = unevenChance * Math.sqrt(typical)
    const isLow = lowest < typical * unevenSecond && typical - lowest > chance
    const isHigh = highest * unevenSecond > typical && highest - typical > chance
    if (!isLow && !isHigh) return []
    const range = `${formatCount(lowest)} to ${formatCount(highest)} responses, with a median of ${formatCount(typical)}`
    const text = `its seconds range from ${range}: something stood still or changed meanwhile, and the mean is of both`
    return [{ rule: 'uneven-seconds', level: 'suspect', text }]
  })
}

// Whatever users ask for, over HTTP or by plugins: what one kind has less of may be what another has more of.
function steadyCounts(scenario: ScenarioSummary): readonly number[] {
  const { start, end } = steadySpan(scenario.workload)
  const counts = new Map<number, number>()
  for (const { at, length, requests } of requestKinds(scenario).flatMap((kind) => kind.requests.series)) {
    if (length >= fullSecond && at >= start && at + length <= end) counts.set(at, (counts.get(at) ?? 0) + requests)
  }
  return [...counts.values()]
}

function hasLongTurns(scenario: ScenarioSummary): boolean {
  const { workload, users } = scenario
  if (workload.kind === 'batch') return true
  // Where no iteration ended, as those of subscribers, one is longer than the run.
  const iteration = users === null ? 0 : (users.iterationDuration.p50 ?? Infinity)
  const [most] = requestKinds(scenario).toSorted((a, b) => b.requests.responseTime.count - a.requests.responseTime.count)
  return Math.max(most?.requests.responseTime.p50 ?? Infinity, iteration) * unevenTurns > 1000
}
