import type { Progress } from '@benchpress/core'
import { formatFigure } from '@benchpress/report'
import { formatNumber, formatThroughput, formatSeconds, plural } from '@benchpress/report/format'

/** Writes one line about where a test is: `run 2 of 3: 12s of 30s, 198,231 requests/s, 50% 24 ms, 99% 42 ms, 0 failed`; with users also their number and that of iterations. */
export function describeProgress(progress: Progress): string {
  const { phase, failed } = progress
  const run = describeRun(progress)
  if (phase === 'setup') return `starting${run}`
  if (phase === 'teardown') return `stopping${run}`
  if (progress.case !== undefined) return `${phase}${run}: ${progress.case}, ${describeShare(progress)}`
  return [
    `${phase}${run}: ${describeShare(progress)}`,
    ...describeUsers(progress),
    `${formatThroughput(progress.requestsPerSecond)} requests/s`,
    ...describePercentile(progress, 'p50', '50%'),
    ...describePercentile(progress, 'p99', '99%'),
    `${formatNumber(failed)} failed`,
  ].join(', ')
}

// With the same marks as in the tables.
function describePercentile({ responseTime }: Progress, figure: 'p50' | 'p99', name: string): readonly string[] {
  return responseTime[figure] === null ? [] : [`${name} ${formatFigure(responseTime, figure)}`]
}

// Which run it is, where there are several: ` (2 of 3)`, ` (multi-core, 2 of 3)`, ` (users=10)`.
function describeRun({ point, variant, repeat, repeats }: Progress): string {
  const parts = [
    ...(point === undefined ? [] : [point]),
    ...(variant === 'default' ? [] : [variant]),
    ...(repeats > 1 ? [`${repeat} of ${repeats}`] : []),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** How much of the phase is over, from 0 to 1; `undefined` where its end is not planned. */
export function shareDone({ elapsed, total, requests, planned }: Progress): number | undefined {
  if (planned !== null) return planned === 0 ? undefined : Math.min(1, requests / planned)
  return total === null || total === 0 ? undefined : Math.min(1, elapsed / total)
}

function describeUsers({ users, iterations, dropped }: Progress): readonly string[] {
  if (users === null) return []
  const lost = dropped === 0 ? '' : ` (${formatNumber(dropped)} dropped)`
  return [plural(users, 'user'), `${plural(iterations, 'iteration')}${lost}`]
}

function describeShare({ elapsed, total, requests, planned }: Progress): string {
  if (planned !== null) return `${formatNumber(requests)} of ${plural(planned, 'request')}`
  const whole = formatSeconds(Math.round(elapsed))
  return total === null ? whole : `${whole} of ${formatSeconds(total)}`
}
