import { formatShare, type ReportCell, type ReportTable } from '@benchpress/core/report'
import { figureCells, numberCell } from '@benchpress/report'
import { formatNumber, formatTime } from '@benchpress/report/format'
import { documentedSweeps, requestsOfIteration, type DocumentedLevel, type SweptPart } from '../documented-toska.ts'
import type { MeasuredLevel } from '../toska-findings.ts'

/** The table of the levels of a sweep, documented and measured. */
export function toskaLevelsTable(part: SweptPart, levels: readonly MeasuredLevel[]): ReportTable {
  const own = levels.filter((level) => level.part === part)
  const isRepeated = own.some(({ repeat }) => repeat > 1)
  // Published levels are shown even if they were not measured.
  const published = own.length === 0 ? [] : documentedSweeps[part]
  const users = [...new Set([...own, ...published].map((level) => level.users))].toSorted((a, b) => a - b)
  return {
    head: ['Users', 'Of', 'RPS', 'Predicted', '50%', '90%', '99%', 'Errors', 'Limited by'],
    texts: ['Of', 'Limited by'],
    names: 2,
    apart: ['Errors', 'Limited by'],
    rows: users.flatMap((count) => {
      const documented = documentedSweeps[part].find((level) => level.users === count)
      const rows = [
        ...(documented === undefined ? [] : [['documented', ...documentedCells(documented)]]),
        ...own
          .filter((level) => level.users === count)
          .map((level) => [isRepeated ? `run ${level.repeat}` : 'measured', ...measuredCells(level)]),
      ]
      return rows.map((cells, index) => [index === 0 ? String(count) : '', ...cells])
    }),
  }
}

/** Writes the requests per second of each user at each level, beside the most that the sleep allows. */
export function requestsOfUser(part: SweptPart, levels: readonly MeasuredLevel[]): readonly string[] {
  const requests = requestsOfIteration[part]
  const most = `where ${formatNumber(requests / sleep)} are the most that ${requests} requests and a sleep of ${sleep} s allow`
  const own = levels.filter((level) => level.part === part && level.users > 0)
  const say = (all: readonly { readonly users: number; readonly requestsPerSecond: number }[]): string =>
    all.map(({ users, requestsPerSecond }) => (requestsPerSecond / users).toFixed(1)).join(', ')
  return [
    `documented: ${say(documentedSweeps[part])} requests a second of each user at ${usersOf(documentedSweeps[part])}, ${most}`,
    ...(own.length === 0 ? [] : [`measured:   ${say(own)} at ${usersOf(own)}`]),
  ]
}

/** Writes the mean overshoot of the sleeps at each level. */
export function oversleeping(part: SweptPart, levels: readonly MeasuredLevel[]): readonly string[] {
  const own = levels.filter((level) => level.part === part && level.thinkOvershoot !== null)
  if (own.length === 0) return []
  const times = own.map(({ thinkOvershoot }) => formatTime(thinkOvershoot?.mean ?? 0))
  return [`overslept:  ${times.join(', ')} at ${usersOf(own)}: how much longer than ${sleep} s a sleep took on average`]
}

function usersOf(levels: readonly { readonly users: number }[]): string {
  const all = levels.map(({ users }) => users).join(', ')
  return `${all} ${all === '1' ? 'user' : 'users'}`
}

/** Seconds that a user sleeps after each iteration. */
const sleep = 0.1

function documentedCells({ requestsPerSecond, p50, p90, p99, errors }: DocumentedLevel): readonly ReportCell[] {
  const times = [p50, p90, p99].map((time) => numberCell(time, formatTime))
  return [numberCell(requestsPerSecond, formatNumber), '', ...times, numberCell(errors, formatShare), '']
}

function measuredCells({ requestsPerSecond, law, serviceTime, errors, limitedBy }: MeasuredLevel): readonly ReportCell[] {
  return [
    numberCell(requestsPerSecond, formatNumber),
    numberCell(law?.predicted ?? null, formatNumber),
    ...figureCells(serviceTime, ['p50', 'p90', 'p99']),
    numberCell(errors, formatShare),
    // The limit as one word; its sentence is in the verdict.
    limitedBy.by,
  ]
}
