import { MessageChannel, Worker } from 'node:worker_threads'
import {
  type Line,
  type MicrobenchmarkOrder,
  type MicrobenchmarkReport,
  type MicrobenchmarkShare,
  runMicrobenchmark,
} from './run-microbenchmark.ts'
import { moduleBeside, workerFlags } from '../load/user/import-module.ts'

const entry = new URL(moduleBeside(import.meta.url, './microbenchmark-entry'))

/** A thread of a microbenchmark, seen from the thread that calls `run()`. */
export class MicrobenchmarkThread {
  readonly #line: Line
  readonly #terminate: () => Promise<unknown>
  readonly #reports: MicrobenchmarkReport[] = []
  #waiting: PromiseWithResolvers<MicrobenchmarkReport> | undefined
  #death: Error | undefined

  private constructor(line: Line, terminate: () => Promise<unknown>) {
    this.#line = line
    this.#terminate = terminate
    line.on('message', (report: MicrobenchmarkReport) => {
      if (this.#waiting === undefined) this.#reports.push(report)
      else this.#waiting.resolve(report)
      this.#waiting = undefined
    })
  }

  /** Starts a thread of a microbenchmark in a separate worker thread. */
  static inWorker(share: MicrobenchmarkShare): MicrobenchmarkThread {
    const worker = new Worker(entry, {
      workerData: share,
      name: `benchpress microbenchmark ${share.thread}`,
      ...workerFlags(),
    })
    const thread = new MicrobenchmarkThread(worker, () => worker.terminate())
    let reason: string | undefined
    worker.on('error', (error: Error) => {
      reason = error.message
    })
    worker.on('exit', (code) => thread.#die(reason ?? `ended with code ${code}`))
    return thread
  }

  /** Starts a thread of a microbenchmark in the calling thread, which gets no message while a function runs. */
  static inThread(share: MicrobenchmarkShare): MicrobenchmarkThread {
    const { port1, port2 } = new MessageChannel()
    const end = async (): Promise<void> => {
      port1.close()
    }
    const thread = new MicrobenchmarkThread(port1, end)
    void runMicrobenchmark(share, port2).catch((error: unknown) => thread.#die(String(error)))
    return thread
  }

  /** Sends the order to stop, which has no report. */
  stop(): void {
    this.#line.postMessage({ type: 'stop' } satisfies MicrobenchmarkOrder)
  }

  /**
   * Sends an order and waits for its report.
   *
   * @throws Error with the reason when the thread died
   */
  async ask(order: MicrobenchmarkOrder): Promise<MicrobenchmarkReport> {
    this.#line.postMessage(order)
    return await this.next()
  }

  /**
   * Waits for the next report.
   *
   * @throws Error with the reason when the thread died
   */
  async next(): Promise<MicrobenchmarkReport> {
    const report = this.#reports.shift()
    if (report !== undefined) return report
    if (this.#death !== undefined) throw this.#death
    this.#waiting = Promise.withResolvers<MicrobenchmarkReport>()
    return await this.#waiting.promise
  }

  /** Ends the thread, whatever it does; in the calling thread only when it does nothing. */
  async terminate(): Promise<void> {
    await this.#terminate()
  }

  #die(reason: string): void {
    this.#death ??= new Error(reason)
    this.#waiting?.reject(this.#death)
    this.#waiting = undefined
  }
}
