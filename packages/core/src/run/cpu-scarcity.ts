import type { ResourceSample } from '../result/summary/machine-second.ts'

/** Shares of all CPUs of the machine: fuller than `scarce` there is none to spare, until it is less full than `spare`. A waker takes less than lies between. */
const cutOffs = { scarce: 0.95, spare: 0.7 }

/** Tells from each second whether the machine has CPU to spare for more than the load itself. */
export class CpuScarcity {
  readonly #cpus: number
  #isScarce = false

  /** @param cpus of the machine */
  constructor(cpus: number) {
    this.#cpus = cpus
  }

  /** Scarce when all CPUs are busy, taken by a hypervisor included, and while a control group has used up its quota. */
  judge({ hostCpu, disturbance }: Pick<ResourceSample, 'hostCpu' | 'disturbance'>): boolean {
    const busy = hostCpu / this.#cpus
    this.#isScarce = (disturbance.throttled ?? 0) > 0 || busy > (this.#isScarce ? cutOffs.spare : cutOffs.scarce)
    return this.#isScarce
  }
}
