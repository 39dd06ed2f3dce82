import { type CaseMeasurement, CaseMeter } from './case-meter.ts'
import type { ModuleExport } from '../load/user/import-module.ts'
import { isBenchpressError } from '../base/errors/benchpress-error.ts'
import { failureReason } from '../load/user/failure.ts'
import { StreamRandom } from '../load/user/seeded-random.ts'
import { loadMicrobenchmark, type LoadedMicrobenchmark } from './load-microbenchmark.ts'
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
export async function runMicrobenchmark(share: MicrobenchmarkShare, line: Line): Promise<void> {
  const run = new MicrobenchmarkRun(share, line)
  await run.start()
}

class MicrobenchmarkRun {
  readonly #share: MicrobenchmarkShare
  readonly #line: Line
  readonly #stop = new AbortController()
  readonly #orders: MicrobenchmarkOrder[] = []
  #wake: () => void = () => {}
  #timer = 0

  constructor(share: MicrobenchmarkShare, line: Line) {
    this.#share = share
    this.#line = line
    line.on('message', (order: MicrobenchmarkOrder) => {
      if (order.type === 'stop') return this.#stop.abort()
      this.#orders.push(order)
      this.#wake()
    })
  }

  async start(): Promise<void> {
    const { source, env, seed, thread } = this.#share
    let definition: LoadedMicrobenchmark
    let state: unknown
    try {
      definition = await loadMicrobenchmark(source)
      this.#timer = await measureTimer()
      const random = new StreamRandom(seed, randomStream, thread)
      state = await definition.setup?.({ options: source.options, env, random, thread, signal: this.#stop.signal })
    } catch (error) {
      const isInvalid = isBenchpressError(error) && error.code === 'INVALID_CONFIG'
      return this.#report({ type: 'failed', message: isInvalid ? error.message : failureReason(error), isInvalid })
    }
    this.#report({ type: 'ready', timer: this.#timer })
    await this.#obey(definition, state)
    this.#report({ type: 'ended', failure: await tearDown(definition, state) })
  }

  async #obey(definition: LoadedMicrobenchmark, state: unknown): Promise<void> {
    let meter: CaseMeter | undefined
    for (;;) {
      const order = await this.#next()
      if (order.type === 'end') return
      if (order.type === 'warm-up') {
        meter = this.#createMeter(definition, state, order.name)
        this.#report({ type: 'warm', batch: await meter.warmUp() })
      } else if (order.type === 'measure' && meter !== undefined) {
        const measurement = await meter.measure(order.batch)
        this.#report({ type: 'measured', measurement }, [measurement.samples.buffer])
      }
    }
  }

  #createMeter({ cases, beforeEach }: LoadedMicrobenchmark, state: unknown, name: string): CaseMeter {
    const run = cases[name]
    if (run === undefined) throw new RangeError(`the microbenchmark has no case ${name}`)
    const { time, warmup } = this.#share
    return new CaseMeter({ name, run, beforeEach, state, time, warmup, timer: this.#timer, signal: this.#stop.signal })
  }

  async #next(): Promise<MicrobenchmarkOrder> {
    for (;;) {
      const order = this.#orders.shift()
      if (order !== undefined) return order
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #report(report: MicrobenchmarkReport, transfer: ArrayBuffer[] = []): void {
    this.#line.postMessage(report, transfer)
  }
}

async function tearDown({ teardown }: LoadedMicrobenchmark, state: unknown): Promise<string | undefined> {
  try {
    await teardown?.(state as never)
    return undefined
  } catch (error) {
    return failureReason(error)
  }
}
