import { expect } from 'vitest'
import type { Schedule } from '../../src/load/engine/schedule.ts'
import { outcomes, type Outcome } from '../../src/model/metrics/outcome.ts'
import type { PhaseSummary } from '../../src/result/summary/requests-summary.ts'
import type { ScenarioSummary } from '../../src/result/summary/scenario-summary.ts'
import { expectPercentile, expectTimes, type Sample } from './expected-times.ts'
import type { Entry, Ledger } from './ledger.ts'

const second = 1e6
/** Outcomes of requests that got a response. */
export const responses: readonly (Outcome | undefined)[] = ['ok', 'http_error', 'check_failed']

/** The response time of a request as far as it is known: a lost or refused one has none. */
export function responseOf(entry: Entry, timeout: number): Sample[] {
  const { plannedAt, startedAt, sentAt, waitsUntil } = entry
  const timedOut = Number.isNaN(sentAt) ? startedAt - plannedAt + (waitsUntil - startedAt) : sentAt - plannedAt + timeout
  return samplesFrom(entry, plannedAt, timedOut)
}

/** The service time of a request as far as it is known: one that was not sent has none, either. */
export function serviceOf(entry: Entry, timeout: number): Sample[] {
  return Number.isNaN(entry.sentAt) ? [] : samplesFrom(entry, entry.sentAt, timeout)
}

function samplesFrom({ outcome, endedAt }: Entry, from: number, timedOut: number): Sample[] {
  const isCutOff = outcome === 'aborted'
  const time = outcome === 'timeout' ? timedOut : isCutOff || responses.includes(outcome) ? endedAt - from : Number.NaN
  return Number.isNaN(time) ? [] : [{ time, isCutOff }]
}

/** A ledger, and how to read it. */
export interface Books {
  readonly ledger: Ledger
  readonly timeout: number
  readonly phases: Schedule
  /** When the run phase was ended from outside: by its duration or an interruption. */
  readonly stoppedAt: number
}

/** Expects every figure of a scenario to be that of the ledger. */
export function expectFigures(summary: ScenarioSummary, books: Books): void {
  const { ledger, timeout, phases } = books
  const run = ledger.requests.filter(({ plannedAt }) => plannedAt >= phases.runStart)
  expect(phases.runEnd, 'end of the run phase').toBe(runEndOf(books))
  expectCounts(summary, run, ledger.dropped.filter((plannedAt) => plannedAt >= phases.runStart).length)
  expect(summary.duration).toBeCloseTo((phases.runEnd - phases.runStart) / second, 9)
  expectTimes(
    summary.responseTime,
    run.flatMap((entry) => responseOf(entry, timeout)),
    'response times',
  )
  expectTimes(
    summary.serviceTime,
    run.flatMap((entry) => serviceOf(entry, timeout)),
    'service times',
  )
  expectTimes(summary.connectTime, ledger.connects, 'connect times')
  expectWarmup(summary.warmup, books)
  expectErrors(summary, run, phases)
  if (summary.warmup !== null)
    expectErrors(
      summary.warmup,
      ledger.requests.filter((entry) => !run.includes(entry)),
      phases,
    )
  const ended = ledger.requests.flatMap((entry) => responseOf(entry, timeout)).filter(({ isCutOff }) => !isCutOff)
  expect(summary.fastest === null ? Infinity : summary.fastest * 1000).toBeCloseTo(
    ended.reduce((least, { time }) => Math.min(least, Math.round(time)), Infinity),
    3,
  )
  expect(summary.dataSent).toBe(run.reduce((sum, { sends, bytes }) => sum + sends * bytes, 0))
  const read = ledger.reads.filter(({ at }) => at >= phases.runStart)
  expect(summary.dataReceived).toBe(read.reduce((sum, { bytes }) => sum + bytes, 0))
  expectSeconds(summary, books, run)
  // Where a count ends the run phase, requests left in flight by the warm-up may end after it, and count until then.
  const inFlight = overlapOf(ledger.requests, phases.runStart, books.stoppedAt)
  expect(summary.inFlight * summary.duration * second).toBeCloseTo(summary.duration > 0 ? inFlight : 0, 1)
}

// When it is stopped, or the last thread has ended all that it was to start.
function runEndOf({ ledger, phases: { runStart }, stoppedAt }: Books): number {
  const overAt = Math.max(...ledger.overAt)
  const ends = [...ledger.requests, ...ledger.iterations].filter(({ plannedAt }) => plannedAt >= runStart).map(({ endedAt }) => endedAt)
  const ended = overAt < stoppedAt ? Math.max(overAt, ...ends) : Infinity
  return Math.max(runStart, Math.min(stoppedAt, ended))
}

function expectCounts({ counts, retried }: Pick<PhaseSummary, 'counts' | 'retried'>, entries: readonly Entry[], dropped: number): void {
  expect(counts).toMatchObject({ scheduled: entries.length + dropped, started: entries.length, dropped })
  expect(counts.outcomes).toEqual(countOutcomes(entries))
  expect(retried).toBe(entries.reduce((sum, { sends }) => sum + Math.max(0, sends - 1), 0))
}

export function countOutcomes(entries: readonly Entry[]): Record<Outcome, number> {
  const counts = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  for (const { outcome } of entries) if (outcome !== undefined) counts[outcome] += 1
  return counts
}

function expectWarmup(warmup: PhaseSummary | null, { ledger, timeout, phases }: Books): void {
  if (phases.runStart === phases.start) return expect(warmup).toBeNull()
  const entries = ledger.requests.filter(({ plannedAt }) => plannedAt < phases.runStart)
  expectCounts(warmup!, entries, ledger.dropped.filter((plannedAt) => plannedAt < phases.runStart).length)
  expectTimes(
    warmup!.responseTime,
    entries.flatMap((entry) => responseOf(entry, timeout)),
    'response times of the warm-up',
  )
  expectTimes(
    warmup!.serviceTime,
    entries.flatMap((entry) => serviceOf(entry, timeout)),
    'service times of the warm-up',
  )
}

function expectErrors(summary: PhaseSummary, entries: readonly Entry[], { runStart }: Schedule): void {
  const failed = entries.filter(({ outcome }) => outcome !== 'ok')
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

// A response counts in the second of its arrival, whenever its request was sent; a request planned in the run phase is timed in the second in which it
// ends.
function expectSeconds(summary: ScenarioSummary, { ledger, timeout, phases, stoppedAt }: Books, run: readonly Entry[]): void {
  const { runStart, runEnd } = phases
  const isResponse = ({ outcome }: Entry): boolean => responses.includes(outcome)
  const within = (from: number, to: number) => (entry: Entry) => entry.endedAt >= from && entry.endedAt < to
  expect(summary.series).toHaveLength(Math.ceil((runEnd - runStart) / second - 1e-9))
  for (const [index, shown] of summary.series.entries()) {
    const isIn = within(runStart + index * second, Math.min(stoppedAt, runStart + (index + 1) * second))
    const ended = ledger.requests.filter(isIn)
    const samples = run.filter(isIn).flatMap((entry) => responseOf(entry, timeout))
    const times = samples.map(({ time }) => Math.round(time))
    expect(shown.requests, `second ${index}`).toBe(ended.filter(isResponse).length)
    expect(shown.failed, `second ${index}`).toBe(ended.filter(({ outcome }) => outcome !== 'ok' && outcome !== 'aborted').length)
    expect(shown.max, `second ${index}`).toBe(times.length === 0 ? null : Math.max(...times) / 1000)
    expect(shown.unfinished ?? 0, `second ${index}`).toBe(samples.filter(({ isCutOff }) => isCutOff).length)
    const [from, to] = [runStart + index * second, runStart + (index + 1) * second]
    if (to > runEnd) expect(shown.inFlight, `second ${index}`).toBeUndefined()
    else expect(shown.inFlight! * second, `second ${index}`).toBeCloseTo(overlapOf(ledger.requests, from, to), 0)
    if (times.length === 0) continue
    expect(shown.mean! * 1000).toBeCloseTo(times.reduce((sum, time) => sum + time, 0) / times.length, 5)
    expectPercentile(shown.p50!, samples, 50, `second ${index}`)
    expectPercentile(shown.p99!, samples, 99, `second ${index}`)
  }
  // Responses that arrive in the run phase make its rate; where a count ends the phase, responses to requests sent in it.
  const iterations = ledger.iterations.filter(({ plannedAt }) => plannedAt >= runStart)
  const isInterrupted = [...run, ...iterations].some(({ endedAt }) => endedAt > runEnd)
  const isOfCount = isEndedByCount(summary) && !isInterrupted
  const arrived = isOfCount ? run.filter(isResponse) : ledger.requests.filter(within(runStart, runEnd)).filter(isResponse)
  expect(summary.throughput.requestsPerSecond * summary.duration).toBeCloseTo(arrived.length, 6)
}

function isEndedByCount({ workload }: ScenarioSummary): boolean {
  return workload.duration === null
}

/** How long requests or iterations were under way between two times, all together. */
export function overlapOf(all: readonly Pick<Entry, 'startedAt' | 'endedAt'>[], from: number, to: number): number {
  return all.reduce((sum, { startedAt, endedAt }) => sum + Math.max(0, Math.min(endedAt, to) - Math.max(startedAt, from)), 0)
}
