import { addUpReasons, type ReasonCount } from '@benchpress/core/report'
import { formatSpread, spreadOf } from '@benchpress/report'
import { formatChange, formatNumber, plural } from '@benchpress/report/format'
import { inOneLine } from '@benchpress/report/texts'
import type { ComparedFigure, VariantRuns } from '../findings/compared-figures.ts'
import type { TestFindings } from '../findings/find-in-test.ts'
import { formats } from './nestjs-tables.ts'

const mostReasons = 5

/** The key finding of a test in a sentence: the winner and the figure it won by, or why there is none. */
export function keyFinding(test: TestFindings): string {
  const { winner, undecided, variants } = test
  if (winner !== null) return `Key finding: ${winner.variant} won. ${sayDifference(winner.by, variants)}.`
  if (undecided !== null) return `Key finding: no winner. ${undecided}.`
  const runs = variants.flatMap((side) => side.runs)
  const completed = runs.reduce((sum, run) => sum + run.users.completed, 0)
  const created = runs.reduce((sum, run) => sum + run.users.created, 0)
  return `Key finding: ${formatNumber(completed)} of ${plural(created, 'user')} completed.`
}

/** Writes the difference of two variants in a figure: `All requests, p99: 15 ms on single-core, 6 ms on multi-core (-60 %)`. */
export function sayDifference({ label, change, values, unit }: ComparedFigure, variants: readonly VariantRuns[]): string {
  const sides = variants.map(({ variant }, side) => `${formatSpread(spreadOf(values[side] ?? []), formats[unit])} on ${variant}`)
  return `${label}: ${sides.join(', ')}${change === null ? '' : ` (${formatChange(change)})`}`
}

/** The reasons why runs were not made, users failed, and bids were refused, by variant. */
export function reasonLines({ variants }: TestFindings): readonly string[] {
  return variants.flatMap(({ variant, runs }) => {
    const on = variant === 'default' ? '' : ` on ${variant}`
    const missing = [...new Set(runs.flatMap(({ notRun }) => notRun ?? []))]
    return [
      ...missing.map((cause) => `n/a${on}: ${inOneLine(cause)}`),
      ...counted(`users failed${on}`, addUpReasons(runs.flatMap(({ failures }) => failures))),
      ...counted(`bids refused${on}`, addUpReasons(runs.flatMap(({ bids }) => bids.reasons))),
      ...counted(`connections refused${on}`, addUpReasons(runs.flatMap(({ sockets }) => sockets?.refused ?? []))),
    ]
  })
}

function counted(what: string, reasons: readonly ReasonCount[]): readonly string[] {
  if (reasons.length === 0) return []
  const shown = reasons.slice(0, mostReasons).map(({ reason, count }) => `${formatNumber(count)} with ${inOneLine(reason)}`)
  const others = reasons.length - shown.length
  return [`${what}: ${shown.join('; ')}${others > 0 ? `; and ${formatNumber(others)} other reasons` : ''}`]
}
