import type { ScenarioSummary, TestResult, UsersSummary } from '@benchpress/core'
import { formatNumber, formatShare, plural } from '@benchpress/core/report'
import type { ReportLines, ReportTable, ReportText } from '@benchpress/core/report'
import { breakdownTables, statusTable } from './breakdown-tables.ts'
import { disturbedDrawings } from './plots/disturbed-drawing.ts'
import { failuresLine, failureTables } from './failures.ts'
import { figureCell } from '../format/cell.ts'
import type { ReportExtras } from './extras.ts'
import { intervalsTable, latencyTable, percentilesTable, tailLine, footer, sampleLines, throughputTable } from './throughput.ts'
import { isFirstOf, isStarted, knownStart, notRunLine, type ScenarioRun, type ScenarioRuns } from './runs.ts'
import { runsTable } from './runs-tables.ts'
import { notableConnections, usersLines } from './users-lines.ts'
import { checksPart, checksTable, timesTable, totalsTable } from './users-tables.ts'
import { interruptionLine } from './verdict.ts'
import { runHeading, serversLines } from './workload.ts'
import type { DocumentPart, DocumentSection, DrawingPart } from '../render/report-document.ts'

/**
 * The sections of the runs of a scenario: one after the other on a terminal; on a page, the table of all runs comes first.
 *
 * @param isAlone whether there is no other scenario
 */
export function runSections(group: ScenarioRuns, isAlone: boolean, extras: ReportExtras): readonly DocumentSection[] {
  const { title, runs } = group
  const isSeveral = runs.length > 1
  return [
    { title: title === '' ? 'Results' : title, on: 'page', parts: [runsTable(group.runs)] },
    ...runs.flatMap((run): readonly DocumentSection[] => {
      const of = isSeveral ? `Run ${run.test.repeat} of ${runs.length}` : ''
      return [
        {
          title: [title, of].filter((part) => part !== '').join(', '),
          on: 'terminal',
          detail: true,
          parts: terminalParts(run, { ...extras, isAnnounced: isAlone && !isSeveral && extras.isAnnounced === true }),
        },
        pageSection(run, isSeveral),
      ]
    }),
  ]
}

/** The tables of the runs of each scenario side by side, for a terminal, where there are several runs. */
export function comparisonSections(groups: readonly ScenarioRuns[]): readonly DocumentSection[] {
  return groups
    .filter(({ runs }) => runs.length > 1 && runs.some(({ test }) => notRunLine(test) === undefined))
    .map((group) => ({
      title: group.title === '' ? 'All runs' : group.title,
      on: 'terminal',
      detail: true,
      parts: [runsTable(group.runs)],
    }))
}

/** The parts of one run on a terminal: connections have the shape of autocannon's output, and users, which autocannon lacks, one of their own. */
export function terminalParts({ test, scenario }: ScenarioRun, extras: ReportExtras): readonly DocumentPart[] {
  const notRun = notRunLine(test)
  if (notRun !== undefined) return [{ lines: [[{ text: notRun, mark: 'bad' }]] }]
  const { users } = scenario
  const threads = test.generator.threads.length
  const hasFigures = isStarted(scenario)
  const figures = !hasFigures ? [] : users === null ? connectionParts(scenario, extras) : userParts(scenario, users, threads, extras)
  const totals = !hasFigures
    ? [`No request ${knownStart(test)}.`]
    : users === null
      ? [footer(scenario), ...connectionLines(scenario), handshakesLine(scenario)]
      : []
  const failures = failuresLine(scenario)
  // A screen has the early end in the verdict.
  const interruption = isFirstOf({ test, scenario }) && extras.amount !== 'screen' ? interruptionLine(test) : undefined
  return [
    runHeading(test, scenario, extras.isAnnounced),
    ...figures,
    ...apart([
      ...linesOf([...totals, timingLine(test, scenario)]),
      ...disturbedDrawings(test, scenario).map((part) => ({ ...part, detail: true })),
      ...linesOf([failures === undefined ? undefined : [{ text: failures, mark: 'bad' }]]),
      ...failureTables(scenario),
      ...linesOf([interruption === undefined ? undefined : [{ text: interruption, mark: 'warning' }]]),
    ]),
  ]
}

function connectionParts(scenario: ScenarioSummary, { statusCodes, allPercentiles }: ReportExtras): readonly DocumentPart[] {
  const { responseTime, serviceTime } = scenario
  const throughput = throughputTable(scenario)
  return [
    ...apart([
      latencyTable(responseTime),
      ...(throughput === undefined ? [] : [throughput]),
      ...(statusCodes === true ? [statusTable(scenario)] : []),
    ]),
    ...apart(linesOf([tailLine(responseTime), ...sampleLines(scenario)])),
    ...apart(allPercentiles === true ? [percentilesTable(responseTime, serviceTime)] : []),
    ...breakdownTables(scenario).map((table) => ({ ...table, isSpaced: true, detail: true })),
  ]
}

function userParts(
  scenario: ScenarioSummary,
  users: UsersSummary,
  threads: number,
  { statusCodes, allPercentiles }: ReportExtras,
): readonly DocumentPart[] {
  const { checks } = users
  return [
    ...apart(checksPart(checks)),
    ...apart([timesTable(scenario, users), totalsTable(scenario, users)]),
    ...apart(linesOf(usersLines(scenario, users, threads))),
    ...apart([
      ...breakdownTables(scenario),
      ...(statusCodes === true ? [statusTable(scenario)] : []),
      ...(allPercentiles === true ? [percentilesTable(scenario.responseTime, scenario.serviceTime)] : []),
    ]),
  ]
}

// The parts of a run that are not in the table of all runs, and its failures.
function pageSection({ test, scenario }: ScenarioRun, isOneOfSeveral: boolean): DocumentSection {
  const name = `Run ${test.repeat}`
  const section = { title: '', level: 3, on: 'page' } as const
  const notRun = notRunLine(test)
  if (notRun !== undefined) return { ...section, parts: notesOf(name, [notRun]) }
  const { users } = scenario
  const idle = isStarted(scenario) ? undefined : `no request ${knownStart(test)}`
  const servers = serversLines(test, [scenario]).map((line) => line.trim())
  const intervals = intervalsTable(scenario.responseTime)
  const figures = [
    ...(users === null || idle !== undefined ? [] : pageUserParts(scenario, users, test.generator.threads.length)),
    ...(intervals === undefined ? [] : [intervals]),
  ]
  const interruption = isFirstOf({ test, scenario }) ? interruptionLine(test) : undefined
  const own = [...connectionLines(scenario), handshakesLine(scenario), timingLine(test, scenario), failuresLine(scenario), interruption]
  return {
    ...section,
    title: figures.length > 0 && isOneOfSeveral ? name : '',
    parts: [
      ...figures,
      ...notesOf(name, [...servers, idle, ...own]),
      ...disturbedDrawings(test, scenario, isOneOfSeveral ? name : undefined),
      ...(idle === undefined ? breakdownTables(scenario) : []),
      ...failureTables(scenario),
    ],
  }
}

function pageUserParts(scenario: ScenarioSummary, users: UsersSummary, threads: number): readonly DocumentPart[] {
  return [
    ...(users.checks.length === 0 ? [] : [checksTable(users.checks)]),
    timesTable(scenario, users),
    totalsTable(scenario, users),
    { lines: usersLines(scenario, users, threads) },
  ]
}

// Writes what happened to connections without users: `2,970 of 3,000 connections closed after a response that announced it`. Users have a line of their own.
function connectionLines({ users, connections }: ScenarioSummary): readonly string[] {
  if (users !== null) return []
  const of = plural(connections.opened, 'connection')
  return notableConnections(connections).map(({ count, what }) => `${formatNumber(count)} of ${of} ${what}`)
}

// Writes the TLS handshakes of connections without users: `500 TLS handshakes: 480 whole (p50 2.1 ms), 20 resumed (p50 0.9 ms)`. Users have a table of times.
function handshakesLine({ users, tlsTime, handshakes: { full, resumed } }: ScenarioSummary): ReportText | undefined {
  if (users !== null || tlsTime.count === 0) return undefined
  const kinds = [
    { name: 'whole', times: full },
    { name: 'resumed', times: resumed },
  ].filter(({ times }) => times.count > 0)
  const parts = kinds.map(({ name, times }, index) => [
    `${index === 0 ? '' : ', '}${formatNumber(times.count)} ${name} (p50 `,
    figureCell(times, 'p50'),
    ')',
  ])
  return [`${plural(tlsTime.count, 'TLS handshake')}: `, ...parts.flat()]
}

// Precise timing starts iterations of a rate within microseconds. A start that was late nevertheless shows in the send lag.
function timingLine({ generator: { preciseShare } }: TestResult, { workload }: ScenarioSummary): string | undefined {
  if (workload.kind !== 'rate' || preciseShare === null || preciseShare === 0 || preciseShare === 1) return undefined
  return `Precise timing was on for ${formatShare(preciseShare)} of the time, and timers of 1 ms for the rest (timing "auto")`
}

function linesOf(lines: readonly (ReportText | undefined)[]): readonly ReportLines[] {
  const said = lines.filter((line) => line !== undefined)
  return said.length === 0 ? [] : [{ lines: said }]
}

function notesOf(run: string, notes: readonly (ReportText | undefined)[]): readonly ReportLines[] {
  const said = notes
    .filter((note) => note !== undefined)
    .map((note): ReportText => (typeof note === 'string' ? `${run}: ${note}` : [`${run}: `, ...note]))
  return said.length === 0 ? [] : [{ lines: said, as: 'paragraphs' }]
}

type Placeable = ReportTable | ReportLines | DrawingPart

function apart([first, ...others]: readonly Placeable[]): readonly Placeable[] {
  if (first === undefined) return []
  return ['drawing' in first ? first : { ...first, isSpaced: true }, ...others]
}
