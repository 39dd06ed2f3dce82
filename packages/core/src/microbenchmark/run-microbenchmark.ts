import { type CaseMeasurement, CaseMeter } from './case-meter.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { failureReason } from '../load/user/failure.ts'
import { StreamRandom } from '../load/user/seeded-random.ts'
import { loadMicrobenchmark, type Microbenchmark } from './microbenchmark.ts'
import { measureTimer } from './tinybench.ts'

/** Everything that one thread of a microbenchmark needs to know, as plain data. */
export interface MicrobenchmarkShare {
  readonly source: ModuleExport
  readonly env: Readonly<Record<string, string>>
  readonly seed: number
  /** The number of the thread, from 0. */
  readonly thread: number
  /** Milliseconds for each case. */
  readonly time: number
  readonly warmup: number
}

/** An order to a thread of a microbenchmark; the next order comes after the report on the last. */
export type MicrobenchmarkOrder =
  | { readonly type: 'warm-up'; readonly name: string }
  /** Takes samples of the warmed-up case, each of the given number of calls. */
  | { readonly type: 'measure'; readonly batch: number }
  /** Tears down what was set up. */
  | { readonly type: 'end' }
  /** Ends the current case as soon as its call ends; can come at any time. */
  | { readonly type: 'stop' }

/** A report of a thread of a microbenchmark. */
export type MicrobenchmarkReport =
  /** The thread is set up. */
  | { readonly type: 'ready'; readonly timer: number }
  /** The case is warm; `batch` is the number of calls to time together. */
  | { readonly type: 'warm'; readonly batch: number }
  | { readonly type: 'measured'; readonly measurement: CaseMeasurement }
  /** The thread has ended, with what the teardown threw. */
  | { readonly type: 'ended'; readonly failure: string | undefined }
  /** The thread could not be set up, and has ended. */
  | { readonly type: 'failed'; readonly message: string; readonly isInvalid: boolean }

/** The line between two threads, from either end; a `MessagePort` is one, and a `Worker`. */
export interface Line {
  postMessage(message: unknown): void
  postMessage(message: unknown, transfer: ArrayBuffer[]): void
  // eslint-disable-next-line typescript/no-explicit-any -- each end receives what the other sends, and knows its type
  on(event: 'message', listener: (message: any) => void): unknown
}

// Separates these random numbers from others that are drawn from the same seed.
const randomStream = 0x6d62

/** Runs one thread of a microbenchmark: sets up, measures the ordered cases, and tears down. Resolves at its end. */
export async function runMicrobenchmark({ source, env, seed, thread, time, warmup }: MicrobenchmarkShare, line: Line): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  const report = (of: MicrobenchmarkReport, transfer: ArrayBuffer[] = []): void => line.postMessage(of, transfer)
  let order = Promise.withResolvers<Exclude<MicrobenchmarkOrder, { type: 'stop' }>>()
  line.on('message', (received: MicrobenchmarkOrder) => (received.type === 'stop' ? stop.abort() : order.resolve(received)))
  let definition: Microbenchmark<never>
  let timer: number
  let state: unknown
  try {
    definition = await loadMicrobenchmark(source)
    timer = await measureTimer()
    state = await definition.setup?.({ options: source.options, env, random: new StreamRandom(seed, randomStream, thread), thread, signal })
  } catch (error) {
    const isInvalid = isBenchpressError(error) && error.code === 'INVALID_CONFIG'
    return report({ type: 'failed', message: isInvalid ? error.message : failureReason(error), isInvalid })
  }
  report({ type: 'ready', timer })
  let meter: CaseMeter | undefined
  for (;;) {
    const given = await order.promise
    order = Promise.withResolvers()
    if (given.type === 'end') break
    if (given.type === 'warm-up') {
      const { name } = given
      const { [name]: run } = definition.cases
      if (run === undefined) throw new RangeError(`the microbenchmark has no case ${name}`)
      meter = new CaseMeter({ name, run, beforeEach: definition.beforeEach, state, time, warmup, timer, signal })
      report({ type: 'warm', batch: await meter.warmUp() })
    } else if (meter !== undefined) {
      const measurement = await meter.measure(given.batch)
      report({ type: 'measured', measurement }, [measurement.samples.buffer])
    }
  }
  report({ type: 'ended', failure: await tearDown(definition, state) })
}

async function tearDown({ teardown }: Microbenchmark<never>, state: unknown): Promise<string | undefined> {
  try {
    await teardown?.(state as never)
    return undefined
  } catch (error) {
    return failureReason(error)
  }
}
