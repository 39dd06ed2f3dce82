import type { FailureExampleSummary, ScenarioSummary, SuiteResult, TestResult } from '@benchpress/core'
import { formatSeconds, plural, type ReportCell, type ReportText } from '@benchpress/core/report'
import { numberCell } from '../format/cell.ts'
import { nameRun } from './runs.ts'
import type { DocumentSection } from '../render/report-document.ts'

/** A reason for which requests failed, or a check that failed, with examples. */
interface FailureReason {
  /** The outcome and the reason, such as `check_failed: unexpected body`. */
  readonly title: string
  readonly count: number
  readonly examples: readonly FailureExampleSummary[]
}

// A page has all examples of this number of reasons; the JSON has the examples of all reasons.
const mostOnPage = 30
const mostOnTerminal = 5
const mostOnScreen = 3

/**
 * What was expected and received where requests and checks failed: on a terminal the earliest example of the most frequent reasons, on a page all examples.
 *
 * @param isScreen whether a terminal shows only a few, one line each
 */
export function failureExampleSections(suite: SuiteResult, isScreen: boolean = false): readonly DocumentSection[] {
  const reasons = sortedReasons(suite)
  if (reasons.length === 0) return []
  const title = 'Failures by example'
  const isShort = isScreen && reasons.length > 1
  const count = isShort && reasons.length > mostOnScreen ? `, ${mostOnScreen} of ${reasons.length}` : ''
  const whole = [...reasons.slice(0, mostOnTerminal).flatMap(linesOf), ...restOf(reasons, mostOnTerminal)]
  const table = {
    head: ['Failed', 'Request', 'After', 'Expected', 'Status', 'Received'],
    texts: ['Request', 'Expected', 'Received'],
    rows: reasons.slice(0, mostOnPage).flatMap(rowsOf),
  }
  return [
    { title: `${title}${count}`, on: 'terminal', parts: [{ lines: isShort ? shortLines(reasons) : whole }] },
    { title, on: 'page', parts: [table, { lines: restOf(reasons, mostOnPage), as: 'paragraphs' }] },
  ]
}

function rowsOf({ title, examples }: FailureReason): readonly (readonly ReportCell[])[] {
  return examples.map((example) => [
    title,
    example.request,
    numberCell(example.at, (at) => (at < 0 ? `${formatSeconds(-at)} before the run phase` : formatSeconds(at))),
    example.expected ?? '',
    statusOf(example),
    receivedOf(example),
  ])
}

/** Writes an example in one line: `POST /bid: 409 {"error":"too low"} (expected a status from 200 to 299)`. */
export function describeExample(example: FailureExampleSummary): string {
  const { request, expected } = example
  return `${request}: ${statusOf(example)} ${receivedOf(example)}${expected === null ? '' : ` (expected ${expected})`}`
}

/** Why most requests or checks failed, with the first example of that reason: `check: is logged in: GET /me: 401`; `undefined` where there are no examples. */
export function mostFrequentExample(suite: SuiteResult): string | undefined {
  const [most] = sortedReasons(suite)
  const [example] = most?.examples ?? []
  return most === undefined || example === undefined ? undefined : `${most.title}: ${describeExample(example)}`
}

// The most frequent first.
function sortedReasons(suite: SuiteResult): readonly FailureReason[] {
  return suite.tests.flatMap((test) => reasonsOf(test, suite)).toSorted((a, b) => b.count - a.count)
}

function reasonsOf(test: TestResult, suite: SuiteResult): readonly FailureReason[] {
  const prefix = suite.tests.length === 1 ? [] : [nameRun(test, suite)]
  return test.scenarios.flatMap((scenario) => {
    const of = test.scenarios.length === 1 ? prefix : [...prefix, scenario.name]
    return failuresOf(scenario).map((reason) => ({ ...reason, title: [...of, reason.title].join(', ') }))
  })
}

function failuresOf({ errors, warmup, users }: ScenarioSummary): readonly FailureReason[] {
  const ofWarmup = (warmup?.errors ?? []).map((error) => ({ ...error, reason: `${error.reason} (in the warm-up)` }))
  return [
    ...[...errors, ...ofWarmup].map(({ outcome, reason, count, examples = [] }) => ({ title: `${outcome}: ${reason}`, count, examples })),
    ...(users?.checks ?? []).map(({ name, failed, examples = [] }) => ({ title: `check: ${name}`, count: failed, examples })),
  ].filter(({ examples }) => examples.length > 0)
}

// A failed check whose response is shown already has no line of its own.
function shortLines(reasons: readonly FailureReason[]): readonly ReportText[] {
  const shown = reasons.slice(0, mostOnScreen)
  const nameOf = ({ examples: [first] }: FailureReason): string => (first === undefined ? '' : `${first.at} ${first.request}`)
  return shown.flatMap((reason, index) => {
    const [example] = reason.examples
    const isKnown = shown.slice(0, index).some((before) => nameOf(before) === nameOf(reason))
    return [titleLine(reason), ...(example === undefined || isKnown ? [] : [`  ${describeExample(example)}`])]
  })
}

function titleLine({ title, count, examples: [first] }: FailureReason): ReportText {
  return [{ text: title, mark: 'bad' }, `, ${plural(count, 'time')}; the first ${describeMoment(first?.at ?? 0)}`]
}

function linesOf(reason: FailureReason): readonly ReportText[] {
  const [example] = reason.examples
  if (example === undefined) return []
  return [
    titleLine(reason),
    `  request:  ${example.request}`,
    ...(example.expected === null ? [] : [`  expected: ${example.expected}`]),
    `  received: ${statusOf(example)} ${receivedOf(example)}`,
  ]
}

function describeMoment(at: number): string {
  return at < 0 ? `${formatSeconds(-at)} before the run phase` : `after ${formatSeconds(at)}`
}

function statusOf({ status }: FailureExampleSummary): string {
  return status === null ? 'no response' : String(status).padStart(3, '0')
}

function receivedOf({ status, received, isCut }: FailureExampleSummary): string {
  if (status === null) return `(${received})`
  if (received === '') return '(an empty body)'
  return `${received ?? '(the body was not kept)'}${isCut ? '…' : ''}`
}

function restOf(reasons: readonly FailureReason[], most: number): readonly string[] {
  return reasons.length <= most ? [] : [`${plural(reasons.length - most, 'more reason')} with examples in the JSON`]
}
