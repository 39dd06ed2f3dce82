import type { MicrobenchmarkSummary } from '../summary/microbenchmark-summary.ts'
import type { TestSummary } from '../summary/summary.ts'
import { formatCount, formatRough, formatShare } from './figures.ts'
import { cpuSeconds, ownCpu } from './microbenchmark-cut-offs.ts'
import { microbenchmarkRules } from './microbenchmark-reasons.ts'
import { interrupted } from './rules/integrity.ts'
import type { Reason } from './verdict.ts'

/** Whether a test measured functions, which have no target. */
export function isOfFunctions({ target }: TestSummary): boolean {
  return target.kind === 'none'
}

/** What there is to say of a test of functions, each reason with the name of its function. */
export function judgeFunctions(summary: TestSummary): readonly Reason[] {
  const { microbenchmarks, generator } = summary
  const isOnlyScenario = new Set(microbenchmarks.map(({ name }) => name)).size === 1
  const reasons = microbenchmarkRules.flatMap((rule) =>
    microbenchmarks.flatMap((measured) => {
      const reason = rule(measured)
      return reason === null ? [] : [{ ...reason, text: `${nameOf(measured, isOnlyScenario)}: ${reason.text}` }]
    }),
  )
  const inCallingThread: Reason = {
    rule: 'generator-in-calling-thread',
    level: 'note',
    text: 'the functions ran in the thread that called run(): other code there can delay them; leave workers out',
  }
  const common = [...judgeThreads(summary), ...judgeCpu(microbenchmarks), ...judgeBatches(microbenchmarks)]
  return [...interrupted(summary), ...common, ...reasons, ...(generator.inCallingThread ? [inCallingThread] : [])]
}

/** What kept functions from being called more often, as a plain sentence. */
export function functionsLimitedBy({ microbenchmarks, cpus }: TestSummary): string {
  if (!microbenchmarks.some(({ samples }) => samples > 0)) return 'nothing: no function was measured'
  const parallel = mostParallel(microbenchmarks)
  if (parallel > cpus) return `CPUs: ${formatCount(parallel)} threads called functions on ${formatRough(cpus)}`
  const [taken] = microbenchmarks.filter(isShortOfCpu)
  if (taken !== undefined)
    return `other processes on this machine, or what functions waited for: ${taken.case} had a CPU for ${formatShare(taken.cpu ?? 0)} of the time`
  return `the functions themselves: ${parallel === 1 ? 'one thread' : 'each thread'} called them one after the other, without a pause`
}

function judgeThreads({ microbenchmarks, cpus }: TestSummary): readonly Reason[] {
  const parallel = mostParallel(microbenchmarks)
  if (parallel <= cpus) return []
  const text = `${formatCount(parallel)} threads called functions on ${formatRough(cpus)} CPUs: their times include waiting for each other`
  return [{ rule: 'shared-cores', level: 'suspect', text }]
}

function judgeCpu(microbenchmarks: readonly MicrobenchmarkSummary[]): readonly Reason[] {
  const taken = microbenchmarks.filter(isShortOfCpu)
  if (taken.length === 0) return []
  const list = taken.map(({ case: name, cpu }) => `${name} ${formatShare(cpu ?? 0)}`).join(', ')
  const text = `these had a CPU for a part of the time only: ${list}; what else ran on this machine is in their times, unless they wait by themselves, as for a disk`
  return [{ rule: 'busy-machine', level: 'suspect', text }]
}

// A function that waits leaves the CPU to others by itself.
function isShortOfCpu({ cpu, isAsync, measured, parallel }: MicrobenchmarkSummary): boolean {
  return !isAsync && cpu !== null && cpu < ownCpu && measured / parallel >= cpuSeconds
}

function judgeBatches(microbenchmarks: readonly MicrobenchmarkSummary[]): readonly Reason[] {
  const batched = microbenchmarks.filter(({ batch, samples }) => batch > 1 && samples > 0)
  if (batched.length === 0) return []
  const list = batched.map(({ case: name, batch }) => `${name} by ${formatCount(batch)}`).join(', ')
  const why = 'one call is too short for the clock, so that percentiles, extremes and deviation are those of the means of batches'
  return [{ rule: 'batched', level: 'note', text: `calls were timed in batches (${list}): ${why}` }]
}

function mostParallel(microbenchmarks: readonly MicrobenchmarkSummary[]): number {
  return Math.max(0, ...microbenchmarks.map(({ parallel }) => parallel))
}

function nameOf(measured: MicrobenchmarkSummary, isOnlyScenario: boolean): string {
  return isOnlyScenario ? measured.case : `${measured.name} ${measured.case}`
}
