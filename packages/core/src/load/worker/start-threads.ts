import { Worker } from 'node:worker_threads'
import type { LoadPort, LocalShare, Order, Report, ThreadShare } from './thread-messages.ts'
import { once } from 'node:events'
import { createWakerMemory, endWaker, tellScarcity } from '../engine/waker.ts'
import { moduleBeside, workerFlags } from '../user/import-module.ts'
import type { TimingMode } from '../../model/workload/workload.ts'

/** Callbacks for the reports of a load thread, and for its end. */
interface LoadThreadEvents {
  onReport(report: Report): void
  /** Is called when the thread has ended; with a reason when it had not reported `done`. */
  onExit(reason: string | undefined): void
}

/** A load thread, seen from the main thread of its process. */
export interface LoadThread {
  order(order: Order): void
  /** Terminates the thread; reports under way may be lost. */
  terminate(): Promise<void>
}

const entry = new URL(moduleBeside(import.meta.url, './worker-entry'))

// Objects of a load are short-lived, so a small young generation is enough; the default of Node.js costs ten megabytes more.
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/** Starts a share in a separate worker thread. */
export function startWorker(share: LocalShare, events: LoadThreadEvents): LoadThread {
  const worker = new Worker(entry, {
    workerData: share,
    name: `benchpress load ${share.worker}`,
    resourceLimits,
    ...workerFlags(),
  })
  let isDone = false
  let reason: string | undefined
  worker.on('message', (report: Report) => {
    events.onReport(report)
    if (report.type !== 'done' && report.type !== 'failed') return
    isDone = true
    // This was its last report. A timer that a journey left running, for example, would keep the thread and the test from ending.
    void worker.terminate()
  })
  worker.on('error', (error: Error) => {
    reason = error.message
  })
  worker.on('exit', (code) => events.onExit(isDone ? undefined : (reason ?? `ended with code ${code}`)))
  return {
    order: (order) => worker.postMessage(order),
    terminate: async () => void (await worker.terminate()),
  }
}

/** Runs a share in the calling thread. */
export function startInThread(share: LocalShare, events: LoadThreadEvents): LoadThread {
  // Orders that come before the share listens.
  const early: Order[] = []
  let obey = (order: Order): void => void early.push(order)
  const ended = runHere(share, {
    send: (report) => events.onReport(report),
    listen: (onOrder) => {
      obey = onOrder
      for (const order of early) onOrder(order)
    },
  }).then(() => events.onExit(undefined))
  return {
    order: (order) => obey(order),
    terminate: () => {
      obey({ type: 'abort' })
      return ended
    },
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
export interface WakerThread {
  /** The shares, each with its seats at the waker. */
  readonly shares: readonly LocalShare[]
  /** Notifies the threads whether the machine has CPU to spare. */
  tellScarcity(isScarce: boolean): void
  /** Ends the thread; resolves when it has ended. */
  end(): Promise<void>
}

/** Starts the waker of a test; `undefined` when nothing is started by the clock, or timers are configured. If the waker dies, timers take over. */
export function startWaker(shares: readonly ThreadShare[], timing: TimingMode): WakerThread | undefined {
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
    tellScarcity: (isScarce) => tellScarcity(memory, isScarce),
    end: async () => {
      endWaker(memory)
      await ended
    },
  }
}
