import type { ResourceSample } from '../summary/machine-second.ts'
import type { TestSummary } from '../summary/summary.ts'
import { sharedCpu } from './cut-offs.ts'
import { findSustained } from './find-sustained.ts'
import { formatRough } from './figures.ts'
import { isMachineFull } from './machine-full.ts'
import { describeStretch, meanOf, samplesWithin, type Stretch } from './run-seconds.ts'

/**
 * Says how much of the CPUs a local target and the generator used, when that is too much for both to run undisturbed, over the whole run phase or
 * for as long as it matters; otherwise `null`.
 *
 * Where the target's CPU cannot be seen, that of the whole machine stands for both.
 */
export function describeCpuContention(summary: TestSummary): string | null {
  const { target, generator, hostCpu, cpus } = summary
  if (!target.local) return null
  const shared = `target and generator share ${cpus === 1 ? 'the one CPU' : `${formatRough(cpus)} CPUs`}`
  const used = usedByBoth(target, generator.cpu, target.cpu)
  if (used !== null && used > sharedCpu * cpus) return `${shared} and used ${formatRough(used)}`
  const wanted = wantedByBoth(summary)
  if (wanted !== null && wanted > sharedCpu * cpus)
    return `${shared}, and wanted ${formatRough(wanted)} to run on: load threads waited for a core`
  if (used === null && hostCpu !== null && isMachineFull(summary)) return `${shared}, and the machine used ${formatRough(hostCpu)} in all`
  const stretch = findContention(summary)
  if (stretch === null) return null
  const mean = meanOf(samplesWithin(summary, stretch), (sample) => usedIn(target, sample)) ?? 0
  return `${shared} and used ${formatRough(mean)}${describeStretch(stretch)}`
}

// A thread that is ready and not let run is busy, and uses nothing meanwhile.
function wantedByBoth({ target, generator }: TestSummary): number | null {
  if (target.kind === 'server' || target.cpu === null) return null
  return generator.threads.reduce((sum, { utilization }) => sum + utilization, target.cpu)
}

// Of a target that cannot be seen, the machine's CPU is judged by its mean alone.
function findContention(summary: TestSummary): Stretch | null {
  const { resources, target, cpus } = summary
  return findSustained(resources, summary, (sample) => usedIn(target, sample), sharedCpu * cpus)
}

function usedIn(target: TestSummary['target'], { generatorCpu, targetCpu }: ResourceSample): number | null {
  return usedByBoth(target, generatorCpu, targetCpu)
}

function usedByBoth({ kind }: TestSummary['target'], generatorCpu: number | null, targetCpu: number | null): number | null {
  // The target's process is then the generator's, whose CPU is both.
  if (kind === 'server') return generatorCpu
  return targetCpu === null || generatorCpu === null ? null : targetCpu + generatorCpu
}
