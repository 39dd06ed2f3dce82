import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { HandOver } from './hand-over.ts'
import type { SharedState } from './shared-state.ts'

/** The message of a worker that is ready for connections. */
export const readyMessage = 'ready'

/** Milliseconds after which workers that did not end on request are killed. */
const patience = 2000

/** The workers, each of which is replaced when it ends, as long as workers can start. */
export class Workers {
  readonly #state: SharedState
  readonly #handOver = new HandOver()
  readonly #ready: Worker[] = []
  #turn = 0
  #stopping = false

  constructor(state: SharedState) {
    this.#state = state
  }

  /** Starts workers; resolves when all are ready, and rejects when one ends before. */
  async start(count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, () => this.#fork()))
  }

  /** Passes a connection to the next worker by turns, with the data that was read from it. */
  give(socket: Socket, data: Buffer): void {
    this.#turn = (this.#turn + 1) % Math.max(1, this.#ready.length)
    const worker = this.#ready[this.#turn]
    if (worker === undefined) socket.destroy()
    else this.#handOver.give(worker, socket, data)
  }

  /** Ends all workers. */
  async stop(): Promise<void> {
    this.#stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    const ended = workers.filter((worker) => !worker.isDead()).map((worker) => once(worker, 'exit'))
    for (const worker of workers) worker.process.kill('SIGTERM')
    setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, patience).unref()
    await Promise.all(ended)
  }

  async #fork(): Promise<void> {
    const worker = cluster.fork({ STORE_FILE: this.#state.file, JWT_SECRET: this.#state.jwtSecret })
    this.#handOver.watch(worker)
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message) => {
        if (message !== readyMessage) return
        this.#ready.push(worker)
        resolve()
      })
      worker.once('exit', (code, signal) => {
        if (this.#ready.includes(worker)) this.#replace(worker)
        else reject(new Error(`worker ${worker.id} ended before it was ready: ${signal ?? `exit code ${code}`}`))
      })
    })
  }

  #replace(worker: Worker): void {
    this.#ready.splice(this.#ready.indexOf(worker), 1)
    if (this.#stopping) return
    console.error(`worker ${worker.id} has died and is replaced`)
    this.#fork().catch((error: Error) => {
      if (!this.#stopping) console.error(error.message)
    })
  }
}
