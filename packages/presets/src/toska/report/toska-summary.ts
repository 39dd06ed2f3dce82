import type { SuiteResult } from '@benchpress/core'
import { formatLength, formatShare } from '@benchpress/core/report'
import { drawMarkdownTable, escapeMarkdown, figureCells, describeTested } from '@benchpress/report'
import { formatNumber, machineLine, toolLine } from '@benchpress/report/format'
import type { PresetRun } from '@benchpress/core/preset'
import { type MeasuredLevel, type ToskaFindings } from '../toska-findings.ts'
import { toskaLatencyTable, toskaLimits, toskaOperationsTable } from './toska-redis-tables.ts'

/** Writes the summary of the published report folder: only the parts that were run; no time is written as 0. */
export function toskaSummary(suite: SuiteResult, findings: ToskaFindings, presetRun: PresetRun): string {
  const { comparison, levels, notRun } = findings
  const sections = [
    '# Toska performance report',
    headOf(suite, presetRun),
    ...loadSection(
      'Load: KV endpoints',
      levels.filter(({ part }) => part === 'kv'),
    ),
    ...loadSection(
      'Load: Replication endpoints',
      levels.filter(({ part }) => part === 'replication'),
    ),
    ...(comparison === null ? [] : redisSection(comparison)),
    ...(notRun.length === 0 ? [] : ['## Not run', listOf(notRun)]),
    `Verdict: ${suite.verdict.level}. What is behind it stands in report.md, beside the documented figures.`,
  ]
  return `${sections.join('\n\n')}\n`
}

function headOf(suite: SuiteResult, presetRun: PresetRun): string {
  const { environment } = suite
  const { git, startedAt } = environment
  return [
    `Generated: ${startedAt}`,
    ...(git === null ? [] : [`Commit: ${git.commit} (dirty: ${git.dirty ? 'yes' : 'no'})`]),
    `Tool: ${toolLine(environment)}`,
    `Machine: ${machineLine(environment)}`,
    `Tested: ${describeTested(suite, presetRun)}`,
  ]
    .map((line) => `${escapeMarkdown(line)}  `)
    .join('\n')
}

function loadSection(title: string, levels: readonly MeasuredLevel[]): readonly string[] {
  const [first] = levels
  if (first === undefined) return []
  const isRepeated = levels.some(({ repeat }) => repeat > 1)
  return [
    `## ${title}`,
    `Config: duration=${formatLength(first.duration)}, sleep=0.1 s`,
    drawMarkdownTable({
      head: ['VUs', ...(isRepeated ? ['Run'] : []), 'RPS', 'avg', 'p50', 'p90', 'p99', 'Error rate'],
      rows: levels.map(({ users, repeat, requestsPerSecond, serviceTime, errors }) => [
        String(users),
        ...(isRepeated ? [String(repeat)] : []),
        formatNumber(requestsPerSecond),
        ...figureCells(serviceTime, ['mean', 'p50', 'p90', 'p99']),
        formatShare(errors),
      ]),
    }),
    listOf(levels.map(({ users, limitedBy }) => `${users} VUs: limited by ${limitedBy.text}`)),
  ]
}

function redisSection(comparison: NonNullable<ToskaFindings['comparison']>): readonly string[] {
  return [
    '## Redis comparison (RESP against HTTP)',
    drawMarkdownTable(toskaOperationsTable(comparison)),
    drawMarkdownTable(toskaLatencyTable(comparison)),
    listOf(toskaLimits(comparison)),
  ]
}

function listOf(lines: readonly string[]): string {
  return lines.map((line) => `- ${escapeMarkdown(line)}`).join('\n')
}
