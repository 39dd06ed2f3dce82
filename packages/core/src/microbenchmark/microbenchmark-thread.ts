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

/** A thread of a microbenchmark, seen from the thread that calls `run()`; it makes one report when it is ready, and one on each order. */
export class MicrobenchmarkThread {
  readonly #line: Line
  readonly #terminate: () => unknown
  #report = Promise.withResolvers<MicrobenchmarkReport>()
  #death: Error | undefined

  private constructor(line: Line, terminate: () => unknown) {
    this.#line = line
    this.#terminate = terminate
    line.on('message', (report: MicrobenchmarkReport) => this.#report.resolve(report))
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
    const thread = new MicrobenchmarkThread(port1, () => port1.close())
    void runMicrobenchmark(share, port2).catch((error: unknown) => thread.#die(String(error)))
    return thread
  }

  /**
   * Resolves with the report on the set-up, and after an order with the report on that.
   *
   * @throws Error with the reason when the thread died
   */
  get report(): Promise<MicrobenchmarkReport> {
    return this.#report.promise
  }

  /** Sends the order to stop, which has no report. */
  stop(): void {
    this.#line.postMessage({ type: 'stop' } satisfies MicrobenchmarkOrder)
  }

  /** Sends an order and waits for its {@link report}. */
  async ask(order: MicrobenchmarkOrder): Promise<MicrobenchmarkReport> {
    if (this.#death !== undefined) throw this.#death
    this.#report = Promise.withResolvers()
    this.#line.postMessage(order)
    return await this.report
  }

  /** Ends the thread, whatever it does; in the calling thread only when it does nothing. */
  async terminate(): Promise<void> {
    await this.#terminate()
  }

  #die(reason: string): void {
    this.#death ??= new Error(reason)
    this.#report.reject(this.#death)
  }
}
