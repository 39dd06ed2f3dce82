import type { UsersTotals } from '../../measure/recorder/users-totals.ts'
import type { IterationsSnapshot } from '../../measure/recorder/iterations.ts'
import { summarizeEndpoints } from './summarize-endpoints.ts'
import { summarizeRequests, type RequestFacts } from './summarize-requests.ts'
import { summarizeTimes } from './summarize-times.ts'
import type { IterationCounts, UsersSummary } from './summary.ts'

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
