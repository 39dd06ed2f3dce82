import type { ScenarioSummary, UsersSummary } from '@benchpress/core'
import { escapeMarkdown } from './format/escape-markdown.ts'
import { checksTable } from './checks-table.ts'
import { disturbedSeconds } from './disturbed-seconds.ts'
import { drawMarkdownTable } from './draw-markdown-table.ts'
import { failuresLine } from './failures-line.ts'
import { fence } from './fence.ts'
import { handshakesLine } from './handshakes-line.ts'
import { intervalsTable } from './percentiles-table.ts'
import { runsTable } from './runs-table.ts'
import { notRunLine } from './not-run.ts'
import { isStarted } from './scenario-runs.ts'
import type { ScenarioRun, ScenarioRuns } from './scenario-runs.ts'
import { failureTables, partTables, usersLines } from './scenario-tables.ts'
import { serversLines } from './servers-lines.ts'
import { timesTable } from './times-table.ts'
import { timingLine } from './timing-line.ts'
import { totalsTable } from './totals-table.ts'
import { interruptionLine } from './verdict-lines.ts'

/** The runs of a scenario as Markdown: beside each other, then what each of them has that is no figure of all, and why it failed. */
export function markdownRuns(group: ScenarioRuns): string {
  const title = group.title === '' ? 'Results' : escapeMarkdown(group.title)
  const parts = group.runs.flatMap((run) => runParts(run, group.runs.length > 1))
  return [`### ${title}`, drawMarkdownTable(runsTable(group)), ...parts].join('\n\n')
}

function runParts({ test, scenario }: ScenarioRun, isOneOfSeveral: boolean): readonly string[] {
  const { users } = scenario
  const notRun = notRunLine(test)
  if (notRun !== undefined) return [escapeMarkdown(`Run ${test.repeat}: ${notRun}`)]
  const idle = isStarted(scenario) ? undefined : 'no request was started'
  const servers = serversLines(test).map((line) => line.trim())
  const own = [handshakesLine(scenario), timingLine(test, scenario), failuresLine(scenario), interruptionLine(test)]
  const notes = [...servers, idle, ...own].filter((line) => line !== undefined)
  const figures = users === null || idle !== undefined ? [] : usersParts(scenario, users)
  const disturbed = disturbedSeconds(test, scenario)
  const sure = intervalsTable(scenario.responseTime)
  const intervals = sure === undefined ? [] : [drawMarkdownTable(sure)]
  const tables = [...(idle === undefined ? partTables(scenario) : []), ...failureTables(scenario)]
  return [
    ...(figures.length + intervals.length > 0 && isOneOfSeveral ? [`#### Run ${test.repeat}`] : []),
    ...figures,
    ...intervals,
    ...notes.map((line) => escapeMarkdown(`Run ${test.repeat}: ${line}`)),
    ...(disturbed.length === 0 ? [] : [fence('text', `${isOneOfSeveral ? `Run ${test.repeat}: ` : ''}${disturbed.join('\n')}`)]),
    ...tables.map(drawMarkdownTable),
  ]
}

function usersParts(scenario: ScenarioSummary, users: UsersSummary): readonly string[] {
  return [
    drawMarkdownTable(totalsTable(scenario, users)),
    drawMarkdownTable(timesTable(scenario, users)),
    usersLines(scenario, users)
      .map((line) => `- ${escapeMarkdown(line)}`)
      .join('\n'),
    ...(users.checks.length === 0 ? [] : [drawMarkdownTable(checksTable(users.checks))]),
  ]
}
