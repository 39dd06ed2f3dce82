import type { Duration } from '../../config/fields/quantity-schema.ts'
import type { StagesWorkloadConfig } from '../../config/workload/stages-workload.ts'
import type { WorkloadConfig } from '../../config/workload/workload-config.ts'
import { parseDuration } from '../../base/units/duration.ts'
import { given, type Settings } from '../settings.ts'
import { scaleWorkload, kindOf, isOpen, isPart } from './workload-kinds.ts'

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
