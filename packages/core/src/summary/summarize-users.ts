import { pluginOutcomes } from '../metrics/plugin-outcome.ts'
import type { PluginRequestTotals } from '../recorder/plugin-request-totals.ts'
import type { UsersTotals } from '../recorder/users-totals.ts'
import type { IterationsSnapshot } from '../recorder/snapshot.ts'
import { summarizeEndpoints } from './summarize-endpoints.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { IterationCounts, PluginRequestsSummary, UsersSummary } from './summary.ts'

const microsecondsPerSecond = 1e6

/** When a scenario's run phase was, on the clock of the process, and whether a warm-up came before it. */
interface UsersFacts {
  readonly runStart: number
  /** Of the run phase, in seconds. */
  readonly duration: number
  readonly hasWarmup: boolean
}

/** Reads what users did into what people read. */
export function summarizeUsers(users: UsersTotals, { runStart, duration, hasWarmup }: UsersFacts): UsersSummary {
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
    pluginRequests: users.pluginRequests
      .filter(({ run }) => run.started > 0)
      .map((requests) => summarizePluginRequests(requests, secondsFrom, hasWarmup)),
    feeds: users.feeds.map(({ name, rows, used, duplicates }) => ({ name, rows, used, duplicates })),
  }
}

/**
 * Reads the requests of a plugin.
 *
 * @param secondsFrom seconds from the start of the run phase, of a time on the clock of the process
 */
export function summarizePluginRequests(
  { plugin, warmup, run, failures }: PluginRequestTotals,
  secondsFrom: (at: number) => number,
  hasWarmup: boolean,
): PluginRequestsSummary {
  return {
    plugin,
    started: run.started,
    outcomes: run.outcomes,
    warmup: hasWarmup ? { started: warmup.started, outcomes: warmup.outcomes } : null,
    failures: failures.map(({ outcome, reason, count, first, last }) => ({
      outcome: pluginOutcomes[outcome] ?? 'error',
      reason,
      count,
      first: secondsFrom(first),
      last: secondsFrom(last),
    })),
  }
}

function summarizeIterations({ started, dropped, completed, failed, aborted }: IterationsSnapshot): IterationCounts {
  return { scheduled: started + dropped, started, dropped, completed, failed, aborted }
}
