import { outcomes, sumOutcomes } from '../../metrics/outcome.ts'
import type { Counts, TestSummary } from '../../summary/summary.ts'
import { formatCount } from '../figures.ts'
import type { Reason } from '../verdict.ts'

/**
 * Every request is counted once: `scheduled = started + dropped`, `started = sum of outcomes`, for each phase of each scenario and for
 * each worker, and the workers add up to the scenarios.
 */
export function identity(summary: TestSummary): readonly Reason[] {
  const { scenarios, generator } = summary
  const texts = [
    ...scenarios.flatMap(({ name, counts }) => checkCounts(name, counts)),
    ...scenarios.flatMap(({ name, warmup }) => (warmup === null ? [] : checkCounts(`${name}, warm-up`, warmup.counts))),
    ...generator.threads.flatMap(({ worker, counts }) => checkCounts(`worker ${worker}`, counts)),
    ...checkSums(
      generator.threads.map(({ counts }) => counts),
      scenarios.map(({ counts }) => counts),
    ),
  ]
  return texts.map((text) => ({ rule: 'identity', level: 'invalid', text }))
}

function checkCounts(subject: string, { scheduled, started, dropped, outcomes: ended }: Counts): string[] {
  const texts: string[] = []
  if (scheduled !== started + dropped) {
    texts.push(`${subject}: scheduled ${formatCount(scheduled)}, but started and dropped are ${compare(started + dropped, scheduled)}`)
  }
  const sum = sumOutcomes(ended)
  if (started !== sum) texts.push(`${subject}: started ${formatCount(started)}, but the outcomes add up to ${compare(sum, started)}`)
  return texts
}

function checkSums(workers: readonly Counts[], scenarios: readonly Counts[]): string[] {
  const byWorker = addUp(workers)
  const byScenario = addUp(scenarios)
  return [...byScenario].flatMap(([kind, total]) => {
    const sum = byWorker.get(kind) ?? 0
    return sum === total ? [] : [`${kind}: ${formatCount(total)} over all scenarios, but the workers add up to ${compare(sum, total)}`]
  })
}

function addUp(all: readonly Counts[]): ReadonlyMap<string, number> {
  const sum = (read: (counts: Counts) => number): number => all.reduce((total, counts) => total + read(counts), 0)
  return new Map([
    ['scheduled', sum((counts) => counts.scheduled)],
    ['started', sum((counts) => counts.started)],
    ['dropped', sum((counts) => counts.dropped)],
    ...outcomes.map((outcome) => [outcome, sum((counts) => counts.outcomes[outcome])] as const),
  ])
}

function compare(found: number, expected: number): string {
  const difference = formatCount(Math.abs(found - expected))
  return `${formatCount(found)}, ${difference} too ${found > expected ? 'many' : 'few'}`
}
