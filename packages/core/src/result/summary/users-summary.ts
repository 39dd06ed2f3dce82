import { summarizeTimes, type TimeSummary } from './time-summary.ts'
import type { UsersTotals } from '../../measure/recorder/users-totals.ts'
import type { IterationsSnapshot } from '../../measure/recorder/iterations.ts'
import { summarizeEndpoints, type SeriesSummary } from './series-summary.ts'
import { summarizeRequests, type RequestFacts, type PluginRequestsSummary } from './requests-summary.ts'

/** How iterations ended: `scheduled = started + dropped`, `started = completed + failed + aborted`. */
export interface IterationCounts {
  readonly scheduled: number
  readonly started: number
  readonly dropped: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
}

/** Iterations of one journey. */
export interface JourneySummary {
  readonly name: string
  readonly iterations: IterationCounts
  readonly duration: TimeSummary
}

/** A named expectation inside a journey. */
export interface CheckSummary {
  readonly name: string
  readonly passed: number
  readonly failed: number
}

/** What users did in the run phase. */
export interface UsersSummary {
  /** `created = completed + failed + aborted`; warm-up included. */
  readonly created: number
  readonly completed: number
  readonly failed: number
  readonly aborted: number
  /** Most at a time. */
  readonly mostActive: number
  /** Users in an iteration at a time, averaged over the run phase by measuring. */
  readonly busy: number
  /**
   * Users who waited for what the target sends by itself at a time and had no request in flight, as one does that has subscribed to something; averaged
   * over the run phase by measuring.
   */
  readonly waiting: number
  /** Users who waited for the response to a request of a plugin at a time and had none over HTTP in flight; averaged over the run phase by measuring. */
  readonly waitingForReplies: number
  readonly iterations: IterationCounts
  readonly warmupIterations: IterationCounts | null
  /** Iterations started per second of the run phase. */
  readonly iterationsPerSecond: number
  /** From the planned start. */
  readonly iterationDuration: TimeSummary
  /** From the planned start of an iteration until it was started. */
  readonly sendLag: TimeSummary
  /** From when a request was asked for to its send: for a connection, to be opened or to become free. */
  readonly httpWaiting: TimeSummary
  readonly timeToFirstByte: TimeSummary
  /** What it took to hand a request over to the operating system; not of streams. */
  readonly sendingTime: TimeSummary
  /** From the first byte of a response to its last one. */
  readonly receivingTime: TimeSummary
  /** By how much `think` took longer than it should; without samples where no journey thinks. */
  readonly thinkOvershoot: TimeSummary
  readonly journeys: readonly JourneySummary[]
  /** Why iterations failed, the most frequent first. */
  readonly failures: readonly { readonly reason: string; readonly count: number; readonly first: number; readonly last: number }[]
  readonly checks: readonly CheckSummary[]
  readonly groups: readonly { readonly name: string; readonly duration: TimeSummary }[]
  readonly tags: readonly SeriesSummary[]
  readonly retried: number
  /** By plugin; without those that sent none. */
  readonly pluginRequests: readonly PluginRequestsSummary[]
  /** Feeds in `unique` mode: rows in the file, rows handed out, and rows handed out twice, which is never right. */
  readonly feeds: readonly { readonly name: string; readonly rows: number; readonly used: number; readonly duplicates: number }[]
}

const microsecondsPerSecond = 1e6

/** Reads what users did into what people read. */
export function summarizeUsers(users: UsersTotals, facts: RequestFacts): UsersSummary {
  const { runStart, runEnd, hasWarmup } = facts
  const duration = Math.max(0, runEnd - runStart) / microsecondsPerSecond
  const iterations = summarizeIterations(users.run)
  const secondsFrom = (at: number): number => (at - runStart) / microsecondsPerSecond
  return {
    created: users.created,
    completed: users.completed,
    failed: users.failed,
    aborted: users.aborted,
    mostActive: users.mostActive,
    busy: duration > 0 ? users.busyTime / (duration * microsecondsPerSecond) : 0,
    waiting: duration > 0 ? users.waitingTime / (duration * microsecondsPerSecond) : 0,
    waitingForReplies: duration > 0 ? users.waitingForRepliesTime / (duration * microsecondsPerSecond) : 0,
    iterations,
    warmupIterations: hasWarmup ? summarizeIterations(users.warmup) : null,
    iterationsPerSecond: duration > 0 ? iterations.started / duration : 0,
    iterationDuration: summarizeTimes(users.iterationDuration),
    sendLag: summarizeTimes(users.sendLag),
    httpWaiting: summarizeTimes(users.httpWaiting),
    timeToFirstByte: summarizeTimes(users.timeToFirstByte),
    sendingTime: summarizeTimes(users.sending),
    receivingTime: summarizeTimes(users.receiving),
    thinkOvershoot: summarizeTimes(users.thinkOvershoot),
    journeys: users.journeys.map((journey) => ({
      name: journey.name,
      iterations: summarizeIterations(journey.iterations),
      duration: summarizeTimes(journey.duration),
    })),
    failures: users.failures.map(({ reason, count, first, last }) => ({
      reason,
      count,
      first: secondsFrom(first),
      last: secondsFrom(last),
    })),
    checks: users.checks.map(({ name, passed, failed }) => ({ name, passed, failed })),
    groups: users.groups.map(({ name, duration: times }) => ({ name, duration: summarizeTimes(times) })),
    tags: summarizeEndpoints(users.tags.all, duration, true),
    retried: users.retried,
    pluginRequests: [...users.pluginRequests]
      .filter(([, totals]) => totals.hasStarted)
      .map(([plugin, totals]) => ({ plugin, ...summarizeRequests(facts, totals) })),
    feeds: users.feeds.map(({ name, rows, used, duplicates }) => ({ name, rows, used, duplicates })),
  }
}

function summarizeIterations({ started, dropped, completed, failed, aborted }: IterationsSnapshot): IterationCounts {
  return { scheduled: started + dropped, started, dropped, completed, failed, aborted }
}
