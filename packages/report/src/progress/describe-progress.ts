import type { Progress } from '@benchpress/core'
import { formatFigure } from '../format/cell.ts'
import { formatLength, formatNumber, plural } from '@benchpress/core/report'
import { printable } from '../format/texts.ts'

/**
 * Writes one line about the progress of a test: `run (2 of 3): 12s of 30s, 198,231 requests/s, 50% 24 ms, 99% 42 ms, 0 failed`; with users also the number of
 * users and iterations, and in a suite the time left.
 */
export function describeProgress(progress: Progress): string {
  const { phase, failed, suite } = progress
  const run = describeRun(progress)
  const which = run === '' ? '' : ` (${run})`
  if (phase === 'setup') return `starting${which}`
  if (phase === 'teardown') return `stopping${which}`
  return [
    `${phase}${which}: ${describeShare(progress)}`,
    ...describeUsers(progress),
    `${formatNumber(progress.requestsPerSecond)} requests/s`,
    ...describePercentile(progress, 'p50', '50%'),
    ...describePercentile(progress, 'p99', '99%'),
    `${formatNumber(failed)} failed`,
    ...(suite === null || suite.runs === 1 || suite.left === null ? [] : [`${describeLeft(suite.left)} of the suite`]),
    ...describeDoubt(progress),
  ].join(', ')
}

// Percentiles have the same marks as in tables.
function describePercentile({ responseTime }: Progress, figure: 'p50' | 'p99', name: string): readonly string[] {
  return responseTime[figure] === null ? [] : [`${name} ${formatFigure(responseTime, figure)}`]
}

function describeDoubt({ verdict }: Progress): readonly string[] {
  const [worst] = verdict?.reasons ?? []
  return verdict === null || verdict.level === 'valid' || worst === undefined ? [] : [`so far ${verdict.level}: ${printable(worst.text)}`]
}

/** Names the current run, where there are several: `2 of 3`, `bids, multi-core, 2 of 3`, `users=10`; empty where there is one. */
export function describeRun({ test, point, variant, repeat, repeats, suite }: Progress): string {
  const isOneOfTests = suite !== null && suite.runs > repeats
  const parts = [
    ...(isOneOfTests ? [test] : []),
    ...(point === undefined || (isOneOfTests && test.endsWith(point)) ? [] : [point]),
    ...(variant === 'default' ? [] : [variant]),
    ...(repeats > 1 ? [`${repeat} of ${repeats}`] : []),
  ]
  return printable(parts.join(', '))
}

/** The share of the phase that is over, from 0 to 1; `undefined` where its end is not planned. */
export function shareDone({ elapsed, total, requests, planned }: Progress): number | undefined {
  if (planned !== null) return planned === 0 ? undefined : Math.min(1, requests / planned)
  return total === null || total === 0 ? undefined : Math.min(1, elapsed / total)
}

function describeUsers({ users, iterations, dropped }: Progress): readonly string[] {
  if (users === null) return []
  const lost = dropped === 0 ? '' : ` (${formatNumber(dropped)} dropped)`
  return [plural(users, 'user'), `${plural(iterations, 'iteration')}${lost}`]
}

/** Writes the progress of a phase: `12s of 30s`, `2,500 of 10,000 requests`. */
export function describeShare({ elapsed, total, requests, planned }: Progress): string {
  if (planned !== null) return `${formatNumber(requests)} of ${plural(planned, 'request')}`
  const whole = formatLength(Math.round(elapsed))
  return total === null ? whole : `${whole} of ${formatLength(total)}`
}

/** Writes the time that is left, in minutes from 2 on: `18s left`, `14 min left`. */
export function describeLeft(seconds: number): string {
  return seconds < 120 ? `${Math.ceil(seconds)}s left` : `${Math.ceil(seconds / 60)} min left`
}
