import { cpus } from 'node:os'
import { systemClock } from '../base/clock/clock.ts'
import type { ResourceSample } from '../result/summary/generator-summary.ts'
import { meanOf } from '../result/verdict/stretches.ts'
import { disturbanceBetween, type MachineCounters, readMachineCounters } from '../target/disturbance.ts'
import { cpuUseBetween } from '../target/machine-cpu.ts'
import { meterProcessTree, type ProcessTreeSample } from '../target/processes.ts'
import type { LocalGenerator } from '../load/worker/load-generator.ts'
import type { WatchedProcesses } from './watched-processes.ts'

const interval = 1000

/** CPU so far in seconds, and memory, at one moment. */
interface Reading {
  readonly at: number
  readonly generatorCpu: number
  readonly generatorRss: number
  readonly target: ProcessTreeSample | null
  readonly machine: MachineCounters
}

/** CPU as means over the run phase, and memory at its largest; `null` where nothing could be measured. */
export type ResourceMeans = Readonly<
  Record<'generatorCpu' | 'generatorRss' | 'targetCpu' | 'targetRss' | 'hostCpu' | 'hostInterruptCpu', number | null>
>

/** Samples CPU and memory of generator, target and machine each second, in the thread that calls `run()`. */
export class ResourceSampler {
  readonly #readOwn: () => Promise<number>
  readonly #readTarget: (() => Promise<ProcessTreeSample | null>) | undefined
  readonly #runStart: number
  readonly #samples: ResourceSample[] = []
  readonly #cpuCount = cpus().length
  readonly #threads: readonly number[]
  readonly #onSample: (sample: ResourceSample) => void
  #last: Reading | undefined
  #timer: NodeJS.Timeout
  #sampling: Promise<void> = Promise.resolve()

  /**
   * Samples from now on.
   *
   * @param threads the system's numbers of the load threads
   * @param onSample callback for each sample
   */
  constructor(
    { target, hasOwnChildren }: WatchedProcesses,
    runStart: number,
    threads: readonly number[] = [],
    onSample: (sample: ResourceSample) => void = () => undefined,
  ) {
    this.#onSample = onSample
    this.#threads = threads
    this.#readOwn = hasOwnChildren ? meterOwnTree() : readOwnCpu
    this.#readTarget = target.length === 0 ? undefined : meterProcessTree(...target.map(({ pid }) => pid))
    this.#runStart = runStart
    this.#sample()
    const untilRun = (runStart - systemClock.now()) / 1000
    this.#timer = setTimeout(
      () => {
        this.#sample()
        this.#timer = setInterval(() => this.#sample(), interval)
      },
      Math.max(0, untilRun),
    )
  }

  get samples(): readonly ResourceSample[] {
    return this.#samples
  }

  /** Takes the last sample and ends. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sample()
    await this.#sampling
  }

  // Samples are taken one after the other, so that none overtakes the one before.
  #sample(): void {
    this.#sampling = this.#sampling.then(() => this.#takeSample())
  }

  async #takeSample(): Promise<void> {
    const target = this.#readTarget === undefined ? null : await this.#readTarget()
    const generatorCpu = await this.#readOwn()
    const generatorRss = residentBytes()
    const machine = readMachineCounters(this.#threads)
    // No file can be opened to read the counters; the next sample covers this time, too.
    if (generatorRss === null || (machine.cpu === null && this.#cpuCount > 0)) return
    const reading: Reading = { at: systemClock.now(), generatorCpu, generatorRss, target, machine }
    const last = this.#last
    this.#last = reading
    if (last === undefined || reading.at <= last.at) return
    const sample = { at: (reading.at - this.#runStart) / 1e6, ...this.#between(last, reading) }
    this.#samples.push(sample)
    this.#onSample(sample)
  }

  #between(last: Reading, { at, generatorCpu, generatorRss, target, machine }: Reading): Omit<ResourceSample, 'at'> {
    const length = (at - last.at) / 1e6
    const host = cpuUseBetween(last.machine.cpu, machine.cpu, this.#cpuCount)
    return {
      length,
      generatorCpu: (generatorCpu - last.generatorCpu) / length,
      generatorRss,
      targetCpu: target === null || last.target === null ? null : (target.cpuSeconds - last.target.cpuSeconds) / length,
      targetRss: target?.rss ?? null,
      hostCpu: host?.used ?? 0,
      hostInterruptCpu: host?.interrupts ?? null,
      disturbance: disturbanceBetween(last.machine, machine, this.#cpuCount),
    }
  }
}

/** Computes the means of samples over a run phase of `duration` seconds; a sample covers the time since the one before. */
export function meansOf(samples: readonly ResourceSample[], duration: number): ResourceMeans {
  // The last sample is taken just after the end of the run phase.
  return figuresOfProcesses(
    samples,
    samples.filter(({ at }) => at > 0.05 && at < duration + interval / 1000),
  )
}

/** The largest memory of samples, and the means of their CPU, or of that of those within a phase. */
export function figuresOfProcesses(samples: readonly ResourceSample[], within: readonly ResourceSample[] = samples): ResourceMeans {
  const mean = (read: (sample: ResourceSample) => number | null): number | null => meanOf(within, read)
  return {
    generatorCpu: mean((sample) => sample.generatorCpu),
    generatorRss: largest(samples.map((sample) => sample.generatorRss)),
    targetCpu: mean((sample) => sample.targetCpu),
    targetRss: largest(samples.flatMap((sample) => sample.targetRss ?? [])),
    hostCpu: mean((sample) => sample.hostCpu),
    hostInterruptCpu: mean((sample) => sample.hostInterruptCpu),
  }
}

// CPU time in seconds.
async function readOwnCpu(): Promise<number> {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Reads the CPU of this process and of those that it started, such as the children of a server that is the target. */
function meterOwnTree(): () => Promise<number> {
  const read = meterProcessTree(process.pid)
  return async () => (await read())?.cpuSeconds ?? (await readOwnCpu())
}

// On Linux this opens a file, and throws when the process has no file left.
function residentBytes(): number | null {
  try {
    return process.memoryUsage.rss()
  } catch {
    return null
  }
}

function largest(values: readonly number[]): number | null {
  return values.length === 0 ? null : Math.max(...values)
}

/** Samples this machine from now on, with the threads of a generator, and notifies the generator when CPU is scarce. */
export function sampleGenerator(
  generator: LocalGenerator,
  watched: WatchedProcesses,
  runStart: number,
  onSample: (sample: ResourceSample) => void = () => undefined,
): ResourceSampler {
  const isScarce = judgeScarcity(cpus().length)
  return new ResourceSampler(watched, runStart, generator.numbers, (sample) => {
    generator.reportScarcity(isScarce(sample))
    onSample(sample)
  })
}

/** Shares of all CPUs of the machine: CPU is scarce above `scarce`, until the share falls below `spare`. A waker takes less than the difference. */
const cutOffs = { scarce: 0.95, spare: 0.7 }

/**
 * Judges after each second whether CPU is scarce: all CPUs are busy, stolen CPU included, or a control group has used up its quota.
 *
 * @param count the number of CPUs of the machine
 */
export function judgeScarcity(count: number): (sample: Pick<ResourceSample, 'hostCpu' | 'disturbance'>) => boolean {
  let isScarce = false
  return ({ hostCpu, disturbance }) => {
    isScarce = (disturbance.throttled ?? 0) > 0 || hostCpu / count > (isScarce ? cutOffs.spare : cutOffs.scarce)
    return isScarce
  }
}
