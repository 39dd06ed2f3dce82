import type { FieldsProblem } from '../check-together.ts'

/** A workload ends by its duration or by a count, not by both. */
export function findEndProblems(fields: Readonly<Record<string, unknown>>, count: 'requests' | 'iterations'): readonly FieldsProblem[] {
  if (fields['duration'] === undefined || fields[count] === undefined) return []
  return [{ message: `duration and ${count} cannot be given together`, hint: 'either one ends the workload' }]
}
