import { InvalidConfigError } from '../base/errors/benchpress-error.ts'
import { type ResolvedConfig, neededSockets } from '../config/resolved-config.ts'
import { LocalGenerator } from '../load/worker/load-generator.ts'
import { mostOfUser } from '../load/user/http/connection-pool.ts'
import { checkConnectionLimits, describePossibleLimit, readMachineLimits } from '../target/connection-limits.ts'
import type { Assignment } from './divide-test.ts'
import type { AnyGenerator } from './load-threads.ts'
import type { MachineReport, MachineGenerator } from './machines/machines.ts'
import type { KnownMachine } from './machines/summarize-machine.ts'
import type { ReachedTarget } from './reach-target.ts'
import { type ResourceSampler, sampleGenerator } from './resource-sampler.ts'
import type { WatchedProcesses } from './watched-processes.ts'

/** The source of the load of one test: this process or machines. */
export interface LoadSource {
  readonly generators: readonly AnyGenerator[]
  /** The number of load threads of all generators. */
  readonly threads: number
  /** Microseconds from the order to the start, in which the order reaches every thread. */
  readonly leadTime: number
  /** The known machines; empty for this process. */
  readonly known: readonly KnownMachine[]
  /** The name of the machine that a worker runs on; `undefined` for this process, and before shares were assigned. */
  nameOf(worker: number): string | undefined
  /** Assigns shares to generators. */
  assign(assignments: readonly Assignment<AnyGenerator>[]): void
  /**
   * Checks whether the source can open the connections of a test.
   *
   * @returns a warning of what might go wrong
   * @throws InvalidConfigError when it cannot
   */
  checkLimits(config: ResolvedConfig): string | undefined
  /** Checks whether the source can reach a target that this process has reached; throws like `checkLimits`. */
  checkTarget(reached: ReachedTarget): void
  /** Starts to sample the target, and this process if it generates the load. */
  sample(watched: WatchedProcesses, runStart: number): ResourceSampler
  /** Takes a report of a machine. */
  onMachine(generator: MachineGenerator, report: MachineReport): void
  /** Is called when the test is over. */
  end(): Promise<void>
}

/** Load from this process: from load threads, or the calling thread itself. */
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
