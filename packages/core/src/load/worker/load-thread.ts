import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LoadPort, Order, Report, ThreadShare } from './messages.ts'

/** Hears what a load thread tells, and its end. */
export interface LoadThreadEvents {
  onReport(report: Report): void
  /** The thread is gone; with a reason when it had not reported `done`. */
  onExit(reason: string | undefined): void
}

/** A load thread, seen from the thread that calls `run()`. */
export interface LoadThread {
  order(order: Order): void
  /** Ends the thread without asking; reports that are under way may be lost. */
  terminate(): Promise<void>
}

// tsc rewrites the extension of imports, not that of URLs: source starts source, and dist starts dist.
const entry = new URL(`./worker-entry${extname(import.meta.url)}`, import.meta.url)

// What a load allocates dies at once, so a small nursery does; Node's own choice costs ten megabytes more for nothing.
const resourceLimits = { maxYoungGenerationSizeMb: 4 }

/** Starts a share in a worker thread of its own. */
export function startWorker(share: ThreadShare, events: LoadThreadEvents): LoadThread {
  const worker = new Worker(entry, {
    workerData: share,
    name: `benchpress load ${share.worker}`,
    resourceLimits,
    ...flagsFor(process.execArgv),
  })
  let isDone = false
  let reason: string | undefined
  worker.on('message', (report: Report) => {
    events.onReport(report)
    if (report.type !== 'done' && report.type !== 'failed') return
    isDone = true
    // It was its last word. What a journey left open, a timer perhaps, would keep the thread and with it the test from ending.
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

// A worker inherits the flags of the process. One of them belongs to code given on the command line, and refuses a file; the others
// cannot be named beside it, since some that are inherited silently are refused when they are given.
/** What a worker of ours takes over of the flags that Node.js was started with. */
export function flagsFor(execArgv: readonly string[]): { execArgv?: string[] } {
  return execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}

/** Runs a share in the calling thread. */
export function startInThread(share: ThreadShare, events: LoadThreadEvents): LoadThread {
  // What it is told before it listens.
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

// Imported by who runs a share: beside worker threads, what generates load would take memory of the calling thread for nothing.
async function runHere(share: ThreadShare, port: LoadPort): Promise<void> {
  const [{ runShare }, { countStrayErrors }] = await Promise.all([import('./run-share.ts'), import('./stray-errors-here.ts')])
  await countStrayErrors(port, (line, strays) => runShare(share, line, strays))
}
