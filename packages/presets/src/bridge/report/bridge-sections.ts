import { comparisonLines } from '@benchpress/report'
import type { SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import { formatNumber, formatSeconds, formatTime, plural } from '@benchpress/report/format'
import type { PresetRun } from '@benchpress/core/preset'
import { account, type AccountedBridge, type BridgeFindings, type ReconciledCount } from '../bridge-findings.ts'
import { documentedBridgeRun, documentedClosed } from '../documented-bridge.ts'
import type { MeasuredBridge } from '../measured-bridge.ts'
import { bridgeCountsTable, bridgeTimesTable } from './bridge-tables.ts'

/** The sections that a bridge adds to the report. */
export function bridgeSections(suite: SuiteResult, presetRun: PresetRun, findings: readonly BridgeFindings[]): readonly ReportSection[] {
  const name = ({ repeat }: BridgeFindings): string => (findings.length > 1 ? `run ${repeat}: ` : '')
  const runs = findings.map(({ measured }) => measured)
  return [
    {
      title: 'Documented and measured',
      intro: "the published test's rows, and what it could not see",
      parts: [
        bridgeCountsTable(runs),
        bridgeTimesTable(runs),
        {
          detail: true,
          lines: [
            ...notes(runs),
            `documented accounting: ${documentedLine()}`,
            ...findings.map((run) => `measured accounting:   ${name(run)}${accountingLine(run.measured)}`),
          ],
        },
        comparisonLines(suite, presetRun),
      ],
    },
    {
      title: "The bridge's own counters",
      detail: findings.every(
        ({ counters, notCompared }) => notCompared === null && counters.every(({ agrees, wasReset }) => agrees && !wasReset),
      ),
      parts: [findings.flatMap((run) => counterLines(run).map((line) => `${name(run)}${line}`))],
    },
  ].filter(({ parts }) => parts.some((part) => !('length' in part) || part.length > 0))
}

const documentedAccounting: AccountedBridge = {
  ...documentedBridgeRun,
  posts: documentedBridgeRun.sent,
  closed: documentedClosed,
}

function documentedLine(): string {
  const { events } = documentedBridgeRun
  const { checks } = account(documentedAccounting)
  return `${formatNumber(checks)} checks = ${describeSum(documentedAccounting)}, which the document does not count: they are what the other figures leave of the checks. One was closed, at random, after 1 % of the events, which makes ${formatNumber(Math.round(events / 100))}`
}

function accountingLine(counts: AccountedBridge): string {
  const { checks, expected, holds } = account(counts)
  const sum = describeSum(counts)
  if (holds) return `${plural(checks, 'check')} = ${sum}: holds`
  return `${plural(checks, 'check is', 'checks are')} not ${sum} = ${formatNumber(expected)}: broken by ${formatNumber(checks - expected)}`
}

function describeSum({ events, messages, posts, closed }: AccountedBridge): string {
  return `${plural(events, 'event')} + 2 x ${plural(messages, 'message')} + ${plural(posts, 'send')} + ${plural(closed, 'closed connection')}`
}

function notes(runs: readonly MeasuredBridge[]): readonly string[] {
  const { mixture, connectionLife, sendMessage, sent, wholeRun, sending, rates } = documentedBridgeRun
  const ours = runs.map((run) => formatSeconds(run.wholeRun)).join(', ')
  return [
    `The published average of ${formatTime(mixture)} is no latency: it is that of ${formatNumber(documentedClosed)} lives of connections (${formatTime(connectionLife.mean)} on average) and ${formatNumber(sent)} times to send (${formatTime(sendMessage.mean)}), all taken together.`,
    'The life of a connection ends with the run at the latest; the document leaves out those that it ended.',
    'The document leaves out dropped_iterations too: they are what was planned and not sent.',
    `Per second is over the whole run with its graceful stop, as the document has it: ${formatSeconds(wholeRun)} there, ${ours} here. Over the ${formatSeconds(sending)} in which it sent, it was ${formatNumber(sent / sending)} messages per second rather than ${formatNumber(rates.sent)}.`,
  ]
}

function counterLines({ counters, notCompared }: BridgeFindings): readonly string[] {
  if (notCompared === null && counters.some(({ wasReset }) => wasReset))
    return ['the bridge was restarted in between: its counters began again, and have what followed alone', ...counters.map(describeCount)]
  return notCompared === null ? counters.map(describeCount) : [`not compared: ${notCompared.url}: ${notCompared.reason}`]
}

function describeCount({ name, server, wasReset, least, most, agrees }: ReconciledCount): string {
  const here = name === 'accepted' ? 'accepted by the responses here' : 'received here'
  const bound = wasReset ? 'at least ' : ''
  return `${name}: ${bound}${plural(server, 'message')} by the bridge, ${describeRange(least, most)} ${here}: ${agrees ? 'they agree' : `they differ by ${formatNumber(server < least ? server - least : server - most)}`}`
}

// A message that was cut off with a connection and came again over the next counts twice for the bridge and once for its recipient.
function describeRange(least: number, most: number): string {
  if (least === most) return formatNumber(least)
  return most === Infinity ? `at least ${formatNumber(least)}` : `${formatNumber(least)} to ${formatNumber(most)}`
}
