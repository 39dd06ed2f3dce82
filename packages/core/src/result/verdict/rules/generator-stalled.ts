import type { GeneratorSummary, TestSummary } from '../../summary/summary.ts'
import { distortingStall, notableStall, stallResolution } from '../cut-offs.ts'
import { formatMilliseconds, formatShare } from '../figures.ts'
import { isTooShortToSaturate, saturatedThreads } from '../saturated-threads.ts'
import type { Reason } from '../verdict.ts'

/**
 * A load thread that stood still for a while, though it had time enough over all: a journey computed, or the machine did not let it run.
 *
 * What was due or answered meanwhile was late by that, and nothing of it is the target's. A thread that was busy all the time is named by
 * `generator-saturated`. In a very short run phase a hold-up is a part of the start.
 */
export function generatorStalled(summary: TestSummary): readonly Reason[] {
  const { generator, scenarios } = summary
  const duration = Math.max(0, ...scenarios.map((scenario) => scenario.duration)) * 1000
  const saturated = new Set(saturatedThreads(summary).map(({ worker }) => worker))
  return generator.threads.flatMap((thread) => {
    const { lost, loopDelay } = thread
    const share = loopDelay.max / duration
    if (lost !== null || saturated.has(thread.worker) || loopDelay.max <= stallResolution || share <= notableStall) return []
    const stall = `${nameOf(generator, thread.worker)} stood still for ${formatMilliseconds(loopDelay.max)} at once`
    const effect = 'what was due or answered meanwhile was late by that, which is not the target'
    const text = `${stall}, ${formatShare(Math.min(1, share))} of the run phase: ${effect}`
    return [{ rule: 'generator-stalled', level: share > distortingStall && !isTooShortToSaturate(summary) ? 'suspect' : 'note', text }]
  })
}

function nameOf({ inCallingThread }: GeneratorSummary, worker: number): string {
  return inCallingThread ? 'the calling thread' : `worker ${worker}`
}
