import type { ScenarioSummary, TestResult } from '@benchpress/core'
import { formatBytes } from './format/format-bytes.ts'
import { formatRate } from './format/format-rate.ts'
import { formatSeconds } from './format/format-seconds.ts'
import { printable } from './format/printable.ts'
import { disturbedSeconds } from './disturbed-seconds.ts'
import { drawTable } from './draw-table.ts'
import { failuresLine } from './failures-line.ts'
import { footer } from './footer.ts'
import { fullSeconds, leftOutSeconds } from './full-seconds.ts'
import { handshakesLine } from './handshakes-line.ts'
import { latencyTable } from './latency-table.ts'
import type { Style } from './palette.ts'
import { percentilesTable } from './percentiles-table.ts'
import type { ReportExtras } from './report-extras.ts'
import { runHeading } from './run-heading.ts'
import { notRunLine } from './not-run.ts'
import { isStarted } from './scenario-runs.ts'
import { failureTables, partTables } from './scenario-tables.ts'
import { statusTable } from './status-table.ts'
import { throughputTable } from './throughput-table.ts'
import { timingLine } from './timing-line.ts'
import { usersSection } from './users-section.ts'
import { interruptionLine } from './verdict-lines.ts'

/**
 * One run of one scenario, with what failed below it; one that sent nothing says only why.
 *
 * A variant that was not run says why. Connections have the shape of autocannon's output; users, of which it knows nothing, have their own.
 */
export function runSection(test: TestResult, scenario: ScenarioSummary, options: ReportExtras, style: Style): readonly string[] {
  const notRun = notRunLine(test)
  if (notRun !== undefined) return [style.bad(printable(notRun))]
  const failures = failuresLine(scenario)
  const interruption = interruptionLine(test)
  const timing = timingLine(test, scenario)
  const disturbed = disturbedSeconds(test, scenario)
  return [
    ...runHeading(test, scenario),
    '',
    ...(isStarted(scenario) ? figureLines(scenario, options, style) : ['No request was started.']),
    ...(timing === undefined ? [] : [timing]),
    ...(disturbed.length === 0 ? [] : ['', ...disturbed, '']),
    ...(failures === undefined ? [] : [style.bad(failures)]),
    ...failureTables(scenario).map((table) => drawTable(table, style)),
    ...(interruption === undefined ? [] : [style.warning(interruption)]),
  ]
}

function figureLines(scenario: ScenarioSummary, options: ReportExtras, style: Style): readonly string[] {
  if (scenario.users !== null) return usersSection(scenario, scenario.users, options, style)
  const hasSamples = fullSeconds(scenario).length > 0
  const handshakes = handshakesLine(scenario)
  return [
    drawTable(latencyTable(scenario.responseTime), style),
    ...(hasSamples ? [drawTable(throughputTable(scenario), style)] : []),
    ...(options.statusCodes === true ? [drawTable(statusTable(scenario), style)] : []),
    '',
    ...(hasSamples ? ['Req/Bytes counts sampled once per second.', samplesLine(scenario)] : [meansLine(scenario)]),
    '',
    ...(options.allPercentiles === true ? [drawTable(percentilesTable(scenario.responseTime, scenario.serviceTime), style), ''] : []),
    ...partTables(scenario).flatMap((table) => [drawTable(table, style), '']),
    footer(scenario),
    ...(handshakes === undefined ? [] : [handshakes]),
  ]
}

function meansLine({ throughput }: ScenarioSummary): string {
  const { requestsPerSecond, bytesPerSecond } = throughput
  return `The run was shorter than a second: ${formatRate(requestsPerSecond)} requests/s and ${formatBytes(bytesPerSecond)}/s over all of it.`
}

function samplesLine(scenario: ScenarioSummary): string {
  const leftOut = leftOutSeconds(scenario)
  // Less than a hundredth of a second would be written as 0s.
  const note = leftOut < 0.005 ? '' : ` (full seconds; the last ${formatSeconds(leftOut)} are left out)`
  return `# of samples: ${fullSeconds(scenario).length}${note}`
}
