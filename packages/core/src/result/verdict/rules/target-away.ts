import type { AbsenceSummary, TestSummary } from '../../summary/summary.ts'
import { formatNumberOf, formatSeconds } from '../figures.ts'
import type { Reason } from '../verdict.ts'

const mostNamed = 3

/** The target was away for everyone at once, as one is that is restarted: what failed then says nothing of the load. */
export function targetAway({ absences }: TestSummary): readonly Reason[] {
  const named = absences
    .slice(0, mostNamed)
    .map((absence): Reason => ({ rule: 'target-away', level: 'note', text: describeAbsence(absence) }))
  const others = absences.length - named.length
  if (others === 0) return named
  return [
    ...named,
    { rule: 'target-away', level: 'note', text: `the target was away ${formatNumberOf(others, 'more time', 'more times')}` },
  ]
}

function describeAbsence({ from, to, broken, refused }: AbsenceSummary): string {
  const when = to === null ? `from ${formatSeconds(from)} on` : `from ${formatSeconds(from)} to ${formatSeconds(to)}`
  const connections = broken === 0 ? [] : [`${formatNumberOf(broken, 'connection was', 'connections were')} broken within a second`]
  const attempts =
    refused === 0 ? [] : [`${formatNumberOf(refused, 'attempt', 'attempts')} to connect ${refused === 1 ? 'was' : 'were'} refused`]
  return `the target was away ${when}, seen by everyone at once: ${[...connections, ...attempts].join(', ')}`
}
