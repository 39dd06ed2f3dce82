import type { ScenarioSummary } from '../summary/scenario-summary.ts'
import type { TestSummary } from '../summary/test-summary.ts'

/** How far a result can be believed. */
export type Level = 'valid' | 'suspect' | 'invalid'

/** Why a result is judged as it is; a `note` explains a figure and changes no level. */
export interface Reason {
  /** The rule's name in kebab-case, such as `queue-depth`. */
  readonly rule: string
  /** A `note` explains a figure and changes no level. */
  readonly level: 'note' | 'suspect' | 'invalid'
  /** A plain sentence with the figures that led to it. */
  readonly text: string
}

/** The judgement of one test: the worst level among its reasons. */
export interface Verdict {
  /** How far the result can be believed. */
  readonly level: Level
  /** Why it is judged as it is. */
  readonly reasons: readonly Reason[]
}

/** What a test can be limited by; the last three are of a test of functions. */
export type Limit =
  | 'nothing'
  | 'generator'
  | 'target'
  | 'errors'
  | 'planned rate'
  | 'think time'
  | 'events'
  | 'other processes'
  | 'target CPU'
  | 'target or network'
  | 'connection limit'
  | 'concurrency'
  | 'CPUs'
  | 'other processes or waiting'
  | 'functions'

/** What kept the throughput of one test from being higher. */
export interface LimitedBy {
  /** In a word or two; of several scenarios that of the first. */
  readonly by: Limit
  /** The limit as a sentence, such as `planned rate: 200/s was asked for and started; the target was not the limit`. */
  readonly text: string
}

/** What limited a test, with a sentence that names it before it explains it. */
export function limit(by: Limit, explanation: string): LimitedBy {
  return { by, text: `${by}: ${explanation}` }
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
 * @param nameOf names a test; without it nothing is prefixed
 */
export function worstVerdict<Test extends { readonly verdict: Verdict }>(all: readonly Test[], nameOf?: (test: Test) => string): Verdict {
  const found = all.flatMap((test) => test.verdict.reasons.map((reason) => ({ test, reason })))
  const alike = Map.groupBy(found, ({ reason: { rule, level, text } }) => JSON.stringify([rule, level, text]))
  const reasons = [...alike.values()].flatMap((group) => {
    const tests = [...new Set(group.map(({ test }) => test))]
    const names = nameOf === undefined || tests.length === all.length ? '' : `${tests.map(nameOf).join(', ')}: `
    return group.slice(0, 1).map(({ reason }): Reason => ({ ...reason, text: `${names}${reason.text}` }))
  })
  return { level: worstLevel(reasons), reasons: reasons.toSorted(bySeverity) }
}

/** Looks at one aspect of a summary; pure, never throws, and returns nothing when there is nothing to say. */
export type Rule = (summary: TestSummary) => readonly Reason[]

/**
 * Collects the reasons of each scenario that started something; with several scenarios, each text begins with the name of its own.
 *
 * @param isJudged which scenarios to look at instead
 */
export function scenarioReasons(
  summary: TestSummary,
  judgeScenario: (scenario: ScenarioSummary) => readonly Reason[],
  isJudged: (scenario: ScenarioSummary) => boolean = hasStarted,
): readonly Reason[] {
  const isOnly = summary.scenarios.length === 1
  return summary.scenarios
    .filter(isJudged)
    .flatMap((scenario) =>
      judgeScenario(scenario).map((reason) => (isOnly ? reason : { ...reason, text: `${scenario.name}: ${reason.text}` })),
    )
}

/** Whether a request or an iteration of the run phase was started; a journey need not send a request. */
export function hasStarted({ counts, users }: ScenarioSummary): boolean {
  return counts.started > 0 || (users !== null && users.iterations.started > 0)
}

/** Whether nothing of a run phase was started, or nothing is known of it: then there are no figures to judge. */
export function isNothingStarted({ scenarios }: TestSummary): boolean {
  return !scenarios.some(hasStarted)
}
