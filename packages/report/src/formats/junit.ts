import exported, { type Builder } from 'junit-report-builder'
import type { CheckSummary, FailureExampleSummary, ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { countFailures } from '@benchpress/core/report'
import { describeExample } from '../sections/failure-examples.ts'
import { printable } from '../format/texts.ts'
import { nameRun } from '../sections/runs.ts'
import { describeFailures } from '../sections/thresholds.ts'

// The types of the package are for another kind of export.
const builder = exported as unknown as Builder

/** One condition that a run was to meet. */
interface Case {
  readonly of: string
  readonly name: string
  /** Why the condition failed; `undefined` where it passed. */
  readonly failure: { readonly type: string; readonly message: string } | undefined
  /** Further lines about the condition, whether it failed or not. */
  readonly notes?: readonly string[]
}

/** Writes a result as JUnit XML, with a suite of cases for each run: thresholds, checks, and the verdict. */
export function junit(suite: SuiteResult): string {
  const report = builder.newBuilder()
  const add = (name: string, { startedAt, duration }: Pick<TestResult, 'startedAt' | 'duration'>, cases: readonly Case[]): void => {
    const written = report.testSuite().name(xmlText(name)).timestamp(startedAt).time(duration)
    for (const { of, name: title, failure, notes = [] } of cases) {
      const one = written.testCase().className(xmlText(of)).name(xmlText(title)).time(0)
      if (failure !== undefined) one.failure(xmlText(failure.message), failure.type)
      // The text is written as CDATA, in which the library masks only the first end marker.
      if (notes.length > 0) one.standardOutput(notes.map(xmlText).join('\n').replaceAll(']]>', ']] >'))
    }
  }
  if (suite.found === null) {
    for (const test of suite.tests) add(suiteName(test, suite), test, casesOf(test))
  } else {
    const duration = suite.tests.reduce((sum, test) => sum + test.duration, 0)
    add(suite.name, { startedAt: suite.environment.startedAt, duration }, casesOfSearch(suite, suite.found))
  }
  return `${report.build()}\n`
}

/** Makes a text valid in XML: invisible characters are written as escapes, and invalid ones are replaced. */
function xmlText(text: string): string {
  return printable(text.toWellFormed()).replaceAll(/[\u{FFFE}\u{FFFF}]/gu, '\u{FFFD}')
}

function suiteName(test: TestResult, suite: SuiteResult): string {
  const run = suite.tests.length > 1 ? `, ${nameRun(test, { tests: suite.tests.filter(({ name }) => name === test.name) })}` : ''
  return `${test.name}${run}`
}

function casesOf(test: TestResult): readonly Case[] {
  const { interrupted } = test
  return [
    ...test.thresholds.map(({ selector, condition, passed, inconclusive, text }): Case => {
      const type = inconclusive === null ? 'threshold failed' : 'threshold inconclusive'
      return { of: 'thresholds', name: `${selector} ${condition}`, failure: passed ? undefined : { type, message: text }, notes: [text] }
    }),
    ...test.scenarios.flatMap((scenario): readonly Case[] => [
      requestsCase(scenario),
      ...(scenario.users?.checks ?? []).map((check) => checkCase(scenario.name, check)),
    ]),
    ...(interrupted === null
      ? []
      : [{ of: 'run', name: 'runs to its end', failure: { type: `ended by ${interrupted.cause}`, message: interrupted.reason } }]),
    verdictCase(test),
  ]
}

// The case fails for unexpected responses only: a threshold decides how many other failures are too many.
function requestsCase({ name, counts, users, errors }: ScenarioSummary): Case {
  const all = [counts.outcomes, ...(users?.pluginRequests ?? []).map((plugin) => plugin.counts.outcomes)]
  const unexpected = all.reduce((sum, { check_failed: failed }) => sum + failed, 0)
  const failed = all.reduce((sum, outcomes) => sum + countFailures(outcomes), 0)
  const ofUnexpected = errors.filter(({ outcome }) => outcome === 'check_failed').flatMap(({ examples = [] }) => examples)
  const message = withFirst(`${unexpected} responses were not what the test expects`, ofUnexpected)
  return {
    of: name,
    name: 'responses are as expected',
    failure: unexpected === 0 ? undefined : { type: 'check failed', message },
    notes: [`${failed} requests did not end ok`, ...described(errors.flatMap(({ examples = [] }) => examples))],
  }
}

function checkCase(scenario: string, { name, passed, failed, examples = [] }: CheckSummary): Case {
  const message = withFirst(`${failed} of ${passed + failed} failed`, examples)
  const failure = failed === 0 ? undefined : { type: 'check failed', message }
  return { of: `${scenario} checks`, name, failure, notes: described(examples) }
}

function withFirst(message: string, examples: readonly FailureExampleSummary[]): string {
  return [message, ...described(examples.slice(0, 1))].join(', such as ')
}

// The number of examples that a result keeps for one reason.
const mostExamples = 5

function described(examples: readonly FailureExampleSummary[]): readonly string[] {
  return examples.slice(0, mostExamples).map(describeExample)
}

function verdictCase({ verdict: { level, reasons }, limitedBy }: Pick<TestResult, 'verdict' | 'limitedBy'>): Case {
  const told = reasons.map((reason) => `${reason.level}, ${reason.rule}: ${reason.text}`)
  const failure = level === 'invalid' ? { type: 'invalid result', message: told.join('; ') } : undefined
  return {
    of: 'verdict',
    name: 'the result can be believed',
    failure,
    notes: [[level, ...told, `limited by ${limitedBy.text}`].join('; ')],
  }
}

// A search makes steps fail on purpose.
function casesOfSearch(suite: SuiteResult, { slo, limitedBy, confidence }: NonNullable<SuiteResult['found']>): readonly Case[] {
  const [message] = describeFailures(suite)
  const failure = message === undefined ? undefined : { type: 'nothing found', message }
  const verdict = verdictCase({ verdict: suite.verdict, limitedBy: { by: 'nothing', text: limitedBy.text } })
  return [{ of: 'search', name: `a rate keeps ${slo.join(', ')}`, failure, notes: [confidence] }, verdict]
}
