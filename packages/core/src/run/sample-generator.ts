import { cpus } from 'node:os'
import type { LocalGenerator } from '../load/worker/load-generator.ts'
import type { ResourceSample } from '../result/summary/generator-summary.ts'
import { ResourceSampler, type WatchedProcesses } from './resource-sampler.ts'

/** Samples this machine from now on, with the threads of a generator, and notifies the generator when CPU is scarce. */
export function sampleGenerator(
  generator: LocalGenerator,
  watched: WatchedProcesses,
  runStart: number,
  onSample: (sample: ResourceSample) => void = () => undefined,
): ResourceSampler {
  const scarcity = new CpuScarcity(cpus().length)
  const sampler = new ResourceSampler(watched, runStart, generator.numbers, (sample) => {
    generator.tellScarcity(scarcity.judge(sample))
    onSample(sample)
  })
  sampler.start()
  return sampler
}

/** Shares of all CPUs of the machine: CPU is scarce above `scarce`, until the share falls below `spare`. A waker takes less than the difference. */
const cutOffs = { scarce: 0.95, spare: 0.7 }

/** Judges after each second whether the machine has CPU to spare. */
export class CpuScarcity {
  readonly #cpus: number
  #isScarce = false

  /** @param count the number of CPUs of the machine */
  constructor(count: number) {
    this.#cpus = count
  }

  /** Whether CPU is scarce: all CPUs are busy, stolen CPU included, or a control group has used up its quota. */
  judge({ hostCpu, disturbance }: Pick<ResourceSample, 'hostCpu' | 'disturbance'>): boolean {
    const busy = hostCpu / this.#cpus
    this.#isScarce = (disturbance.throttled ?? 0) > 0 || busy > (this.#isScarce ? cutOffs.spare : cutOffs.scarce)
    return this.#isScarce
  }
}
