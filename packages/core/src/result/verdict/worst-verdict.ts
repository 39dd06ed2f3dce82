import { bySeverity, worstLevel } from './severity.ts'
import type { Reason, Verdict } from './verdict.ts'

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
