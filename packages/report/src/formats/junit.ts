import exported, { type Builder } from 'junit-report-builder'
import type { SuiteResult, TestResult } from '@benchpress/core'
import { countFailures } from '@benchpress/core/report'
import { printable } from '../format/texts.ts'
import { nameRun } from '../runs.ts'
import { describeFailures } from '../thresholds.ts'

// Its types are those of another way of exporting it.
const builder = exported as unknown as Builder

/** One condition that a run was to meet. */
interface Case {
  readonly of: string
  readonly name: string
  /** Why it did not; `undefined` where it did. */
  readonly failure: { readonly type: string; readonly message: string } | undefined
  /** What there is to know of it all the same. */
  readonly note?: string
}

/** Writes a suite of cases for each run, as JUnit's readers want them: thresholds, checks, and whether the result can be believed. */
export function junit(suite: SuiteResult): string {
  const report = builder.newBuilder()
  const add = (name: string, { startedAt, duration }: Pick<TestResult, 'startedAt' | 'duration'>, cases: readonly Case[]): void => {
    const written = report.testSuite().name(xmlText(name)).timestamp(startedAt).time(duration)
    for (const { of, name: title, failure, note } of cases) {
      const one = written.testCase().className(xmlText(of)).name(xmlText(title)).time(0)
      if (failure !== undefined) one.failure(xmlText(failure.message), failure.type)
      // It is written as character data, of which the library masks the first end alone.
      if (note !== undefined) one.standardOutput(xmlText(note).replaceAll(']]>', ']] >'))
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

/** Makes a text fit for XML, which cannot hold every character: what is invisible is written out, and what is no character is replaced. */
function xmlText(text: string): string {
  return printable(text.toWellFormed()).replaceAll(/[\u{FFFE}\u{FFFF}]/gu, '\u{FFFD}')
}

function suiteName(test: TestResult, suite: SuiteResult): string {
  const run = suite.tests.length > 1 ? `, ${nameRun(test, { tests: suite.tests.filter(({ name }) => name === test.name) })}` : ''
  return `${test.name}${run}`
}

function casesOf(test: TestResult): readonly Case[] {
  return [
    ...test.thresholds.map(({ selector, condition, passed, inconclusive, text }): Case => {
      const type = inconclusive === null ? 'threshold failed' : 'threshold inconclusive'
      return { of: 'thresholds', name: `${selector} ${condition}`, failure: passed ? undefined : { type, message: text }, note: text }
    }),
    ...test.scenarios.flatMap(({ name, users, counts }): readonly Case[] => [
      requestsCase(name, [counts.outcomes, ...(users?.pluginRequests ?? []).map((plugin) => plugin.counts.outcomes)]),
      ...(users?.checks ?? []).map((check): Case => {
        const message = `${check.failed} of ${check.passed + check.failed} failed`
        return { of: `${name} checks`, name: check.name, failure: check.failed === 0 ? undefined : { type: 'check failed', message } }
      }),
    ]),
    ...test.microbenchmarks.map(({ name, case: of, failed, calls }): Case => {
      const message = `${failed} of ${calls} calls failed`
      return { of: name, name: of, failure: failed === 0 ? undefined : { type: 'calls failed', message } }
    }),
    ...interruptionCases(test),
    verdictCase(test),
  ]
}

// By themselves failures are no reason to fail: a threshold says how many are too many. What was not as the test expects it is one.
function requestsCase(scenario: string, all: readonly TestResult['scenarios'][number]['counts']['outcomes'][]): Case {
  const unexpected = all.reduce((sum, { check_failed: failed }) => sum + failed, 0)
  const failed = all.reduce((sum, outcomes) => sum + countFailures(outcomes), 0)
  const message = `${unexpected} responses were not what the test expects`
  return {
    of: scenario,
    name: 'responses are as expected',
    failure: unexpected === 0 ? undefined : { type: 'check failed', message },
    note: `${failed} requests did not end ok`,
  }
}

function interruptionCases({ interrupted }: TestResult): readonly Case[] {
  if (interrupted === null) return []
  return [{ of: 'run', name: 'runs to its end', failure: { type: `ended by ${interrupted.cause}`, message: interrupted.reason } }]
}

function verdictCase({ verdict: { level, reasons }, limitedBy }: Pick<TestResult, 'verdict' | 'limitedBy'>): Case {
  const told = reasons.map((reason) => `${reason.level}, ${reason.rule}: ${reason.text}`)
  const failure = level === 'invalid' ? { type: 'invalid result', message: told.join('; ') } : undefined
  return { of: 'verdict', name: 'the result can be believed', failure, note: [level, ...told, `limited by ${limitedBy.text}`].join('; ') }
}

// Steps of a search fail in order to be found.
function casesOfSearch(suite: SuiteResult, { slo, limitedBy, confidence }: NonNullable<SuiteResult['found']>): readonly Case[] {
  const [message] = describeFailures(suite)
  const failure = message === undefined ? undefined : { type: 'nothing found', message }
  const verdict = verdictCase({ verdict: suite.verdict, limitedBy: { by: 'nothing', text: limitedBy.text } })
  return [{ of: 'search', name: `a rate keeps ${slo.join(', ')}`, failure, note: confidence }, verdict]
}
