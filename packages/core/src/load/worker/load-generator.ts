import type { TimingMode } from '../../model/workload/workload.ts'
import { startInThread, startWaker, startWorker, type WakerThread } from './start-threads.ts'
import type { Order, Report, ThreadShare } from './thread-messages.ts'

/** Callbacks for the reports of a generator's shares, by the number of the worker. None is called before `start` has returned. */
export interface ShareEvents {
  onReport(worker: number, report: Report): void
  /** Is called once for each share when nothing of it runs any more; with a reason when its end was not reported by `done` or `failed`. */
  onExit(worker: number, reason: string | undefined): void
}

/** Shares that a generator runs. */
export interface RunningShares {
  /** Sends an order to each share. */
  order(order: Order): void
  /**
   * Terminates the share with this number, if there is one; reports under way may be lost. `onExit` follows in bounded time, even if the generator
   * cannot be reached.
   */
  terminate(worker: number): void
  /** To be called when every share has exited; resolves when everything that they shared is closed. */
  end(): Promise<void>
}

/**
 * A process that runs shares of a test, each on a thread of its own.
 *
 * The calling thread knows nothing else about the source of the load. All messages are plain data for the structured clone algorithm, except for
 * journeys that are functions, and all times are on the clock of the calling process.
 */
export interface LoadGenerator {
  /** The number of shares that it runs, 1 or more. */
  readonly threads: number
  /** Prepares one share for each thread, so that an order to go can start all of them at the same time. Called once. */
  start(shares: readonly ThreadShare[], events: ShareEvents): RunningShares
}

/** The generator in this process, with load threads, or in the calling thread itself. */
export class LocalGenerator implements LoadGenerator {
  readonly threads: number
  /** The system's numbers of the threads that are ready; empty where the system does not report them. */
  readonly numbers: number[] = []
  readonly #workers: number
  readonly #timing: TimingMode
  #waker: WakerThread | undefined

  /** @param config `workers` of a test, where 0 runs a single share in the calling thread, and its `timing` */
  constructor({ workers, timing }: { readonly workers: number; readonly timing: TimingMode }) {
    this.threads = Math.max(1, workers)
    this.#workers = workers
    this.#timing = timing
  }

  start(shares: readonly ThreadShare[], events: ShareEvents): RunningShares {
    const waker = startWaker(shares, this.#timing)
    this.#waker = waker
    const startShare = this.#workers === 0 ? startInThread : startWorker
    const threads = new Map(
      (waker?.shares ?? shares).map((share) => [
        share.worker,
        startShare(share, {
          onReport: (report) => this.#onReport(share.worker, report, events),
          onExit: (reason) => events.onExit(share.worker, reason),
        }),
      ]),
    )
    return {
      order: (order) => {
        for (const thread of threads.values()) thread.order(order)
      },
      terminate: (worker) => void threads.get(worker)?.terminate(),
      end: async () => await waker?.end(),
    }
  }

  /** Notifies the threads whether the machine has CPU to spare. */
  tellScarcity(isScarce: boolean): void {
    this.#waker?.tellScarcity(isScarce)
  }

  #onReport(worker: number, report: Report, events: ShareEvents): void {
    if (report.type === 'ready' && report.thread !== null) this.numbers.push(report.thread)
    events.onReport(worker, report)
  }
}
