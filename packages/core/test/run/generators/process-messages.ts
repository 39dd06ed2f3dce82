import type { ClockOffset } from '../../../src/base/clock/clock.ts'
import type { Order, Report } from '../../../src/load/worker/thread-messages.ts'
import type { MachineReport, OwnFacts } from '../../../src/run/machines/machines.ts'
import type { OrderedShares } from '../../../src/run/machines/start-shares.ts'

/** A message to a generator in a process of its own. */
export type Told =
  /** Asks for its facts and its time. */
  | { readonly type: 'facts'; readonly name: string }
  | { readonly type: 'time' }
  | ({ readonly type: 'start'; readonly clock: ClockOffset } & OrderedShares)
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'end' }

/** A message from the generator. */
export type Heard =
  | { readonly type: 'facts'; readonly facts: OwnFacts }
  | { readonly type: 'time'; readonly at: number }
  | { readonly type: 'report'; readonly worker: number; readonly report: Report }
  | { readonly type: 'machine'; readonly report: MachineReport }
  | { readonly type: 'exit'; readonly worker: number; readonly reason: string | undefined }
