import type { ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { causeNotRun } from '@benchpress/core/report'
import { inOneLine, printable } from '../format/texts.ts'

/** One scenario of one run of a test. */
export interface ScenarioRun {
  readonly test: TestResult
  readonly scenario: ScenarioSummary
}

/** One scenario of one test in all its repeats, which are compared with each other. */
export interface ScenarioRuns {
  /** Names the test, the variant and the scenario, as far as the suite has several of each; empty where it has one. */
  readonly title: string
  readonly runs: readonly ScenarioRun[]
}

type Named = Pick<TestResult, 'name' | 'variant' | 'repeat'>

/** Groups the runs of a suite by scenario, in the order of the first run of each. */
export function scenarioRuns({ tests }: SuiteResult): readonly ScenarioRuns[] {
  const all = tests.flatMap((test) => test.scenarios.map((scenario): ScenarioRun => ({ test, scenario })))
  const names: readonly ((run: ScenarioRun) => string)[] = [
    ({ test }) => test.name,
    ({ test }) => test.variant,
    ({ scenario }) => scenario.name,
  ]
  const telling = names.filter((name) => new Set(all.map(name)).size > 1)
  return [...Map.groupBy(all, (run) => JSON.stringify(names.map((name) => name(run)))).values()].map((runs) => ({
    title: runs
      .slice(0, 1)
      .flatMap((run) => telling.map((name) => name(run)))
      .join(', '),
    runs,
  }))
}

/** One scenario of one run, with a title that names both as far as there are several; empty where there is one. */
export interface NamedRun extends ScenarioRun {
  readonly title: string
}

/** The runs of all scenarios, each with its title: `bidding, run 2`. */
export function namedRuns(groups: readonly ScenarioRuns[]): readonly NamedRun[] {
  return groups.flatMap(({ title, runs }) =>
    runs.map((run) => {
      const parts = [title, runs.length > 1 ? `run ${run.test.repeat}` : '']
      return { ...run, title: parts.filter((part) => part !== '').join(', ') }
    }),
  )
}

/** Names a run of a suite, as far as it has several tests or variants: `run 2`, `run 2 of bidding, multi-core`. */
export function nameRun(test: Named, { tests }: { readonly tests: readonly Named[] }): string {
  const parts = [
    ...(new Set(tests.map(({ name }) => name)).size > 1 ? [test.name] : []),
    ...(test.variant !== 'default' ? [test.variant] : []),
  ]
  return `run ${test.repeat}${parts.length === 0 ? '' : ` of ${printable(parts.join(', '))}`}`
}

/** What is said of a title in a suite of several runs, such as `, run 2`; empty in one of a single run. */
export function ofRun(test: Named, suite: SuiteResult): string {
  return suite.tests.length > 1 ? `, ${nameRun(test, suite)}` : ''
}

/** Whether a scenario started anything: a scenario that did not, as when its target was gone, has no figures. */
export function isStarted({ counts, users }: ScenarioSummary): boolean {
  return counts.started > 0 || (users !== null && users.iterations.scheduled > 0)
}

/** What is known of the requests of a scenario without figures: a thread that was lost may have sent some. */
export function knownStart({ generator }: TestResult): 'is known' | 'was started' {
  return generator.threads.some(({ lost }) => lost !== null) ? 'is known' : 'was started'
}

/**
 * Writes why a run on a variant was not made, `n/a: the run is invalid, and sent nothing: nothing is listening at 127.0.0.1:3000`; `undefined` where it was.
 */
export function notRunLine(test: TestResult): string | undefined {
  const cause = test.variant === 'default' ? undefined : causeNotRun(test)
  return cause === undefined ? undefined : `n/a: the run is invalid, and sent nothing: ${inOneLine(cause)}`
}

/** Whether a scenario is the first of its test, which also shows what belongs to the whole test. */
export function isFirstOf({ test, scenario }: ScenarioRun): boolean {
  return test.scenarios[0]?.name === scenario.name
}

/** Whether a suite has scenarios of users, whose figures take more than a screen. */
export function hasUsers({ tests }: SuiteResult): boolean {
  return tests.some(({ scenarios }) => scenarios.some(({ users }) => users !== null))
}
