import type { ClockOffset } from '../../base/clock/clock-offset.ts'
import type { LoadGenerator, RunningShares, ShareEvents } from '../../load/worker/load-generator.ts'
import type { ThreadShare } from '../../load/worker/thread-messages.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { ResourceSample, MachineFacts } from '../../result/summary/generator-summary.ts'
import type { MachineLimits } from '../../target/connection-limits.ts'
import { InvalidConfigError, type ConfigIssue } from '../../base/errors/benchpress-error.ts'
import type { ResolvedMicrobenchmark } from '../../config/resolve-microbenchmark.ts'
import type { ResolvedConfig } from '../../config/resolved-config.ts'

/** Machines that a test can run on instead of this one. */
export interface Machines {
  /**
   * Gathers the machines of one test; of a suite, of each of its runs anew.
   *
   * @throws BenchpressError MACHINES_MISSING where fewer come than were asked for; the reason of the signal when that aborts
   */
  gather(test: GatheredTest): Promise<GatheredMachines>
}

/** What machines have to know of a test before they have their shares. */
export interface GatheredTest {
  readonly name: string
  /** Load threads of each machine. */
  readonly workers: number
  readonly timing: TimingMode
  /** URLs of the modules of journeys and plugins that the shares name. */
  readonly modules: readonly string[]
  /** Values that the config wants hidden. */
  readonly secrets: readonly string[]
  readonly signal: AbortSignal
  /** Takes what the user should know, such as who is there and who is awaited. */
  readonly onNotice: (message: string) => void
}

/** The machines of one test. */
export interface GatheredMachines {
  /** One for each machine, of different names. */
  readonly generators: readonly MachineGenerator[]
  /** Lets the machines go. Called once, when all shares have exited or none was started. */
  end(): Promise<void>
}

/** What a machine can say of itself alone. */
export interface OwnFacts extends MachineFacts {
  readonly limits: MachineLimits
}

/** A generator on another machine. */
export interface MachineGenerator extends Omit<LoadGenerator, 'start'> {
  readonly machine: OwnFacts
  /** By how much the clock of the calling process is ahead of the machine's own, of which the machine was told. */
  readonly clock: ClockOffset
  /** As {@link LoadGenerator.start}; `onMachine` may be called until `end` of what is returned has resolved. */
  start(shares: readonly ThreadShare[], events: MachineEvents): RunningShares
}

/** Hears what the shares of a machine and the machine itself tell. */
export interface MachineEvents extends ShareEvents {
  onMachine(report: MachineReport): void
}

/** What a machine tells of itself while it has shares; plain data. */
export type MachineReport =
  /** It has looked the target up, and reached it. */
  | { readonly type: 'reached'; readonly address: string }
  /** What it did in the last second. */
  | { readonly type: 'sample'; readonly sample: ResourceSample }
  /** By how much the clock of the calling process is ahead of the machine's own now. */
  | { readonly type: 'clock'; readonly clock: ClockOffset }

/**
 * Refuses tests that can run in the calling process only, where they are to run on machines.
 *
 * @throws InvalidConfigError with all of them
 */
export function refuseTravel(
  configs: readonly (ResolvedConfig | ResolvedMicrobenchmark)[],
  { machines }: { readonly machines?: Machines | undefined },
): void {
  if (machines === undefined) return
  const issues = configs.flatMap((config) => ('functions' in config ? [functionsStay] : cannotTravel(config)))
  // A test that a sweep made several of has each of them once.
  const once = new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue]))
  if (once.size > 0) throw new InvalidConfigError([...once.values()])
}

const functionsStay: ConfigIssue = {
  path: 'scenarios',
  message: 'functions are called in this process, and not on other machines',
  hint: 'run this test without machines',
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
