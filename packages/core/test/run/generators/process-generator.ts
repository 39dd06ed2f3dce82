import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LoadGenerator, RunningShares, ShareEvents } from '../../../src/load/worker/load-generator.ts'
import type { Report, ThreadShare } from '../../../src/load/worker/messages.ts'
import type { Heard, Told } from './process-messages.ts'

const entry = fileURLToPath(new URL('process-entry.ts', import.meta.url))

/** A generator in a process of its own on this machine, whose clock all its processes share. */
export class ProcessGenerator implements LoadGenerator {
  readonly threads: number
  /** All that its shares reported, in order. */
  readonly reports: { readonly worker: number; readonly report: Report }[] = []
  #child: ChildProcess | undefined

  constructor(threads: number) {
    this.threads = threads
  }

  start(shares: readonly ThreadShare[], events: ShareEvents): RunningShares {
    const child = fork(entry, { serialization: 'advanced', execArgv: [] })
    this.#child = child
    const left = new Set(shares.map(({ worker }) => worker))
    const exit = (worker: number, reason: string | undefined): void => {
      if (left.delete(worker)) events.onExit(worker, reason)
    }
    child.on('message', (heard: Heard) => {
      if (heard.type === 'exit') return exit(heard.worker, heard.reason)
      this.reports.push(heard)
      events.onReport(heard.worker, heard.report)
    })
    // All that it told was read by then.
    child.on('disconnect', () => {
      for (const worker of left) exit(worker, 'its generator is gone')
    })
    const tell = (told: Told): void => {
      if (child.connected) child.send(told)
    }
    tell({ type: 'start', workers: this.threads, timing: 'auto', shares })
    return {
      order: (order) => tell({ type: 'order', order }),
      // It may stand still, and hear nothing: it is ended as a whole.
      terminate: (worker) => {
        if (left.has(worker)) this.kill()
      },
      end: async () => {
        tell({ type: 'end' })
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      },
    }
  }

  /** Has its process stand still. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  /** Ends its process without asking. */
  kill(): void {
    this.#child?.kill('SIGKILL')
  }
}
