import { once } from 'node:events'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { createWakerMemory, endWaker, tellScarcity } from '../engine/waker.ts'
import { flagsFor } from './load-thread.ts'
import type { TimingMode } from '../../model/workload/workload.ts'
import type { ThreadShare } from './messages.ts'

// tsc rewrites the extension of imports, not that of URLs.
const entry = new URL(`./waker-entry${extname(import.meta.url)}`, import.meta.url)

const resourceLimits = { maxYoungGenerationSizeMb: 1 }

/** The thread that wakes all load threads of a test. */
export interface WakerThread {
  /** The shares, each with its seats. */
  readonly shares: readonly ThreadShare[]
  /** Says whether the machine has CPU to spare. */
  tellScarcity(isScarce: boolean): void
  /** Ends it; resolves when nothing of it is left. */
  end(): Promise<void>
}

/** Starts the waker of a test; `undefined` where nothing is started by the clock, or timers are asked for. Should it die, timers do its work. */
export function startWaker(shares: readonly ThreadShare[], timing: TimingMode): WakerThread | undefined {
  const isOpen = shares.some(({ scenarios }) => scenarios.some(({ workload }) => workload.kind === 'rate'))
  if (!isOpen || timing === 'coarse') return undefined
  const seats = Math.max(...shares.map(({ scenarios }) => scenarios.length))
  const memory = createWakerMemory(seats * shares.length)
  const worker = new Worker(entry, { workerData: memory, name: 'benchpress waker', resourceLimits, ...flagsFor(process.execArgv) })
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
