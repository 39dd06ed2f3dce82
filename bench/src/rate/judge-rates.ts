import type { Generator } from '../generator.ts'
import { median } from '../median.ts'
import { judged } from '../minimums.ts'
import type { JudgedMinimum } from '../minimums.ts'
import { benchpressCoarse, benchpressRate } from './benchpress.ts'
import { k6Rate } from './k6.ts'
import { sleeper } from './sleeper.ts'

/** Most CPU per request as a share of k6's, by rate. */
const mostOfK6: Readonly<Record<number, number>> = { 2000: 0.4, 8000: 0.25 }
const mostUneven = 0.1
/** Largest lateness of a generator as a multiple of that of a sleeping program, as the event loop has other work, too. */
const mostOfSleeper = 5
/** Milliseconds. */
const mostLate = { p50: 0.15, p99: 1 }

/** One measurement of a generator at a rate. */
export interface RateRound {
  /** Requests that reached the target, as a share of those that were due. */
  readonly sent: number
  readonly unevenness: number
  readonly cpuSecondsPer1000: number
  readonly peakRssBytes: number
  readonly otherCpu: number
  /** Whether the machine took CPU or memory from the run. */
  readonly isDisturbed: boolean
  /** Times by the generator's own report, in milliseconds; `null` without one. */
  readonly times: RateTimes
}

/** The times that a generator reports, in milliseconds. */
export interface RateTimes {
  readonly lag50: number | null
  readonly lag99: number | null
  readonly response50: number | null
}

/** The measurements of a generator at a rate. */
export interface RateRow {
  readonly rate: number
  readonly generator: string
  readonly rounds: readonly RateRound[]
}

/** The median of a reported time over the rounds; `null` without any. */
export function medianTime(rounds: readonly RateRound[], name: keyof RateTimes): number | null {
  const known = rounds.map(({ times }) => times[name]).filter((time) => time !== null)
  return known.length === 0 ? null : median(known)
}

/** Writes a time of a round. */
export function drawTime(time: number | null): string {
  return time === null ? 'not told' : `${time.toFixed(3)} ms`
}

/** Compares the generators with the minimums of the suite, at each measured rate. */
export function judgeRates(rows: readonly RateRow[]): readonly JudgedMinimum[] {
  return [...new Set(rows.map(({ rate }) => rate))].flatMap((rate) => {
    const roundsOf = ({ name }: Pick<Generator, 'name'>): readonly RateRound[] | undefined =>
      rows.find((row) => row.rate === rate && row.generator === name)?.rounds
    const [precise, coarse, theirs, asleep] = [benchpressRate, benchpressCoarse, k6Rate, sleeper].map(roundsOf)
    return [
      ...(precise === undefined ? [] : [judgeSent(rate, precise), ...judgeLag(rate, precise, asleep ?? [])]),
      // Evenness is meaningless with few arrivals in each 10 ms.
      ...(precise === undefined || mostOfK6[rate] === undefined ? [] : [judgeEvenness(rate, precise)]),
      ...(coarse === undefined || theirs === undefined ? [] : judgeCpu(rate, coarse, theirs)),
    ]
  })
}

function judgeSent(rate: number, ours: readonly RateRound[]): JudgedMinimum {
  const sent = median(ours.map((round) => round.sent))
  return unlessDisturbed(judged(`${rate}/s: everything is sent`, sent === 1, `${(sent * 100).toFixed(2)} %`), ours)
}

function judgeEvenness(rate: number, ours: readonly RateRound[]): JudgedMinimum {
  const uneven = median(ours.map((round) => round.unevenness))
  return unlessDisturbed(judged(`${rate}/s: unevenness of at most ${mostUneven}`, uneven <= mostUneven, uneven.toFixed(3)), ours)
}

function judgeLag(rate: number, ours: readonly RateRound[], asleep: readonly RateRound[]): readonly JudgedMinimum[] {
  return (['p50', 'p99'] as const).flatMap((percentile) => {
    const name = percentile === 'p50' ? 'lag50' : 'lag99'
    const [lag, floor] = [medianTime(ours, name), medianTime(asleep, name)]
    const most = mostLate[percentile]
    if (lag === null) return []
    const text = `${rate}/s: send lag of at most ${most} ms (${percentile})`
    // Where a program that only sleeps is late, too, the machine was measured rather than the generator, unless the generator is far later.
    if (lag > most && floor !== null && floor > most && lag <= floor * mostOfSleeper)
      return [{ text, state: 'not measured' as const, measured: `${drawTime(lag)}, where a sleeping program is ${drawTime(floor)} late` }]
    return [unlessDisturbed(judged(text, lag <= most, drawTime(lag)), ours)]
  })
}

// A minimum that is missed while the machine takes CPU says nothing about the generator, and one that is still met is met.
function unlessDisturbed(minimum: JudgedMinimum, rounds: readonly RateRound[]): JudgedMinimum {
  const { text, state, measured } = minimum
  if (state !== 'not met' || !rounds.some((round) => round.isDisturbed)) return minimum
  return { text, state: 'not measured', measured: `disturbed, ${measured}` }
}

// Judged by coarse timing, since precise timing wakes two threads for each request, and k6 has no such option.
function judgeCpu(rate: number, ours: readonly RateRound[], theirs: readonly RateRound[]): readonly JudgedMinimum[] {
  const most = mostOfK6[rate]
  if (most === undefined) return []
  const ratio = median(ours.map((round) => round.cpuSecondsPer1000)) / median(theirs.map((round) => round.cpuSecondsPer1000))
  const minimum = judged(`${rate}/s: at most ${most}x the CPU per request of k6, with timers`, ratio <= most, `${ratio.toFixed(2)}x`)
  return [unlessDisturbed(minimum, [...ours, ...theirs])]
}
