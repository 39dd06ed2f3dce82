import type { TestSummary } from '../summary/summary.ts'
import { cpuSamplingError, sharedCpu } from './cut-offs.ts'

/**
 * Whether all processes together used nearly all CPUs.
 *
 * False on a machine that used more CPUs than this process may use: it has others, and how busy ours were cannot be told.
 */
export function isMachineFull({ hostCpu, cpus }: Pick<TestSummary, 'hostCpu' | 'cpus'>): boolean {
  return hostCpu !== null && hostCpu > sharedCpu * cpus && hostCpu <= cpus * (1 + cpuSamplingError)
}
