import type { TimingMode } from '../../model/workload/workload.ts'
import type { Order, Report, ThreadShare, LoadPort, LocalShare } from './thread-messages.ts'
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../base/errors/benchpress-error.ts'
import { once } from 'node:events'
import { systemClock } from '../../base/clock/clock.ts'
import { createWakerMemory, endWaker, reportScarcity } from '../engine/waker.ts'
import { describeStuck } from './stuck-place.ts'
import { moduleBeside, workerFlags } from '../user/import-module.ts'

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
    const listener: ShareEvents = {
      onExit: (worker, reason) => events.onExit(worker, reason),
      onReport: (worker, report) => {
        if (report.type === 'ready' && report.thread !== null) this.numbers.push(report.thread)
        events.onReport(worker, report)
      },
    }
    const threads = new Map((waker?.shares ?? shares).map((share) => [share.worker, startShare(share, listener)]))
    return {
      order: (order) => {
        for (const thread of threads.values()) thread.order(order)
      },
      terminate: (worker) => threads.get(worker)?.terminate(),
      end: async () => await waker?.end(),
    }
  }

  /** Notifies the threads whether the machine has CPU to spare. */
  reportScarcity(isScarce: boolean): void {
    this.#waker?.reportScarcity(isScarce)
  }
}

/** A load thread, seen from the main thread of its process. */
interface LoadThread {
  order(order: Order): void
  terminate(): void
}

const entry = new URL(moduleBeside(import.meta.url, './worker-entry'))

// Milliseconds for a thread to end that is terminated.
const patienceOfExit = 5000

// Objects of a load are short-lived, so a small young generation is enough; the default of Node.js costs ten megabytes more.
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/** Starts a share in a separate worker thread. */
function startWorker(share: LocalShare, events: ShareEvents): LoadThread {
  const worker = new Worker(entry, {
    workerData: share,
    name: `benchpress load ${share.worker}`,
    resourceLimits,
    ...workerFlags(),
  })
  let isDone = false
  let isGone = false
  let reason: string | undefined
  let heardAt = systemClock.now()
  const leave = (code: number): void => {
    if (!isGone) events.onExit(share.worker, isDone ? undefined : (reason ?? `ended with code ${code}`))
    isGone = true
  }
  worker.on('message', (report: Report) => {
    heardAt = systemClock.now()
    events.onReport(share.worker, report)
    if (report.type !== 'done' && report.type !== 'failed') return
    isDone = true
    // This was its last report. A timer that a journey left running, for example, would keep the thread and the test from ending.
    void worker.terminate()
  })
  worker.on('error', (error: Error) => {
    reason = messageOf(error)
  })
  worker.on('exit', leave)
  const terminate = async (): Promise<void> => {
    reason ??= await describeStuck(worker.threadId, systemClock.now() - heardAt)
    void worker.terminate()
    // A call of the system, such as the wait for a child process, cannot be ended.
    setTimeout(leave, patienceOfExit, 1).unref()
  }
  return {
    order: (order) => worker.postMessage(order),
    terminate: () => void terminate(),
  }
}

/** Runs a share in the calling thread. */
function startInThread(share: LocalShare, events: ShareEvents): LoadThread {
  // Orders that come before the share listens.
  const early: Order[] = []
  let obey = (order: Order): void => void early.push(order)
  void runHere(share, {
    postMessage: (report) => events.onReport(share.worker, report),
    on: (_event, onOrder) => {
      obey = onOrder
      for (const order of early) onOrder(order)
    },
  }).then(() => events.onExit(share.worker, undefined))
  return {
    order: (order) => obey(order),
    terminate: () => obey({ type: 'abort' }),
  }
}

// Imported only to run a share here: with worker threads, the code that generates load would waste memory of the calling thread.
async function runHere(share: LocalShare, port: LoadPort): Promise<void> {
  const [{ runShare }, { countStrayErrors }] = await Promise.all([import('./run-share.ts'), import('./stray-errors-here.ts')])
  await countStrayErrors(port, (line, strays) => runShare(share, line, strays))
}

const wakerEntry = new URL(moduleBeside(import.meta.url, './waker-entry'))

const wakerLimits = { maxYoungGenerationSizeMb: 1 }

/** The thread that wakes all load threads of a process. */
interface WakerThread {
  /** The shares, each with its seats at the waker. */
  readonly shares: readonly LocalShare[]
  /** Notifies the threads whether the machine has CPU to spare. */
  reportScarcity(isScarce: boolean): void
  /** Ends the thread; resolves when it has ended. */
  end(): Promise<void>
}

/** Starts the waker of a test; `undefined` when nothing is started by the clock, or timers are configured. If the waker dies, timers take over. */
function startWaker(shares: readonly ThreadShare[], timing: TimingMode): WakerThread | undefined {
  const isOpen = shares.some(({ scenarios }) => scenarios.some(({ workload }) => workload.kind === 'rate'))
  if (!isOpen || timing === 'coarse') return undefined
  const seats = Math.max(...shares.map(({ scenarios }) => scenarios.length))
  const memory = createWakerMemory(seats * shares.length)
  const worker = new Worker(wakerEntry, {
    workerData: memory,
    name: 'benchpress waker',
    resourceLimits: wakerLimits,
    ...workerFlags(),
  })
  const ended = once(worker, 'exit').catch(() => worker.terminate())
  return {
    shares: shares.map((share, index) => ({ ...share, waker: { memory, firstSeat: index * seats, timing } })),
    reportScarcity: (isScarce) => reportScarcity(memory, isScarce),
    end: async () => {
      endWaker(memory)
      await ended
    },
  }
}
