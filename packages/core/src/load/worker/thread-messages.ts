import type { ScenarioShare } from '../engine/scenario-share.ts'
import type { AddressUses } from '../wire/address-turns.ts'
import type { TimingUse, WakerShare } from '../engine/timing.ts'
import type { NamedDeliveries, PluginShare } from '../plugin/thread-plugins.ts'
import type { ScenarioSnapshot } from '../../measure/recorder/snapshot.ts'
import type { StrayErrors } from './stray-errors.ts'
import type { SecondHealth, ThreadHealth } from './thread-health.ts'

/** Everything that one load thread has to do, as plain data that can be sent to any process, except for journeys that are functions. */
export interface ThreadShare {
  readonly worker: number
  /** Identifier of this run of the test: lower-case letters and digits. */
  readonly run: string
  /** Texts that the thread must show nowhere. */
  readonly secrets: readonly string[]
  readonly plugins: readonly PluginShare[]
  readonly scenarios: readonly ScenarioShare[]
  /** Bytes from which the head of a response is too large. */
  readonly maxHeaderSize: number
  /** Microseconds for which the thread may stand still and still start iterations that were due meanwhile; missing when there is no limit. */
  readonly patience?: number
}

/** A share on a thread of this process. */
export interface LocalShare extends ThreadShare {
  /** Missing when timers are used. */
  readonly waker?: WakerShare
}

/** An order to a load thread. */
export type Order =
  /** Starts sending at this time on the clock of the process. */
  | { readonly type: 'go'; readonly at: number }
  /** Stops sending at a time on the clock of the process; requests in flight may end within the graceful stop. */
  | { readonly type: 'stop'; readonly at: number }
  /** Closes everything now. */
  | { readonly type: 'abort' }

/** A report of a load thread. */
export type Report =
  /** Connections are open, or have failed to open once; `thread` is the number by which the system knows the thread. */
  | { readonly type: 'ready'; readonly opened: number; readonly thread: number | null }
  /** The load has started, at a time that is not before that of the order. */
  | { readonly type: 'started'; readonly at: number }
  /** The records since the last report, by scenario in the order of the share, and the messages of plugins by name. */
  | {
      readonly type: 'snapshot'
      readonly at: number
      readonly scenarios: readonly ScenarioSnapshot[]
      readonly deliveries: readonly NamedDeliveries[]
      /** How well the thread kept up since the last report. */
      readonly health: SecondHealth
      /** Errors that belong to no iteration; `undefined` without any. */
      readonly stray: StrayErrors | undefined
      /** How iterations of a rate were started since the last report, over its scenarios. */
      readonly timing: TimingUse
    }
  /** Nothing is left to be started of a scenario, given by its place in the share. */
  | { readonly type: 'over'; readonly scenario: number; readonly at: number }
  | { readonly type: 'bailout'; readonly scenario: string; readonly failures: number }
  /** Everything has ended and was reported; nothing follows. */
  | { readonly type: 'done'; readonly at: number; readonly health: ThreadHealth; readonly addresses?: AddressUses }
  | { readonly type: 'failed'; readonly message: string; readonly stack: string | undefined }

/** The line between the thread that calls `run()` and a load thread, seen from the load thread. */
export interface LoadPort {
  postMessage(report: Report): void
  on(event: 'message', onOrder: (order: Order) => void): unknown
}
