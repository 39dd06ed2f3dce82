import type { TimingMode } from '../../../src/model/workload/workload.ts'
import type { Order, Report, ThreadShare } from '../../../src/load/worker/messages.ts'

/** What a generator in a process of its own is told. */
export type Told =
  | { readonly type: 'start'; readonly workers: number; readonly timing: TimingMode; readonly shares: readonly ThreadShare[] }
  | { readonly type: 'order'; readonly order: Order }
  | { readonly type: 'end' }

/** What it tells. */
export type Heard =
  | { readonly type: 'report'; readonly worker: number; readonly report: Report }
  | { readonly type: 'exit'; readonly worker: number; readonly reason: string | undefined }
