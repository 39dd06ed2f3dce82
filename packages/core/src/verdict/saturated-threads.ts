import type { GeneratorSummary, TestSummary, ThreadSummary } from '../summary/summary.ts'
import { saturatedCpu, saturatedUtilization, saturationSeconds } from './cut-offs.ts'
import { formatShare } from './figures.ts'

/** The load threads that could not have sent more; a thread that died is not among them. */
export function saturatedThreads(generator: GeneratorSummary): readonly ThreadSummary[] {
  return generator.threads.filter(
    ({ lost, utilization, cpu }) => lost === null && (utilization > saturatedUtilization || (cpu !== null && cpu > saturatedCpu)),
  )
}

/** Whether the run phase was so short that busy threads are no news: they were starting. */
export function isTooShortToSaturate({ scenarios }: TestSummary): boolean {
  return scenarios.every(({ duration }) => duration < saturationSeconds)
}

/** Says of saturated threads how busy they were, such as `worker 0 was busy 97 % of the time`. */
export function describeBusyThreads(generator: GeneratorSummary, threads: readonly ThreadSummary[]): string {
  const parts = threads.map(({ worker, utilization, cpu }) => {
    const name = generator.inCallingThread ? 'the calling thread' : `worker ${worker}`
    const used = cpu !== null && cpu > saturatedCpu ? ` and used ${formatShare(cpu)} of a CPU` : ''
    return `${name} was busy ${formatShare(utilization)} of the time${used}`
  })
  return parts.join(', ')
}
