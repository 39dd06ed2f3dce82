import { formatMilliseconds, formatRough, formatShare } from '../../../base/units/format.ts'
import type { MachineSummary } from '../../summary/machine-summary.ts'
import type { TestSummary } from '../../summary/test-summary.ts'
import { describeMoment, lengthOfRun } from '../stretches.ts'
import type { Reason } from '../verdict.ts'

/**
 * Milliseconds between the planned start and that of a machine's last worker, above which a note names it.
 *
 * Machines that hear the order in time start within a few milliseconds of it, which is what waking a thread takes on a machine that is not idle.
 */
export const notableStart = 10

/**
 * The same as a share of the run phase, above which the result is suspect.
 *
 * With more than one in a hundred the load was that much smaller at its beginning, or came later: p99 is that of another schedule.
 */
export const distortingStart = 0.01

/** A machine that was lost took all that it did since its last report with it. */
export function lostAgent(summary: TestSummary): readonly Reason[] {
  return (summary.machines ?? []).flatMap(({ name, lost }) => {
    if (lost === null) return []
    const missing =
      lost.knownUntil === null
        ? 'none of its figures are known'
        : `its figures are missing from ${formatRough(Math.max(0, lost.knownUntil))} s on`
    return [
      { rule: 'lost-agent', level: 'invalid', text: `${name} was lost ${describeMoment(lost.at, summary)} (${lost.reason}): ${missing}` },
    ]
  })
}

/** A machine that started later than the others, by more than its clock may be wrong. */
export function lateMachine(summary: TestSummary): readonly Reason[] {
  return (summary.machines ?? []).flatMap((machine) => {
    const late = latenessOf(machine)
    if (late <= notableStart) return []
    const share = late / 1000 / lengthOfRun(summary)
    const text = `${machine.name} started ${formatMilliseconds(late)} late, ${formatShare(Math.min(1, share))} of the run phase: until then its share of the load was missing`
    return [{ rule: 'late-machine', level: share > distortingStart ? 'suspect' : 'note', text }]
  })
}

function latenessOf({ start, clock }: MachineSummary): number {
  return start === null ? 0 : start.last - clock.error
}
