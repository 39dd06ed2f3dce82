import type { TestSummary } from '../summary/summary.ts'
import { sharedCpu } from './cut-offs.ts'
import { formatRough } from './figures.ts'
import { isMachineFull } from './machine-full.ts'

/**
 * Says how much of the CPUs a local target and the generator used, when that is too much for both to run undisturbed; otherwise `null`.
 *
 * Where the target's CPU cannot be seen, that of the whole machine stands for both.
 */
export function describeCpuContention(summary: TestSummary): string | null {
  const { target, hostCpu, cpus } = summary
  if (!target.local) return null
  const shared = `target and generator share ${cpus === 1 ? 'the one CPU' : `${formatRough(cpus)} CPUs`}`
  const used = usedByBoth(summary)
  if (used !== null) return used > sharedCpu * cpus ? `${shared} and used ${formatRough(used)}` : null
  return hostCpu !== null && isMachineFull(summary) ? `${shared}, and the machine used ${formatRough(hostCpu)} in all` : null
}

function usedByBoth({ target, generator }: TestSummary): number | null {
  // The target's process is then the generator's, whose CPU is both.
  if (target.kind === 'server') return generator.cpu
  return target.cpu === null || generator.cpu === null ? null : target.cpu + generator.cpu
}
