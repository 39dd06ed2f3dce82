import type { DeliverySummary, RequestsSummary, ScenarioSummary, SeriesSummary, SuiteResult, TimeSummary } from '@benchpress/core'
import { formatNumber, type ReportCell, type ReportTable, type ReportText } from '@benchpress/core/report'
import { countCells, hasTellingEndpoints } from './breakdown-tables.ts'
import type { ReportExtras } from './extras.ts'
import { failuresLine, iterationFailureLines, shortFailureTables } from './failures.ts'
import { numberCell, figureCells } from '../format/cell.ts'
import { comparisonSections, terminalParts } from './run-sections.ts'
import { namedRuns, ofRun, type NamedRun, type ScenarioRuns } from './runs.ts'
import { droppedLines } from './users-lines.ts'
import { withRetried } from './runs-tables.ts'
import { checksPart, hasOnlyPlugins } from './users-tables.ts'
import { describeLength, describeWorkload, runHeading, testedUrl } from './workload.ts'
import type { DocumentPart, DocumentSection } from '../render/report-document.ts'

// With more rows than this, endpoints are left out.
const mostRows = 20
const times = ['50%', '90%', '95%', '99%', 'Max'] as const

/**
 * The sections of a suite on one screen: one table, and what went wrong.
 *
 * Connections have autocannon's output, with repeats side by side. Other loads have a row for each kind of request, and one for iterations.
 */
export function screenSections(suite: SuiteResult, groups: readonly ScenarioRuns[], extras: ReportExtras): readonly DocumentSection[] {
  const all = namedRuns(groups)
  const [first, ...others] = all
  if (first === undefined) return []
  const isOfConnections = all.every(({ scenario }) => scenario.users === null)
  if (others.length === 0 && isOfConnections) return [{ title: '', on: 'terminal', parts: terminalParts(first, extras) }]
  const repeats = groups.length === 1 ? comparisonSections(groups).map((section) => ({ ...section, detail: false })) : []
  const wrong = joined(all.flatMap(wrongParts))
  if (isOfConnections && repeats.length > 0) return [...repeats, { title: '', on: 'terminal', parts: wrong }]
  return [{ title: '', on: 'terminal', parts: [...headings(all, extras), ...all.flatMap(checkParts), summaryTable(all, suite), ...wrong] }]
}

function headings(all: readonly NamedRun[], { isAnnounced }: ReportExtras): readonly DocumentPart[] {
  const [only, ...others] = all
  if (only !== undefined && others.length === 0) return [runHeading(only.test, only.scenario, isAnnounced)]
  if (isAnnounced === true) return []
  return [
    all.map(({ title, test, scenario }) => {
      const { workload } = scenario
      return `${title}: ${describeWorkload(workload)}, ${describeLength(workload)} @ ${testedUrl(test, scenario)}`
    }),
  ]
}

function checkParts({ title, scenario }: NamedRun): readonly DocumentPart[] {
  return checksPart(scenario.users?.checks ?? [], title).map((part) => ({ ...part, isSpaced: true }))
}

function summaryTable(all: readonly NamedRun[], suite: SuiteResult): ReportTable {
  const rowsOf = (withEndpoints: boolean): readonly (readonly ReportCell[])[] => [
    ...all.flatMap((run) => scenarioRows(run, withEndpoints)),
    ...suite.tests.flatMap((test) => test.deliveries.map((delivery) => deliveryRow(delivery, ofRun(test, suite)))),
  ]
  const every = rowsOf(true)
  const table: ReportTable = {
    head: ['', 'Count', 'Per second', 'Failed', ...times],
    apart: times,
    isSpaced: true,
    rows: every.length > mostRows ? rowsOf(false) : every,
  }
  const retried = new Map<unknown, number>(all.map(({ title, scenario }) => [nameOf(title, 'Requests'), scenario.retried]))
  return withRetried(table, ([name]) => retried.get(name))
}

function nameOf(title: string, own: string): string {
  return title === '' ? own : `${title}: ${own.toLowerCase()}`
}

function scenarioRows({ title, scenario }: NamedRun, withEndpoints: boolean): readonly (readonly ReportCell[])[] {
  const { users } = scenario
  const named = (own: string): string => nameOf(title, own)
  const isOfJourneys = users !== null && users.journeys.length > 0
  return [
    ...(hasOnlyPlugins(scenario) ? [] : [requestsRow(named('Requests'), scenario)]),
    ...(withEndpoints && hasTellingEndpoints(scenario) ? endpointRows(scenario.endpoints) : []),
    ...(users?.pluginRequests ?? []).flatMap((requests) => [
      requestsRow(named(`Requests of ${requests.plugin}`), requests),
      ...(withEndpoints ? endpointRows(requests.endpoints) : []),
    ]),
    ...(isOfJourneys ? [iterationsRow(named('Iterations'), users)] : []),
  ]
}

function requestsRow(name: string, { counts, throughput, responseTime }: RequestsSummary): readonly ReportCell[] {
  return [name, ...countCells(counts, throughput.requestsPerSecond), ...timeCells(responseTime)]
}

// A single endpoint has the same figures as the totals.
function endpointRows(endpoints: readonly SeriesSummary[]): readonly (readonly ReportCell[])[] {
  if (endpoints.length < 2) return []
  return endpoints.map(({ name, counts, requestsPerSecond, responseTime }) => [
    `  ${name}`,
    ...countCells(counts, requestsPerSecond),
    ...timeCells(responseTime),
  ])
}

function iterationsRow(name: string, users: NonNullable<ScenarioSummary['users']>): readonly ReportCell[] {
  const { started, failed } = users.iterations
  const perSecond = numberCell(users.iterationsPerSecond, formatNumber)
  return [name, numberCell(started), perSecond, numberCell(failed), ...timeCells(users.iterationDuration)]
}

// The counts of messages are named, as a message can be received more than once, and is lost rather than failed.
function deliveryRow({ name, expected, lost, deliveryTime }: DeliverySummary, run: string): readonly ReportCell[] {
  return [
    `Deliveries of ${name}${run}`,
    numberCell(expected),
    '',
    numberCell(lost, (count) => `${formatNumber(count)} lost`),
    ...timeCells(deliveryTime),
  ]
}

function timeCells(time: TimeSummary): readonly ReportCell[] {
  return figureCells(time, ['p50', 'p90', 'p95', 'p99', 'max'])
}

// Dropped iterations, failed requests, and the most frequent reasons; an early end is in the verdict.
function wrongParts({ title, scenario }: NamedRun): readonly DocumentPart[] {
  const failures = failuresLine(scenario)
  const of = title === '' ? '' : `${title}: `
  const lines: readonly ReportText[] = [
    ...(scenario.users === null ? [] : droppedLines(scenario.users)).map((line) => `${of}${line}`),
    ...[...(failures === undefined ? [] : [failures]), ...iterationFailureLines(scenario)].map((line): ReportText => [
      { text: `${of}${line}`, mark: 'bad' },
    ]),
  ]
  return [...(lines.length === 0 ? [] : [{ lines, isSpaced: true }]), ...shortFailureTables(scenario)]
}

// Lines of runs that have no tables between them are one part.
function joined(parts: readonly DocumentPart[]): readonly DocumentPart[] {
  return parts.reduce<readonly DocumentPart[]>((before, part) => {
    const last = before.at(-1)
    if (last === undefined || !('lines' in last) || !('lines' in part)) return [...before, part]
    return [...before.slice(0, -1), { ...last, lines: [...last.lines, ...part.lines] }]
  }, [])
}
