import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { MetricDefinitions } from '../../../src/measure/recorder/own-metric.ts'
import type { ClientContext } from '../../../src/load/plugin/define-plugin.ts'

/** The metrics that users of the plugin record. */
export const linesMetrics = {
  lines_answers: { type: 'counter', description: 'lines that were answered' },
  lines_round_trip: { type: 'trend', unit: 'ms' },
} as const satisfies MetricDefinitions

/** The options of the plugin. */
export interface LinesOptions {
  /** Said first on each connection. */
  readonly greeting: string
}

/** What `setup` of the plugin returns. */
export interface LinesShared {
  readonly rooms: string[]
}

/** How a client is created. */
export type LinesContext = ClientContext<LinesOptions, typeof linesMetrics, LinesShared>

/** What a journey finds as `user.lines`. */
export class LinesClient {
  readonly context: LinesContext
  #socket: Socket | undefined
  #lines: AsyncIterator<string> | undefined

  constructor(context: LinesContext) {
    this.context = context
  }

  /** Sends a line and resolves with the next one that comes. */
  async ask(line: string): Promise<string> {
    const { metrics, requests, now } = this.context
    if (this.#lines === undefined) await this.#open()
    const start = requests.started()
    this.#socket?.write(`${line}\n`)
    const response = await this.#responseTo(start)
    metrics.lines_answers.add()
    metrics.lines_round_trip.add((now() - start) / 1000)
    return response
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket?.destroy()
  }

  async #responseTo(start: number): Promise<string> {
    const { requests } = this.context
    try {
      const response = await this.#next()
      requests.ended(start, 'ok')
      return response
    } catch (error) {
      requests.ended(start, 'closed_early')
      throw error
    }
  }

  async #open(): Promise<void> {
    const { target, signal } = this.context
    const { hostname, port } = new URL(target)
    const socket = connect({ host: hostname, port: Number(port) })
    this.#socket = socket
    this.#lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    socket.on('error', () => socket.destroy())
    signal.addEventListener('abort', () => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: lines\r\nConnection: Upgrade\r\nUpgrade: lines\r\n\r\n')
    // The head of the response ends with an empty line.
    while ((await this.#next()) !== '');
  }

  async #next(): Promise<string> {
    const next = await this.#lines?.next()
    if (next === undefined || next.done === true) throw new Error('the connection was closed')
    return next.value
  }
}
