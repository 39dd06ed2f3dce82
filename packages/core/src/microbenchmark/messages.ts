import type { CaseMeasurement } from './case-meter.ts'
import type { MicrobenchmarkSource } from './microbenchmark-source.ts'

/** All that one thread of a microbenchmark has to know; plain data. */
export interface MicrobenchmarkShare {
  readonly source: MicrobenchmarkSource
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  /** Which of the threads it is, from 0. */
  readonly thread: number
  /** Milliseconds for each case. */
  readonly time: number
  readonly warmup: number
}

/** What a thread of a microbenchmark is told; the next order comes when it has reported on the last. */
export type MicrobenchmarkOrder =
  | { readonly type: 'warm-up'; readonly name: string }
  /** Takes samples of the case that was warmed up, of so many calls each. */
  | { readonly type: 'measure'; readonly batch: number }
  /** Tears down what was set up. */
  | { readonly type: 'end' }
  /** Ends the case under way as soon as its call ends; comes at any time. */
  | { readonly type: 'stop' }

/** What a thread of a microbenchmark tells. */
export type MicrobenchmarkReport =
  /** It is set up. */
  | { readonly type: 'ready'; readonly timer: number }
  /** The case is warm, and so many of its calls should be timed together. */
  | { readonly type: 'warm'; readonly batch: number }
  | { readonly type: 'measured'; readonly measurement: CaseMeasurement }
  /** Its last word, with what the teardown threw. */
  | { readonly type: 'ended'; readonly failure: string | undefined }
  /** It could not be set up: its last word. */
  | { readonly type: 'failed'; readonly message: string; readonly isInvalid: boolean }

/** The line between two threads, from either end; a `MessagePort` is one, and a `Worker`. */
export interface Line {
  postMessage(message: unknown): void
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  // eslint-disable-next-line typescript/no-explicit-any -- each end hears what the other sends, and knows its type
  on(event: 'message', listener: (message: any) => void): unknown
}
