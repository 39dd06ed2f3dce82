import type { Rate } from '../../config/fields/quantity-schema.ts'
import type { RateWorkloadConfig } from '../../config/workload/rate-workload.ts'
import type { StagesWorkloadConfig, StageConfig } from '../../config/workload/stages-workload.ts'
import type { WorkloadConfig } from '../../config/workload/workload-config.ts'
import { scaleCount } from '../settings.ts'
import type { UsersWorkloadConfig, BatchWorkloadConfig, ConnectionsWorkloadConfig } from '../../config/workload/closed-workloads.ts'
import { parseRate } from '../../base/units/rate.ts'

/**
 * Multiplies counts and rates: connections, users, rates, batches, and the total numbers of requests or iterations.
 *
 * Times and the number of iterations of each user stay unchanged; values that are not numbers are left to the check of the config.
 */
export function scaleWorkload(workload: WorkloadConfig, scale: number): WorkloadConfig {
  if (scale === 1) return workload
  const of = kindOf(workload)
  if (of?.kind === 'stages') return scaleStages(of.workload, scale) as WorkloadConfig
  return mapKnown(workload, {
    connections: (count) => scaleCount(count as number, scale),
    requests: (count) => scaleCount(count as number, scale),
    users: (count) => scaleCount(count as number, scale),
    maxUsers: (count) => scaleCount(count as number, scale),
    batch: (count) => scaleCount(count as number, scale),
    rate: (rate) => scaleRate(rate as Rate, scale),
    iterations: (iterations) => scaleIterations(iterations as UsersWorkloadConfig['iterations'], scale),
  })
}

/** Multiplies a rate; any other value is left unchanged. */
export function scaleRate(rate: Rate, scale: number): Rate {
  const perSecond = typeof rate === 'string' || typeof rate === 'number' ? parseRate(rate) : undefined
  return perSecond === undefined ? rate : perSecond * scale
}

function scaleIterations(iterations: UsersWorkloadConfig['iterations'], scale: number): UsersWorkloadConfig['iterations'] {
  if (typeof iterations === 'number') return scaleCount(iterations, scale)
  return isPart(iterations) && iterations !== undefined && 'shared' in iterations
    ? { shared: scaleCount(iterations.shared, scale) }
    : iterations
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
