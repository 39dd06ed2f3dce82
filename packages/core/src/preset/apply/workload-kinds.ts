import type { BatchWorkloadConfig, ConnectionsWorkloadConfig, UsersWorkloadConfig } from '../../config/workload/closed-workloads.ts'
import type { RateWorkloadConfig } from '../../config/workload/rate-workload.ts'
import type { StagesWorkloadConfig } from '../../config/workload/stages-workload.ts'
import type { WorkloadConfig } from '../../config/workload/workload-config.ts'

/** A workload of a config by what it gives first. */
export type KindOfWorkload =
  | { readonly kind: 'connections'; readonly workload: ConnectionsWorkloadConfig }
  | { readonly kind: 'users'; readonly workload: UsersWorkloadConfig }
  | { readonly kind: 'rate'; readonly workload: RateWorkloadConfig }
  | { readonly kind: 'stages'; readonly workload: StagesWorkloadConfig }
  | { readonly kind: 'batch'; readonly workload: BatchWorkloadConfig }

const kinds = ['rate', 'users', 'stages', 'batch', 'connections'] as const

/** The kind of a workload; `undefined` for functions, which have none, and for a wrong one, which the check of the config reports. */
export function kindOf(workload: WorkloadConfig | undefined): KindOfWorkload | undefined {
  const kind = workload === undefined ? undefined : kinds.find((key) => Object.hasOwn(workload, key))
  return kind === undefined ? undefined : ({ kind, workload } as KindOfWorkload)
}

/** Whether iterations start by the clock. */
export function isOpen(workload: WorkloadConfig | undefined): boolean {
  const of = kindOf(workload)
  return of?.kind === 'rate' || (of?.kind === 'stages' && of.workload.stages?.of === 'rate')
}

/** Whether a part of a config is an object, as its type says: what a config file holds is unknown. */
export function isPart(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
