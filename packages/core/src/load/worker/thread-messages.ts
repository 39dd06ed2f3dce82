import type { ScenarioShare } from '../engine/scenario-share.ts'
import type { TimingUse } from '../engine/timing.ts'
import type { NamedDeliveries, PluginShare } from '../plugin/thread-plugins.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { StrayErrors } from './stray-errors.ts'
import type { SecondHealth, ThreadHealth } from './thread-health.ts'

/** All that one load thread has to do; plain data that any process can be given, but for journeys that are functions. */
export interface ThreadShare {
  readonly worker: number
  /** What tells this run of the test from all others: small letters and digits. */
  readonly run: string
  readonly plugins: readonly PluginShare[]
  readonly scenarios: readonly ScenarioShare[]
  /** Bytes from which on the head of a response is too large. */
  readonly maxHeaderSize: number
  /** Microseconds for which the thread may stand still and still start what was due meanwhile; missing where it always may. */
  readonly patience?: number
}

/** A share on a thread of this process. */
export interface LocalShare extends ThreadShare {
  /** Who wakes the thread for what is planned, with a seat for each scenario from `firstSeat` on; missing where timers do. */
  readonly waker?: { readonly memory: SharedArrayBuffer; readonly firstSeat: number; readonly timing: TimingMode }
}

/** What a load thread is told. */
export type Order =
  /** Start sending at this time on the clock of the process. */
  | { readonly type: 'go'; readonly at: number }
  /** Send nothing more since a time on the clock of the process, let what is in flight end within the graceful stop. */
  | { readonly type: 'stop'; readonly at: number }
  /** Close everything now. */
  | { readonly type: 'abort' }

/** What a load thread tells. */
export type Report =
  /** Connections are open, or have failed to open once; `thread` is the number by which the system knows the thread. */
  | { readonly type: 'ready'; readonly opened: number; readonly thread: number | null }
  /** The load has started, at a time that is not before the one of the order. */
  | { readonly type: 'started'; readonly at: number }
  /** What happened since the last one, by scenario in the order of the share, and of the messages that plugins push, by their names. */
  | {
      readonly type: 'snapshot'
      readonly at: number
      readonly scenarios: readonly ScenarioSnapshot[]
      readonly deliveries: readonly NamedDeliveries[]
      /** How well the thread kept up since the last one. */
      readonly health: SecondHealth
      /** Errors that no iteration can be said to have failed with; `undefined` where there were none. */
      readonly stray: StrayErrors | undefined
      /** By what iterations of a rate were started since the last one, over its scenarios. */
      readonly timing: TimingUse
    }
  /** Nothing of a scenario, by its place in the share, is left to be started. */
  | { readonly type: 'over'; readonly scenario: number; readonly at: number }
  | { readonly type: 'bailout'; readonly scenario: string; readonly failures: number }
  /** Everything has ended and was reported; nothing follows. */
  | { readonly type: 'done'; readonly at: number; readonly health: ThreadHealth }
  | { readonly type: 'failed'; readonly message: string; readonly stack: string | undefined }

/** The line between the thread that calls `run()` and a load thread, seen from the load thread. */
export interface LoadPort {
  send(report: Report): void
  /** Sets what obeys the orders. */
  listen(onOrder: (order: Order) => void): void
}
