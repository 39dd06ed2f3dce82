/** How far a result can be believed. */
export type Level = 'valid' | 'suspect' | 'invalid'

/** One reason for a verdict; a `note` explains a figure and changes no level. */
export interface Reason {
  /** Name of the rule in kebab-case, such as `queue-depth`. */
  readonly rule: string
  /** A `note` explains a figure and changes no level. */
  readonly level: 'note' | 'suspect' | 'invalid'
  /** A plain sentence with the figures that led to it. */
  readonly text: string
}

/** The verdict on one test, whose level is the worst of its reasons. */
export interface Verdict {
  /** How far the result can be believed. */
  readonly level: Level
  /** The reasons of the verdict. */
  readonly reasons: readonly Reason[]
}

/** What a test can be limited by; `CPUs` where they were used up, and not by the target alone. */
export type Limit =
  | 'nothing'
  | 'generator'
  | 'target'
  | 'errors'
  | 'planned rate'
  | 'think time'
  | 'events'
  | 'other processes'
  | 'CPUs'
  | 'target CPU'
  | 'target or network'
  | 'connection limit'
  | 'concurrency'

/** What kept the throughput of one test from being higher. */
export interface LimitedBy {
  /** The limit in a word or two; with several scenarios, that of the first. */
  readonly by: Limit
  /** The limit as a sentence, such as `planned rate: 200/s was asked for and started; the target was not the limit`. */
  readonly text: string
}

/** Makes a limit from its name and an explanation. */
export function limit(by: Limit, explanation: string): LimitedBy {
  return { by, text: `${by}: ${explanation}` }
}

const severities: Readonly<Record<Reason['level'], number>> = { note: 0, suspect: 1, invalid: 2 }

/** The verdict by some reasons: the worst of their levels, and the worst reasons first. Notes leave a result valid. */
export function verdictOf(reasons: readonly Reason[]): Verdict {
  const sorted = reasons.toSorted((a, b) => severities[b.level] - severities[a.level])
  const worst = sorted[0]?.level ?? 'note'
  return { level: worst === 'note' ? 'valid' : worst, reasons: sorted }
}

/**
 * Combines the verdicts of tests: the worst level, and every reason once.
 *
 * With several tests, a reason that does not apply to all of them begins with the names of the tests that it applies to.
 *
 * @param nameOf returns the name of a test; without it nothing is prefixed
 */
export function worstVerdict<Test extends { readonly verdict: Verdict }>(all: readonly Test[], nameOf?: (test: Test) => string): Verdict {
  const found = all.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  const alike = Map.groupBy(found, ({ reason: { rule, level, text } }) => JSON.stringify([rule, level, text]))
  const reasons = [...alike.values()].flatMap((group) => {
    const tests = [...new Set(group.map(({ test }) => test))]
    const names = nameOf === undefined || tests.length === all.length ? '' : `${tests.map(nameOf).join(', ')}: `
    return group.slice(0, 1).map(({ reason }): Reason => ({ ...reason, text: `${names}${reason.text}` }))
  })
  return verdictOf(reasons)
}
