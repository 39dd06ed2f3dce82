import type { IterationCounts, ScenarioSummary, UsersSummary } from '../summary/summary.ts'
import { compareCounts } from './compare-counts.ts'
import { formatCount, formatNumberOf } from './figures.ts'

type Feed = UsersSummary['feeds'][number]

/**
 * Checks what users did against itself; says what is missing or counted twice.
 *
 * Iterations of each phase and of each journey: `scheduled = started + dropped`, `started = completed + failed + aborted`, and the journeys
 * add up to the run phase. Users: `created = completed + failed + aborted`. Feeds: no row twice,
 * and no more than there are.
 */
export function checkUsers({ name: scenario, users }: ScenarioSummary): string[] {
  if (users === null) return []
  const { iterations, warmupIterations, journeys, feeds } = users
  return [
    ...checkIterations(scenario, iterations),
    ...(warmupIterations === null ? [] : checkIterations(`${scenario}, warm-up`, warmupIterations)),
    ...journeys.flatMap((journey) => checkIterations(`${scenario}, journey ${journey.name}`, journey.iterations)),
    ...checkJourneys(scenario, users),
    ...checkEnds(`${scenario}: users created`, users.created, users),
    ...feeds.flatMap((feed) => checkFeed(scenario, feed)),
  ]
}

function checkIterations(subject: string, counts: IterationCounts): string[] {
  const { scheduled, started, dropped } = counts
  const ends = checkEnds(`${subject}: iterations started`, started, counts)
  if (scheduled === started + dropped) return ends
  const found = compareCounts(started + dropped, scheduled)
  return [`${subject}: iterations scheduled ${formatCount(scheduled)}, but started and dropped are ${found}`, ...ends]
}

function checkEnds(subject: string, begun: number, ends: Pick<UsersSummary, 'completed' | 'failed' | 'aborted'>): string[] {
  const sum = ends.completed + ends.failed + ends.aborted
  return begun === sum ? [] : [`${subject} ${formatCount(begun)}, but completed, failed and aborted are ${compareCounts(sum, begun)}`]
}

/** Requests belong to no journey; where there is one, every iteration is one of a journey. */
function checkJourneys(scenario: string, { journeys, iterations }: UsersSummary): string[] {
  if (journeys.length === 0) return []
  return (['started', 'dropped'] as const).flatMap((kind) => {
    const sum = journeys.reduce((total, journey) => total + journey.iterations[kind], 0)
    if (sum === iterations[kind]) return []
    return [
      `${scenario}: iterations ${kind} ${formatCount(iterations[kind])}, but the journeys add up to ${compareCounts(sum, iterations[kind])}`,
    ]
  })
}

function checkFeed(scenario: string, { name, rows, used, duplicates }: Feed): string[] {
  const texts: string[] = []
  if (duplicates > 0) texts.push(`${scenario}: feed ${name} handed out ${formatCount(duplicates)} of its rows more than once`)
  if (used > rows) texts.push(`${scenario}: feed ${name} has ${formatNumberOf(rows, 'row')}, but ${formatCount(used)} were handed out`)
  return texts
}
