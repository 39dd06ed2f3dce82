import { parseDuration, parseRate } from '../../base/units/duration.ts'
import type { Duration } from '../fields/quantity-schema.ts'
import { given, isObject, isPart } from '../unchecked.ts'
import type { StagesWorkloadConfig } from '../workload/stages-workload.ts'
import type { WorkloadConfig } from '../workload/workload-config.ts'
import { scaleCount, type Settings } from './settings.ts'

/** Returns a workload in which each given setting replaces the matching field; a rate and users change the kind of the workload, and keep its length. */
export function changeWorkload(workload: WorkloadConfig, settings: Settings): WorkloadConfig {
  if (!isPart(workload)) return workload
  const { scale = 1 } = settings
  const changed = withLength(withLevels(withKind(workload, settings), settings), settings)
  return scale === 1 ? changed : (scaleFields(changed, scale) as WorkloadConfig)
}

function withKind(workload: WorkloadConfig, { rate, users }: Settings): WorkloadConfig {
  if (rate === undefined && users === undefined) return workload
  const { warmup, gracefulStop } = workload
  const kept = { ...lengthOf(workload), ...given({ warmup, gracefulStop }) }
  if (rate === undefined) return { ...kept, ...keptOf(workload, ['pacing']), users } as WorkloadConfig
  return { ...kept, ...(isOpen(workload) && keptOf(workload, ['arrivals', 'maxUsers', 'reuseUsers'])), rate }
}

function keptOf(workload: WorkloadConfig, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(workload).filter(([key]) => keys.includes(key)))
}

function lengthOf(workload: WorkloadConfig): object {
  if ('stages' in workload) return given({ duration: lengthOfStages(workload) })
  return given({ duration: workload.duration, iterations: 'connections' in workload ? workload.requests : workload.iterations })
}

function withLevels(workload: WorkloadConfig, settings: Settings): WorkloadConfig {
  const { connections, pipelining, refill, warmup, arrivals } = settings
  const warm = given({ warmup })
  if (isOpen(workload)) return { ...workload, ...warm, ...given({ arrivals, maxUsers: settings.maxUsers ?? connections }) }
  if (kindOf(workload) !== 'connections') return { ...workload, ...warm }
  return { ...workload, ...warm, ...given({ connections, pipelining, refill }) }
}

function withLength(workload: WorkloadConfig, { duration, requests }: Settings): WorkloadConfig {
  if ('stages' in workload) return duration === undefined ? workload : stretchStages(workload, duration)
  if (duration === undefined && requests === undefined) return workload
  const ended = Object.entries(workload).filter(([key]) => !['duration', 'requests', 'iterations'].includes(key))
  const count = kindOf(workload) === 'connections' ? { requests } : { iterations: requests }
  return { ...Object.fromEntries(ended), ...given({ duration, ...count }) } as WorkloadConfig
}

function stretchStages(workload: StagesWorkloadConfig, duration: Duration): WorkloadConfig {
  const before = lengthOfStages(workload)
  const after = parseDuration(duration)
  if (before === undefined || before === 0 || after === undefined) return workload
  const stretch = (length: Duration): Duration => ((parseDuration(length) ?? 0) * after) / before / 1e12
  const steps = workload.stages.steps.map((step) => ({ ...step, duration: stretch(step.duration) }))
  return { ...workload, stages: { ...workload.stages, steps } } as WorkloadConfig
}

// Duration in seconds.
function lengthOfStages({ stages }: StagesWorkloadConfig): number | undefined {
  if (!isPart(stages) || !Array.isArray(stages.steps)) return undefined
  const lengths = stages.steps.map((step) => (isPart(step) ? parseDuration(step.duration) : undefined))
  return lengths.every((length) => length !== undefined) ? lengths.reduce((sum, length) => sum + length, 0) / 1e6 : undefined
}

const counts: readonly string[] = ['connections', 'requests', 'users', 'maxUsers', 'batch', 'iterations', 'shared']
const levels: readonly string[] = ['from', 'to']

/**
 * Multiplies a field of a workload, and those within it: connections, users, rates, batches, and the total numbers of requests or iterations.
 *
 * Times and the number of iterations of each user stay unchanged; values that are not numbers are left to the check of the config.
 *
 * @param of what the levels of the stages are in which the field stands
 */
export function scaleField(key: string, value: unknown, scale: number, of?: unknown): unknown {
  const isLevel = levels.includes(key)
  if (key === 'rate' || (isLevel && of === 'rate')) return scaleRate(value, scale)
  if (typeof value !== 'number') return scaleFields(value, scale, of)
  if (counts.includes(key)) return scaleCount(value, scale)
  // Users may fall to none at the end of a ramp; a constant workload keeps at least one.
  return isLevel ? Math.round(value * scale) : value
}

function scaleFields(value: unknown, scale: number, outer?: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => scaleFields(item, scale, outer))
  if (!isObject(value)) return value
  const { of = outer } = value
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, scaleField(key, field, scale, of)]))
}

function scaleRate(rate: unknown, scale: number): unknown {
  const perSecond = typeof rate === 'string' || typeof rate === 'number' ? parseRate(rate) : undefined
  return perSecond === undefined ? rate : perSecond * scale
}

const kinds = ['rate', 'users', 'stages', 'batch', 'connections'] as const

/** Finds the kind of a workload; `undefined` for an invalid workload, which the check of the config reports. */
export function kindOf(workload: WorkloadConfig): (typeof kinds)[number] | undefined {
  return kinds.find((key) => Object.hasOwn(workload, key))
}

/** Whether iterations start by the clock. */
export function isOpen(workload: WorkloadConfig): boolean {
  return kindOf(workload) === 'rate' || ('stages' in workload && isPart(workload.stages) && workload.stages.of === 'rate')
}
