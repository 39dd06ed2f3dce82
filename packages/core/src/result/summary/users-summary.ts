import type { Amount, Count } from '../../base/units/count.ts'
import { summarizeExamples, type FailureExampleSummary, type RequestFacts, type PluginRequestsSummary } from './requests-summary.ts'
import { summarizeTimes, type TimeSummary } from '../../model/metrics/time-summary.ts'
import type { UsersTotals } from '../../measure/recorder/users-totals.ts'
import { summarizeFigures, type SummarizedFigures } from './summarize-figures.ts'
import type { IterationsSnapshot } from '../../measure/recorder/iterations.ts'
import { summarizeEndpoints, type SeriesSummary } from './series-summary.ts'

/** How iterations ended: `scheduled = started + dropped`, `started = completed + failed + aborted`. */
export interface IterationCounts extends SummarizedFigures<'iterations', 'count'> {
  /** Iterations that were due. */
  readonly scheduled: Count
}

/** The figures of one journey. */
export interface JourneySummary {
  /** Name of the journey. */
  readonly name: string
  /** How the iterations of the journey ended. */
  readonly iterations: IterationCounts
  /** Times from the planned start of an iteration to its end. */
  readonly duration: TimeSummary
}

/** The counts of a check, which is a named expectation inside a journey. */
export interface CheckSummary {
  /** Name of the check. */
  readonly name: string
  /** The number of times that the check passed. */
  readonly passed: Count
  /** The number of times that the check failed. */
  readonly failed: Count
  /** What the check was about when it failed for the first times, at most five: the response that was read last, or a request without one. */
  readonly examples?: readonly FailureExampleSummary[]
}

/** The figures of the users of a scenario in the run phase; the counts of users include the warm-up. */
export interface UsersSummary extends SummarizedFigures<'users'> {
  /** Iterations of the run phase. */
  readonly iterations: IterationCounts
  /** Iterations of the warm-up; `null` without one. */
  readonly warmupIterations: IterationCounts | null
  /** Iterations started per second of the run phase. */
  readonly iterationsPerSecond: Amount
  /** Times from the planned start of an iteration to its end. */
  readonly iterationDuration: TimeSummary
  /** Figures by journey. */
  readonly journeys: readonly JourneySummary[]
  /** Why iterations failed, the most frequent first. */
  readonly failures: readonly {
    /** What the journey threw. */
    readonly reason: string
    /**
     * Where the first of these errors was thrown in the journey's own code, innermost frame first: `pay.ts:3:5 < order.journey.ts:12:9`; missing when
     * it is unknown.
     */
    readonly at?: string
    /** The number of iterations that failed for this reason. */
    readonly count: Count
    /** When the first of these iterations failed, in seconds from the start of the run phase; negative in the warm-up. */
    readonly first: number
    /** When the last of these iterations failed, in seconds from the start of the run phase; negative in the warm-up. */
    readonly last: number
  }[]
  /** Checks: named expectations inside journeys. */
  readonly checks: readonly CheckSummary[]
  /** Groups: named parts of journeys. */
  readonly groups: readonly {
    /** Name of the group; names of nested groups are joined by ` / `. */
    readonly name: string
    /** The time that the group took. */
    readonly duration: TimeSummary
  }[]
  /** Requests by tag. */
  readonly tags: readonly SeriesSummary[]
  /** Requests of plugins, by plugin; plugins without requests are left out. */
  readonly pluginRequests: readonly PluginRequestsSummary[]
  /** Feeds whose rows are used once. */
  readonly feeds: readonly {
    /** Name of the feed. */
    readonly name: string
    /** Rows in the file. */
    readonly rows: Count
    /** Rows that were handed out. */
    readonly used: Count
    /** Rows that were handed out twice, which is an error of the generator. */
    readonly duplicates: Count
  }[]
}

const microsecondsPerSecond = 1e6

/** Summarizes the totals of the users of a scenario. */
export function summarizeUsers(
  users: UsersTotals,
  pluginRequests: UsersSummary['pluginRequests'],
  facts: Pick<RequestFacts, 'runStart' | 'runEnd' | 'hasWarmup'>,
): UsersSummary {
  const { runStart, runEnd, hasWarmup } = facts
  const duration = Math.max(0, runEnd - runStart) / microsecondsPerSecond
  const iterations = summarizeIterations(users.run)
  const secondsFrom = (at: number): number => (at - runStart) / microsecondsPerSecond
  return {
    ...summarizeFigures('users', users, duration),
    iterations,
    warmupIterations: hasWarmup ? summarizeIterations(users.warmup) : null,
    iterationsPerSecond: duration > 0 ? iterations.started / duration : 0,
    iterationDuration: summarizeTimes(users.iterationDuration),
    journeys: users.journeys.map((journey) => ({
      name: journey.name,
      iterations: summarizeIterations(journey.iterations),
      duration: summarizeTimes(journey.duration),
    })),
    failures: users.failures.map(({ reason, at, count, first, last }) => ({
      reason,
      ...(at !== undefined && { at }),
      count,
      first: secondsFrom(first),
      last: secondsFrom(last),
    })),
    checks: users.checks.map(({ name, passed, failed, examples }) => ({
      name,
      passed,
      failed,
      ...summarizeExamples(examples, runStart),
    })),
    groups: users.groups.map(({ name, duration: times }) => ({ name, duration: summarizeTimes(times) })),
    tags: summarizeEndpoints(users.tags.all, duration, true),
    pluginRequests,
    feeds: users.feeds.map(({ name, rows, used, duplicates }) => ({ name, rows, used, duplicates })),
  }
}

function summarizeIterations(iterations: IterationsSnapshot): IterationCounts {
  return { scheduled: iterations.started + iterations.dropped, ...summarizeFigures('iterations', iterations, 0, 'count') }
}
