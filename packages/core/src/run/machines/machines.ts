import type { ClockOffset } from '../../base/clock/clock.ts'
import type { LoadGenerator, RunningShares, ShareEvents } from '../../load/worker/load-generator.ts'
import type { ThreadShare } from '../../load/worker/thread-messages.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { ResourceSample, MachineFacts } from '../../result/summary/generator-summary.ts'
import type { MachineLimits } from '../../target/connection-limits.ts'
import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'

/** Machines that can generate the load of tests instead of this one. */
export interface Machines {
  /**
   * Gathers the machines of one test; called for each run of a suite.
   *
   * @throws BenchpressError MACHINES_MISSING when fewer come than requested; the reason of the signal when that aborts
   */
  gather(test: GatheredTest): Promise<GatheredMachines>
}

/** What machines need to know about a test before they have their shares. */
export interface GatheredTest {
  readonly name: string
  /** The number of load threads of each machine. */
  readonly workers: number
  readonly timing: TimingMode
  /** URLs of the modules of journeys and plugins that the shares name. */
  readonly modules: readonly string[]
  /** Secret values of the config, which must not be shown. */
  readonly secrets: readonly string[]
  readonly signal: AbortSignal
  /** Is called with messages for the user, such as which machines are present and awaited. */
  readonly onNotice: (message: string) => void
}

/** The machines of one test. */
export interface GatheredMachines {
  /** A generator for each machine, with different names. */
  readonly generators: readonly MachineGenerator[]
  /** Releases the machines. Called once, when all shares have exited or none was started. */
  end(): Promise<void>
}

/** The facts that a machine reports about itself. */
export interface OwnFacts extends MachineFacts {
  readonly limits: MachineLimits
}

/** A generator on another machine. */
export interface MachineGenerator extends Omit<LoadGenerator, 'start'> {
  readonly machine: OwnFacts
  /** How far the clock of the calling process is ahead of the machine's own, as the machine was told. */
  readonly clock: ClockOffset
  /** Starts shares like {@link LoadGenerator.start}; `onMachine` may be called until `end` of the returned object has resolved. */
  start(shares: readonly ThreadShare[], events: MachineEvents): RunningShares
}

/** Callbacks for the reports of a machine and of its shares. */
export interface MachineEvents extends ShareEvents {
  onMachine(report: MachineReport): void
}

/** A report of a machine about itself while it has shares, as plain data. */
export type MachineReport =
  /** The machine has resolved and reached the target. */
  | { readonly type: 'reached'; readonly address: string }
  /** The sample of the last second. */
  | { readonly type: 'sample'; readonly sample: ResourceSample }
  /** How far the clock of the calling process is ahead of the machine's own now. */
  | { readonly type: 'clock'; readonly clock: ClockOffset }

/**
 * Refuses tests that can only run in the calling process when they are to run on machines.
 *
 * @throws InvalidConfigError with all problems
 */
export function refuseTravel(configs: readonly ResolvedConfig[], { machines }: { readonly machines?: Machines | undefined }): void {
  if (machines === undefined) return
  const issues = configs.flatMap(cannotTravel)
  // The tests of a sweep have the same problems, which are reported once.
  const once = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  if (once.size > 0) throw new InvalidConfigError([...once.values()])
}

function cannotTravel({ scenarios, workers }: ResolvedConfig): ConfigIssue[] {
  const functions = scenarios.flatMap((scenario): ConfigIssue[] => {
    if (scenario.kind !== 'journeys' || scenario.journeys.every(({ from }) => 'module' in from)) return []
    const message = 'is a function, which cannot be sent to another machine'
    return [{ path: `scenarios.${scenario.name}.journey`, message, hint: 'put the journey into a module of its own, and give its path' }]
  })
  if (functions.length > 0 || workers > 0) return functions
  return [
    { path: 'workers', message: 'is 0, which has the load run in the calling thread, and not on other machines', hint: 'use 1 or more' },
  ]
}
