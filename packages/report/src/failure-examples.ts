import type { FailureExampleSummary, ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import type { ReportSection, ReportText } from '@benchpress/core/report'
import { numberCell } from './format/cell.ts'
import { plural } from './format/number.ts'
import { formatSeconds } from './format/time.ts'
import { nameRun } from './runs.ts'

/** A reason for which requests failed, or a check that failed, with examples. */
interface FailureReason {
  /** Such as `check_failed: unexpected body`. */
  readonly title: string
  readonly count: number
  readonly examples: readonly FailureExampleSummary[]
}

// A page has all examples of these, and the JSON those of all.
const mostOnPage = 30
const mostOnTerminal = 5

/**
 * What was expected and received where requests and checks failed: on a terminal the earliest example of the most frequent reasons, on a page all examples.
 */
export function failureExampleSections(suite: SuiteResult): readonly ReportSection[] {
  const reasons = suite.tests.flatMap((test) => reasonsOf(test, suite)).toSorted((a, b) => b.count - a.count)
  if (reasons.length === 0) return []
  const title = 'Failures by example'
  return [
    {
      title,
      on: 'terminal',
      parts: [{ lines: [...reasons.slice(0, mostOnTerminal).flatMap(linesOf), ...restOf(reasons, mostOnTerminal)] }],
    },
    {
      title,
      on: 'page',
      parts: [
        {
          head: ['Failed', 'Request', 'After', 'Expected', 'Status', 'Received'],
          texts: ['Request', 'Expected', 'Received'],
          rows: reasons
            .slice(0, mostOnPage)
            .flatMap(({ title: reason, examples }) =>
              examples.map((example) => [
                reason,
                example.request,
                numberCell(example.at, formatSeconds),
                example.expected ?? '',
                String(example.status),
                receivedOf(example),
              ]),
            ),
        },
        { lines: restOf(reasons, mostOnPage), as: 'paragraphs' },
      ],
    },
  ]
}

/** An example in a line: `POST /bid -> 409 {"error":"too low"}, expected a status from 200 to 299`. */
export function describeExample(example: FailureExampleSummary): string {
  const { request, status, expected } = example
  return `${request} -> ${[String(status), receivedOf(example)].join(' ').trimEnd()}${expected === null ? '' : `, expected ${expected}`}`
}

/** Why most requests or checks failed, with the first example of it: `check: is logged in: GET /me -> 401`; `undefined` where there are no examples. */
export function mostFrequentExample(suite: SuiteResult): string | undefined {
  const [most] = suite.tests.flatMap((test) => reasonsOf(test, suite)).toSorted((a, b) => b.count - a.count)
  const [example] = most?.examples ?? []
  return most === undefined || example === undefined ? undefined : `${most.title}: ${describeExample(example)}`
}

function reasonsOf(test: TestResult, suite: SuiteResult): readonly FailureReason[] {
  const prefix = suite.tests.length === 1 ? [] : [nameRun(test, suite)]
  return test.scenarios.flatMap((scenario) => {
    const of = test.scenarios.length === 1 ? prefix : [...prefix, scenario.name]
    return [...failedRequests(scenario), ...failedChecks(scenario)].map((reason) => ({
      ...reason,
      title: [...of, reason.title].join(', '),
    }))
  })
}

function failedRequests({ errors, warmup }: ScenarioSummary): readonly FailureReason[] {
  const ofWarmup = (warmup?.errors ?? []).map((error) => ({ ...error, reason: `${error.reason} (in the warm-up)` }))
  return [...errors, ...ofWarmup].flatMap(({ outcome, reason, count, examples = [] }) =>
    examples.length === 0 ? [] : [{ title: `${outcome}: ${reason}`, count, examples }],
  )
}

function failedChecks({ users }: ScenarioSummary): readonly FailureReason[] {
  return (users?.checks ?? []).flatMap(({ name, failed, examples = [] }) =>
    examples.length === 0 ? [] : [{ title: `check: ${name}`, count: failed, examples }],
  )
}

function linesOf({ title, count, examples }: FailureReason): readonly ReportText[] {
  const [example] = examples
  if (example === undefined) return []
  return [
    [{ text: title, mark: 'bad' }, `, ${plural(count, 'time')}; the first after ${formatSeconds(example.at)}`],
    `  request:  ${example.request}`,
    ...(example.expected === null ? [] : [`  expected: ${example.expected}`]),
    `  received: ${[String(example.status), receivedOf(example)].join(' ').trimEnd()}`,
  ]
}

function receivedOf({ received, isCut }: FailureExampleSummary): string {
  return `${received ?? '(the body was not kept)'}${isCut ? '…' : ''}`
}

function restOf(reasons: readonly FailureReason[], most: number): readonly string[] {
  return reasons.length <= most ? [] : [`${plural(reasons.length - most, 'more reason')} with examples in the JSON`]
}
