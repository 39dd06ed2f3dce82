import type { Duration, Rate } from '../../config/fields/quantity-schema.ts'
import type { StagesWorkloadConfig, StageConfig } from '../../config/workload/stages-workload.ts'
import type { WorkloadConfig } from '../../config/workload/workload-config.ts'
import { parseDuration, parseRate } from '../../base/units/duration.ts'
import { type Settings, scaleCount } from '../settings.ts'
import { given, isObject } from '../../config/unchecked.ts'
import type { RateWorkloadConfig } from '../../config/workload/rate-workload.ts'
import type { UsersWorkloadConfig, BatchWorkloadConfig, ConnectionsWorkloadConfig } from '../../config/workload/closed-workloads.ts'

/** Returns a workload in which each given setting replaces the matching field; `--rate` and `--users` change the kind of the workload, and keep its length. */
export function applyToWorkload(workload: WorkloadConfig, settings: Settings): WorkloadConfig {
  if (!isPart(workload)) return workload
  const loaded = withLevels(withKind(workload, settings), settings)
  return scaleWorkload(withLength(loaded, settings), settings.scale ?? 1)
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
  const of = kindOf(workload)
  if (of === undefined) return {}
  if (of.kind === 'connections') return given({ duration: of.workload.duration, iterations: of.workload.requests })
  if (of.kind === 'stages') return given({ duration: lengthOfStages(of.workload) })
  return given({ duration: of.workload.duration, iterations: of.workload.iterations })
}

function withLevels(workload: WorkloadConfig, settings: Settings): WorkloadConfig {
  const { connections, pipelining, refill, warmup, arrivals } = settings
  const warm = given({ warmup })
  if (isOpen(workload)) return { ...workload, ...warm, ...given({ arrivals, maxUsers: settings.maxUsers ?? connections }) }
  if (kindOf(workload)?.kind !== 'connections') return { ...workload, ...warm }
  return { ...workload, ...warm, ...given({ connections, pipelining, refill }) }
}

function withLength(workload: WorkloadConfig, { duration, requests }: Settings): WorkloadConfig {
  const of = kindOf(workload)
  if (of?.kind === 'stages') return duration === undefined ? workload : stretchStages(of.workload, duration)
  if (duration === undefined && requests === undefined) return workload
  const ended = Object.entries(workload).filter(([key]) => !['duration', 'requests', 'iterations'].includes(key))
  const count = of?.kind === 'connections' ? { requests } : { iterations: requests }
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

/**
 * Multiplies counts and rates: connections, users, rates, batches, and the total numbers of requests or iterations.
 *
 * Times and the number of iterations of each user stay unchanged; values that are not numbers are left to the check of the config.
 */
function scaleWorkload(workload: WorkloadConfig, scale: number): WorkloadConfig {
  if (scale === 1) return workload
  const of = kindOf(workload)
  if (of?.kind === 'stages') return scaleStages(of.workload, scale) as WorkloadConfig
  const count = (value: unknown): unknown => scaleCount(value as number, scale)
  return mapKnown(workload, {
    connections: count,
    requests: count,
    users: count,
    maxUsers: count,
    batch: count,
    rate: (rate) => scaleRate(rate as Rate, scale),
    iterations: (iterations) => (isObject(iterations) ? mapKnown(iterations, { shared: count }) : count(iterations)),
  })
}

/** Multiplies a rate; any other value is left unchanged. */
export function scaleRate(rate: Rate, scale: number): Rate {
  const perSecond = typeof rate === 'string' || typeof rate === 'number' ? parseRate(rate) : undefined
  return perSecond === undefined ? rate : perSecond * scale
}

function scaleStages(workload: Extract<WorkloadConfig, { readonly stages: unknown }>, scale: number): object {
  const { stages } = workload
  if (!isPart(stages)) return workload
  // Users may fall to none at the end of a ramp; a constant workload keeps at least one.
  const level = (value: unknown): unknown => {
    if (stages.of === 'rate') return scaleRate(value as Rate, scale)
    return typeof value === 'number' ? Math.round(value * scale) : value
  }
  const scaleStep = (step: StageConfig<Rate>): unknown => (isPart(step) ? mapKnown(step, { to: level }) : step)
  const steps = Array.isArray(stages.steps) ? (stages.steps as readonly StageConfig<Rate>[]).map(scaleStep) : stages.steps
  const scaled = mapKnown(workload, { maxUsers: (count) => scaleCount(count as number, scale) })
  return { ...scaled, stages: { ...mapKnown(stages, { from: level }), steps } }
}

type Maps = Readonly<Record<string, (value: unknown) => unknown>>

function mapKnown<Value extends object>(value: Value, maps: Maps): Value {
  const entries = Object.entries(value).map(([key, field]) => [key, field === undefined ? field : (maps[key]?.(field) ?? field)])
  return Object.fromEntries(entries) as Value
}

/** A workload of a config with its kind. */
export type KindOfWorkload =
  | { readonly kind: 'connections'; readonly workload: ConnectionsWorkloadConfig }
  | { readonly kind: 'users'; readonly workload: UsersWorkloadConfig }
  | { readonly kind: 'rate'; readonly workload: RateWorkloadConfig }
  | { readonly kind: 'stages'; readonly workload: StagesWorkloadConfig }
  | { readonly kind: 'batch'; readonly workload: BatchWorkloadConfig }

const kinds = ['rate', 'users', 'stages', 'batch', 'connections'] as const

/** Finds the kind of a workload; `undefined` for functions, which have none, and for an invalid workload, which the check of the config reports. */
export function kindOf(workload: WorkloadConfig | undefined): KindOfWorkload | undefined {
  const kind = workload === undefined ? undefined : kinds.find((key) => Object.hasOwn(workload, key))
  return kind === undefined ? undefined : ({ kind, workload } as KindOfWorkload)
}

/** Whether iterations start by the clock. */
export function isOpen(workload: WorkloadConfig | undefined): boolean {
  const of = kindOf(workload)
  return of?.kind === 'rate' || (of?.kind === 'stages' && of.workload.stages?.of === 'rate')
}

/** Whether a part of a config is an object, as its type promises; the content of a config file is not checked yet. */
export function isPart(value: unknown): boolean {
  return isObject(value)
}
