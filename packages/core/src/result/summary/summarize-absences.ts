import { allWithin, type AbsenceSnapshot } from '../../measure/recorder/absence-recorder.ts'
import type { AbsenceSummary } from './summary.ts'

const microsecondsPerSecond = 1e6

/** What was seen of the target by the scenarios of a test, each on some threads. */
export interface SeenAbsences {
  /** Of all scenarios and threads. */
  readonly absences: readonly AbsenceSnapshot[]
  /** How many of them had connections: one for each scenario and thread. */
  readonly observers: number
  /** The seconds of the run phase of any scenario in which something came, by their start on the clock of the process. */
  readonly heardSeconds: readonly number[]
}

/**
 * Finds the times in which the target was away for everyone: those that the scenarios and threads saw at once, put together.
 *
 * A scenario that had no connection then saw nothing. Where some did not see it, whole seconds without any answer show that nobody was served.
 */
export function summarizeAbsences({ absences, observers, heardSeconds }: SeenAbsences, runStart: number): AbsenceSummary[] {
  const found: AbsenceSummary[] = []
  for (const together of groupAbsences(absences)) {
    const from = Math.min(...together.map((absence) => absence.from))
    const to = Math.min(...together.map((absence) => absence.to))
    if (to <= runStart || (together.length < observers && !isSilent(from, to, heardSeconds))) continue
    found.push({
      from: (from - runStart) / microsecondsPerSecond,
      to: to === Infinity ? null : (to - runStart) / microsecondsPerSecond,
      broken: sumOf(together, ({ broken }) => broken),
      refused: sumOf(together, ({ refused }) => refused),
    })
  }
  return found
}

// Those that began within a second of the first one, while it lasted.
function groupAbsences(absences: readonly AbsenceSnapshot[]): AbsenceSnapshot[][] {
  const groups: AbsenceSnapshot[][] = []
  for (const absence of absences.toSorted((a, b) => a.from - b.from)) {
    const group = groups.at(-1) ?? []
    const isOfGroup = absence.from - (group[0]?.from ?? -Infinity) <= allWithin && absence.from < Math.min(...group.map(({ to }) => to))
    if (isOfGroup) group.push(absence)
    else groups.push([absence])
  }
  return groups
}

function isSilent(from: number, to: number, heardSeconds: readonly number[]): boolean {
  // A whole second of any scenario lies within two.
  if (to - from < 2 * microsecondsPerSecond) return false
  return !heardSeconds.some((start) => start >= from && start + microsecondsPerSecond <= to)
}

function sumOf(absences: readonly AbsenceSnapshot[], read: (absence: AbsenceSnapshot) => number): number {
  return absences.reduce((sum, absence) => sum + read(absence), 0)
}
