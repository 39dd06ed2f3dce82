import type { Rate } from '../../config/fields/quantity-schema.ts'
import type { StageConfig } from '../../config/workload/stages-workload.ts'
import type { UsersWorkloadConfig } from '../../config/workload/closed-workloads.ts'
import type { WorkloadConfig } from '../../config/workload/workload-config.ts'
import { parseRate } from '../../base/units/rate.ts'
import { scaleCount } from '../settings.ts'
import { isPart, kindOf } from './workload-kinds.ts'

/**
 * Multiplies counts and rates: connections, users, rates, batches, and the total numbers of requests or iterations.
 *
 * Times stay as they are, and so does how often each user does its journey; what is no number is left to the check of the config.
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

/** Multiplies a rate; what is none is left as it is. */
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
  // Users may come down to none at the end of a ramp, where a constant workload keeps one.
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
