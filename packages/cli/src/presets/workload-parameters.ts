import type { Duration, Rate, WorkloadConfig } from '@benchpress/core'
import { formatDuration, formatRate, parseDuration, parseRate } from '@benchpress/core/report'
import { kindOf } from '../flags/workload-kinds.ts'

/** What a workload says, with its defaults, by the names of a report, such as `connections` or `duration`. */
export function workloadParameters(workload: WorkloadConfig): Readonly<Record<string, string>> {
  const defaults: Readonly<Record<string, unknown>> = { ...defaultsOf[kindOf(workload)?.kind ?? 'stages'], warmup: 0 }
  const missing = Object.entries(defaults).filter(([key]) => !Object.hasOwn(workload, key))
  const all: readonly [string, unknown][] = [...Object.entries(workload), ...missing]
  return Object.fromEntries(all.map(([key, value]) => [names[key] ?? key, sayParameter(key, value)]))
}

const defaultsOf = {
  connections: { pipelining: 1 },
  users: { pacing: 0 },
  rate: { arrivals: 'uniform', maxUsers: 1000 },
  stages: {},
  batch: {},
} as const

const names: Readonly<Record<string, string>> = { maxUsers: 'most users', reuseUsers: 'reuse of users', gracefulStop: 'graceful stop' }

const durations: readonly string[] = ['duration', 'warmup', 'gracefulStop', 'pacing']

function sayParameter(key: string, value: unknown): string {
  if (durations.includes(key)) return sayDuration(value as Duration)
  if (key === 'rate') return sayRate(value as Rate)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Writes a count, or `none`. */
export function sayCount(count: number | undefined): string {
  return count === undefined ? 'none' : String(count)
}

/** Writes a time as it is said: `30s`. */
export function sayDuration(duration: Duration): string {
  const microseconds = parseDuration(duration)
  return microseconds === undefined ? String(duration) : formatDuration(microseconds)
}

function sayRate(rate: Rate): string {
  const perSecond = parseRate(rate)
  return perSecond === undefined ? String(rate) : formatRate(perSecond)
}
