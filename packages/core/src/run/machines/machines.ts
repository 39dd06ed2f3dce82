import type { ClockOffset } from '../../base/clock/clock-offset.ts'
import type { LoadGenerator, RunningShares, ShareEvents } from '../../load/worker/load-generator.ts'
import type { ThreadShare } from '../../load/worker/thread-messages.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { ResourceSample, MachineFacts } from '../../result/summary/generator-summary.ts'
import type { MachineLimits } from '../../target/connection-limits.ts'

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
