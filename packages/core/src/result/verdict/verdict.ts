/** How far a result can be believed. */
export type Level = 'valid' | 'suspect' | 'invalid'

/** Why a result is judged as it is; a `note` explains a figure and changes no level. */
export interface Reason {
  /** The rule's name in kebab-case, such as `queue-depth`. */
  readonly rule: string
  readonly level: 'note' | 'suspect' | 'invalid'
  /** A plain sentence with the figures that led to it. */
  readonly text: string
}

/** The judgement of one test: the worst level among its reasons. */
export interface Verdict {
  readonly level: Level
  readonly reasons: readonly Reason[]
}

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

/**
 * Judges a suite by its tests: the worst level, and every reason once.
 *
 * With several tests, a reason that does not hold for all of them begins with the names of those it holds for.
 *
 * @param names of the tests, in the order of `verdicts`; without them nothing is prefixed
 */
export function worstVerdict(verdicts: readonly Verdict[], names: readonly string[] = []): Verdict {
  const groups = new Map<string, { reason: Reason; tests: Set<number> }>()
  verdicts.forEach(({ reasons }, test) => {
    for (const reason of reasons) {
      const key = JSON.stringify([reason.rule, reason.level, reason.text])
      const group = groups.get(key) ?? { reason, tests: new Set() }
      group.tests.add(test)
      groups.set(key, group)
    }
  })
  const reasons = [...groups.values()].map(({ reason, tests }) => {
    const holders = tests.size === verdicts.length ? [] : [...tests].flatMap((test) => names[test] ?? [])
    return holders.length === 0 ? reason : { ...reason, text: `${holders.join(', ')}: ${reason.text}` }
  })
  return { level: worstLevel(reasons), reasons: reasons.toSorted(bySeverity) }
}
