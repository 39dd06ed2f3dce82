import type { TimingMode } from '../../model/workload/workload.ts'
import { startInThread, startWaker, startWorker, type WakerThread } from './start-threads.ts'
import type { Order, Report, ThreadShare } from './thread-messages.ts'

/** Hears what the shares of a generator tell, by the number of the worker. Nothing of it is called before `start` has returned. */
export interface ShareEvents {
  onReport(worker: number, report: Report): void
  /** Nothing of the share runs any more, and nothing follows; with a reason when its end was not reported by `done` or `failed`. Called once for each share. */
  onExit(worker: number, reason: string | undefined): void
}

/** Shares that a generator runs. */
export interface RunningShares {
  /** Gives an order to each of them. */
  order(order: Order): void
  /** Ends the one with this number, if it is among them, without asking; reports that are under way may be lost. `onExit` follows in bounded time, also where the generator cannot be reached. */
  terminate(worker: number): void
  /** To be called when each has exited: resolves when nothing is left of what they had in common. */
  end(): Promise<void>
}

/**
 * A process that runs shares of a test, each on a thread of its own.
 *
 * It is all that the calling thread knows of where the load comes from. What goes in and out is plain data that survives the structured clone algorithm, but for
 * journeys that are functions; and all times in it are on the clock of the calling process.
 */
export interface LoadGenerator {
  /** The number of shares that it runs, 1 or more. */
  readonly threads: number
  /** Has as many shares as it has threads get ready, so that an order to go can start them at one instant. Called once. */
  start(shares: readonly ThreadShare[], events: ShareEvents): RunningShares
}

/** The generator that is this process: its load threads, or the calling thread itself. */
export class LocalGenerator implements LoadGenerator {
  readonly threads: number
  /** By which the system knows the threads that are ready; empty where it does not tell. */
  readonly numbers: number[] = []
  readonly #workers: number
  readonly #timing: TimingMode
  #waker: WakerThread | undefined

  /** @param config `workers` of a test, of which 0 says that the one share runs in the calling thread, and its `timing` */
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

  /** Tells the threads whether the machine has CPU to spare. */
  tellScarcity(isScarce: boolean): void {
    this.#waker?.tellScarcity(isScarce)
  }

  #onReport(worker: number, report: Report, events: ShareEvents): void {
    if (report.type === 'ready' && report.thread !== null) this.numbers.push(report.thread)
    events.onReport(worker, report)
  }
}
