import type { Level, Reason } from './verdict.ts'

const severities: Readonly<Record<Reason['level'], number>> = { note: 0, suspect: 1, invalid: 2 }

/** The worst level among reasons; notes leave a result valid. */
export function worstLevel(reasons: readonly Reason[]): Level {
  if (reasons.some(({ level }) => level === 'invalid')) return 'invalid'
  return reasons.some(({ level }) => level === 'suspect') ? 'suspect' : 'valid'
}

/** Compares two reasons, the worse one first. */
export function bySeverity(a: Reason, b: Reason): number {
  return severities[b.level] - severities[a.level]
}
