import { comparisonLines } from '@benchpress/report'
import type { SuiteResult } from '@benchpress/core'
import type { ReportSection } from '@benchpress/core/report'
import type { PresetRun } from '@benchpress/core/preset'
import type { SweptPart } from '../documented-toska.ts'
import type { RedisComparison } from '../redis-comparison.ts'
import type { MeasuredLevel, ToskaFindings } from '../toska-findings.ts'
import { toskaOverview } from './toska-overview.ts'
import { toskaLatencyTable, toskaLimits, toskaOperationsTable } from './toska-redis-tables.ts'
import { oversleeping, requestsOfUser, toskaLevelsTable } from './toska-sweep-tables.ts'

/** The sections that a store adds to the report: on a screen a row for each load, and elsewhere all tables. */
export function toskaSections(findings: ToskaFindings, suite: SuiteResult, presetRun: PresetRun): readonly ReportSection[] {
  const { levels, comparison, notRun } = findings
  return [
    ...overviewSection(findings),
    ...(['kv', 'replication'] as const)
      .filter((part) => levels.some((level) => level.part === part))
      .map((part) => sweepSection(part, levels)),
    ...(comparison === null ? [] : [redisSection(comparison)]),
    {
      title: 'What was compared with what',
      parts: [[...notRun.map((line) => `n/a: ${line}`), ...comparisonLines(suite, presetRun)]],
    },
  ]
}

function overviewSection(findings: ToskaFindings): readonly ReportSection[] {
  const table = toskaOverview(findings)
  if (table.rows.length === 0) return []
  return [{ title: 'Documented and measured', intro: 'requests, or operations, and the 99th percentile of their times', parts: [table] }]
}

const names: Readonly<Record<SweptPart, string>> = { kv: 'key-value endpoints', replication: 'replication endpoints' }

function sweepSection(part: SweptPart, levels: readonly MeasuredLevel[]): ReportSection {
  return {
    title: `Documented and measured, ${names[part]}`,
    intro: 'requests from their send to their last byte, as k6 times them',
    detail: true,
    parts: [
      toskaLevelsTable(part, levels),
      [
        ...requestsOfUser(part, levels),
        ...oversleeping(part, levels),
        'Predicted: users x requests of an iteration / its mean duration.',
        'As long as a sleep takes most of an iteration, the throughput says how many users there were, and not what the store can do.',
      ],
    ],
  }
}

function redisSection(comparison: RedisComparison): ReportSection {
  return {
    title: 'Documented and measured, beside Redis',
    intro: 'as many operations in flight on both sides, each user with one',
    detail: true,
    parts: [
      toskaOperationsTable(comparison),
      toskaLatencyTable(comparison),
      [
        ...toskaLimits(comparison),
        'Latencies measured here begin when an operation is asked for and end with its last byte, on both sides: what a user waits for its connection is in them. redis-benchmark opens its connections beforehand.',
        'RESP is a few bytes over an open connection, HTTP a head of some hundred and JSON: the two protocols are compared as much as the two stores. And the published sides were measured by two different clients, these by one.',
      ],
    ],
  }
}
