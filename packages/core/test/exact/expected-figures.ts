import { expect } from 'vitest'
import type { Schedule } from '../../src/engine/schedule.ts'
import type { Outcome } from '../../src/metrics/outcome.ts'
import type { PhaseSummary, ScenarioSummary } from '../../src/summary/summary.ts'
import type { TimeSummary } from '../../src/summary/time-summary.ts'
import type { Entry, Ledger } from './ledger.ts'
import { requestText } from './play.ts'

const second = 1e6
const answers: readonly (Outcome | undefined)[] = ['ok', 'http_error', 'check_failed']

/** What a request is timed with: what was cut off, lost or refused has no time. */
function responseTimeOf(entry: Entry, timeout: number): number {
  if (answers.includes(entry.outcome)) return entry.endedAt - entry.plannedAt
  return entry.outcome === 'timeout' ? entry.sentAt - entry.plannedAt + timeout : Number.NaN
}

function serviceTimeOf(entry: Entry, timeout: number): number {
  if (answers.includes(entry.outcome)) return entry.endedAt - entry.sentAt
  return entry.outcome === 'timeout' ? timeout : Number.NaN
}

const timed = (times: readonly number[]): number[] => times.filter((time) => !Number.isNaN(time))

/** Expects the figures of a distribution to be those of these times: exact ones to the microsecond, others to the width of a bucket. */
export function expectTimes(summary: TimeSummary, exact: readonly number[], what: string): void {
  const times = exact.map((time) => Math.round(time)).toSorted((a, b) => a - b)
  expect(summary.count, what).toBe(times.length)
  if (times.length === 0) return expect(summary.max, what).toBeNull()
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  expect([summary.min, summary.max], what).toEqual([times[0]! / 1000, times.at(-1)! / 1000])
  expect(summary.mean! * 1000, what).toBeCloseTo(mean, 5)
  const shown = {
    2.5: summary.p2_5,
    50: summary.p50,
    75: summary.p75,
    90: summary.p90,
    95: summary.p95,
    97.5: summary.p97_5,
    99: summary.p99,
  }
  for (const [percent, reported] of [...Object.entries(shown), ['99.9', summary.p99_9] as const]) {
    expectPercentile(reported!, times, Number(percent), what)
  }
  const deviation = Math.sqrt(times.reduce((sum, time) => sum + (time - mean) ** 2, 0) / times.length)
  expect(Math.abs(summary.stdev! * 1000 - deviation), what).toBeLessThanOrEqual(times.at(-1)! / 2048 + 1e-3)
}

// By nearest rank, and in the middle of a bucket that is as wide as a 1,024th of what it holds; up to 2,047 µs buckets hold one value each.
function expectPercentile(reported: number, times: readonly number[], percent: number, what: string): void {
  const value = times[Math.max(1, Math.ceil((percent / 100) * times.length - 1e-9)) - 1]!
  expect(Math.abs(reported * 1000 - value), `p${percent} of ${what}`).toBeLessThanOrEqual(value < 2048 ? 1e-6 : value / 2048)
}

/** A ledger, and how to read it. */
export interface Books {
  readonly ledger: Ledger
  readonly timeout: number
  readonly phases: Schedule
  /** When the run phase was ended from outside: by its duration or an interruption. */
  readonly stoppedAt: number
}

/** Expects every figure of a scenario to be what the ledger says. */
export function expectFigures(summary: ScenarioSummary, books: Books): void {
  const { ledger, timeout, phases } = books
  const run = ledger.requests.filter(({ plannedAt }) => plannedAt >= phases.runStart)
  expectCounts(summary, run, ledger.dropped.filter((plannedAt) => plannedAt >= phases.runStart).length)
  expect(summary.duration).toBeCloseTo((phases.runEnd - phases.runStart) / second, 9)
  expectTimes(summary.responseTime, timed(run.map((entry) => responseTimeOf(entry, timeout))), 'response times')
  expectTimes(summary.serviceTime, timed(run.map((entry) => serviceTimeOf(entry, timeout))), 'service times')
  expectTimes(summary.connectTime, ledger.connects, 'connect times')
  expectWarmup(summary.warmup, books)
  expectErrors(summary, run, phases)
  const all = timed(ledger.requests.map((entry) => Math.round(responseTimeOf(entry, timeout))))
  expect(summary.fastest === null ? Infinity : summary.fastest * 1000).toBeCloseTo(
    all.reduce((least, time) => Math.min(least, time), Infinity),
    3,
  )
  expect(summary.dataSent).toBe(run.filter(({ sentAt, outcome }) => sentAt > 0 && outcome !== 'refused').length * requestText.length)
  const read = ledger.reads.filter(({ at }) => at >= phases.runStart)
  expect(summary.dataReceived).toBe(read.reduce((sum, { bytes }) => sum + bytes, 0))
  expectSeconds(summary, books, run)
  // Where a count ends the run phase, what the warm-up left in flight may end behind it, and counts until then.
  const inFlight = overlapOf(ledger.requests, phases.runStart, books.stoppedAt)
  expect(summary.inFlight * summary.duration * second).toBeCloseTo(summary.duration > 0 ? inFlight : 0, 1)
}

function expectCounts({ counts }: Pick<PhaseSummary, 'counts'>, entries: readonly Entry[], dropped: number): void {
  expect(counts).toMatchObject({ scheduled: entries.length + dropped, started: entries.length, dropped })
  for (const [outcome, count] of Object.entries(counts.outcomes)) {
    expect(count, outcome).toBe(entries.filter((entry) => entry.outcome === outcome).length)
  }
}

function expectWarmup(warmup: PhaseSummary | null, { ledger, timeout, phases }: Books): void {
  if (phases.runStart === phases.start) return expect(warmup).toBeNull()
  const entries = ledger.requests.filter(({ plannedAt }) => plannedAt < phases.runStart)
  expectCounts(warmup!, entries, ledger.dropped.filter((plannedAt) => plannedAt < phases.runStart).length)
  expectTimes(warmup!.responseTime, timed(entries.map((entry) => responseTimeOf(entry, timeout))), 'response times of the warm-up')
  expectTimes(warmup!.serviceTime, timed(entries.map((entry) => serviceTimeOf(entry, timeout))), 'service times of the warm-up')
}

function expectErrors(summary: ScenarioSummary, run: readonly Entry[], { runStart }: Schedule): void {
  const failed = run.filter(({ outcome }) => outcome !== 'ok')
  for (const outcome of new Set([...failed.map((entry) => entry.outcome!), ...summary.errors.map((error) => error.outcome)])) {
    const listed = summary.errors.filter((error) => error.outcome === outcome)
    const ends = failed.filter((entry) => entry.outcome === outcome).map(({ endedAt }) => (endedAt - runStart) / second)
    expect(
      listed.reduce((sum, { count }) => sum + count, 0),
      outcome,
    ).toBe(ends.length)
    expect(Math.min(...listed.map(({ first }) => first)), outcome).toBeCloseTo(Math.min(...ends), 9)
    expect(Math.max(...listed.map(({ last }) => last)), outcome).toBeCloseTo(Math.max(...ends), 9)
  }
}

// What arrives in a second counts in it, whenever it was sent; what was planned in the run phase is timed in the second in which it ends.
function expectSeconds(summary: ScenarioSummary, { ledger, timeout, phases, stoppedAt }: Books, run: readonly Entry[]): void {
  const { runStart, runEnd } = phases
  const isAnswer = ({ outcome }: Entry): boolean => answers.includes(outcome)
  const within = (from: number, to: number) => (entry: Entry) => entry.endedAt >= from && entry.endedAt < to
  expect(summary.series).toHaveLength(Math.ceil((runEnd - runStart) / second - 1e-9))
  for (const [index, shown] of summary.series.entries()) {
    const isIn = within(runStart + index * second, Math.min(stoppedAt, runStart + (index + 1) * second))
    const ended = ledger.requests.filter(isIn)
    const times = timed(run.filter(isIn).map((entry) => Math.round(responseTimeOf(entry, timeout)))).toSorted((a, b) => a - b)
    expect(shown.requests, `second ${index}`).toBe(ended.filter(isAnswer).length)
    expect(shown.failed, `second ${index}`).toBe(ended.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'aborted').length)
    expect(shown.max, `second ${index}`).toBe(times.length === 0 ? null : times.at(-1)! / 1000)
    if (times.length === 0) continue
    expect(shown.mean! * 1000).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / times.length, 5)
    expectPercentile(shown.p50!, times, 50, `second ${index}`)
    expectPercentile(shown.p99!, times, 99, `second ${index}`)
  }
  // What arrives in the run phase makes its rate; where a count ends it, what was sent in it.
  const arrived = isEndedByCount(summary) ? run.filter(isAnswer) : ledger.requests.filter(within(runStart, runEnd)).filter(isAnswer)
  expect(summary.throughput.requestsPerSecond * summary.duration).toBeCloseTo(arrived.length, 6)
}

function isEndedByCount({ workload }: ScenarioSummary): boolean {
  return workload.duration === null
}

/** How long requests were under way between two times, all together. */
function overlapOf(requests: readonly Entry[], from: number, to: number): number {
  return requests.reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, to) - Math.max(startedAt, from)), 0)
}
