import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { LocalGenerator } from '../load/worker/load-generator.ts'
import { mostOfUser } from '../load/user/http/http-scenario.ts'
import { checkConnectionLimits, describePossibleLimit, readMachineLimits } from '../target/connection-limits.ts'
import type { Assignment } from './divide-test.ts'
import type { AnyGenerator } from './load-threads.ts'
import type { MachineReport, MachineGenerator } from './machines/machines.ts'
import type { KnownMachine } from './machines/summarize-machine.ts'
import { neededSockets } from './needed-sockets.ts'
import type { ReachedTarget } from './reach-target.ts'
import type { ResourceSampler, WatchedProcesses } from './resource-sampler.ts'
import { sampleGenerator } from './sample-generator.ts'

/** Where the load of one test comes from. */
export interface LoadSource {
  readonly generators: readonly AnyGenerator[]
  /** Load threads of all generators. */
  readonly threads: number
  /** Microseconds from the order to the start, so that every thread has heard it by then. */
  readonly leadTime: number
  /** What is known of the machines that it is; empty where it is this process. */
  readonly known: readonly KnownMachine[]
  /** The name of the machine that a worker belongs to; `undefined` where it is of this process, and before shares were assigned. */
  nameOf(worker: number): string | undefined
  /** Takes who runs which shares. */
  assign(assignments: readonly Assignment<AnyGenerator>[]): void
  /**
   * Looks whether the connections of a test can be opened from there.
   *
   * @returns what might go wrong
   * @throws InvalidConfigError when they cannot
   */
  checkLimits(config: ResolvedConfig): string | undefined
  /** Looks whether a target that this process has reached can be reached from there; throws as `checkLimits`. */
  checkTarget(reached: ReachedTarget): void
  /** Starts to sample what this process has to: itself, as far as it generates the load, and the target. */
  sample(watched: WatchedProcesses, runStart: number): ResourceSampler
  /** Takes what a machine told of itself. */
  onMachine(generator: MachineGenerator, report: MachineReport): void
  /** To be called when the test is over. */
  end(): Promise<void>
}

/** This process: its load threads, or the calling thread itself. */
export class LocalSource implements LoadSource {
  readonly generators: readonly [LocalGenerator]
  readonly threads: number
  readonly leadTime = 20_000
  readonly known: readonly KnownMachine[] = []

  constructor(config: ResolvedConfig) {
    const generator = new LocalGenerator(config)
    this.generators = [generator]
    this.threads = generator.threads
  }

  checkLimits(config: ResolvedConfig): string | undefined {
    const limits = readMachineLimits()
    const issues = checkConnectionLimits(neededSockets(config), limits)
    if (issues.length > 0) throw new InvalidConfigError(issues.map((issue) => ({ path: 'scenarios', ...issue })))
    return describePossibleLimit(neededSockets(config, mostOfUser), limits)
  }

  nameOf(): undefined {}

  assign(): void {}

  checkTarget(): void {}

  sample(watched: WatchedProcesses, runStart: number): ResourceSampler {
    return sampleGenerator(this.generators[0], watched, runStart)
  }

  onMachine(): void {}

  async end(): Promise<void> {}
}
