import type { MetricRecorders } from '@benchpress/core'
import type { PluginRequests } from '@benchpress/core/plugin'
import type { metrics } from '../metrics.ts'
import { Connection } from './connection.ts'
import { closedByUs, type Loss } from './loss.ts'
import type { ConnectionSettings } from './settings.ts'

/** The recorders of the metrics of the plugin. */
export type RedisMetrics = MetricRecorders<typeof metrics>

const shortestWait = 50
const longestWait = 1000

/**
 * A connection that is opened when it is needed, and reopened after a loss.
 *
 * A command in flight is lost with the connection, and never sent again. After an attempt that failed, or a connection without a reply, the next attempt waits:
 * 50 ms at first, twice as long each time, and 1 s at most.
 */
export class ReopeningConnection {
  readonly #settings: ConnectionSettings
  readonly #metrics: RedisMetrics
  readonly #requests: PluginRequests
  #current: Connection | undefined
  #opening: Promise<Connection | Loss> | undefined
  #attempt: Connection | undefined
  #failures = 0
  #wait: { readonly timer: NodeJS.Timeout; readonly end: () => void } | undefined
  #isOver = false

  constructor(settings: ConnectionSettings, metrics: RedisMetrics, requests: PluginRequests) {
    this.#settings = settings
    this.#metrics = metrics
    this.#requests = requests
  }

  /** The open connection, if there is one. */
  get current(): Connection | undefined {
    return this.#current
  }

  /** Opens the connection; calls meanwhile get the same connection, or the same failure. */
  async open(): Promise<Connection | Loss> {
    this.#opening ??= this.#open().finally(() => (this.#opening = undefined))
    return await this.#opening
  }

  /** Closes the connection for good. */
  close(): void {
    this.#isOver = true
    this.#wait?.end()
    this.#attempt?.close()
    this.#current?.close()
  }

  async #open(): Promise<Connection | Loss> {
    if (this.#failures > 0) await this.#pause(Math.min(longestWait, shortestWait * 2 ** (this.#failures - 1)))
    if (this.#isOver) return closedByUs
    const start = this.#settings.now()
    const connection = new Connection(this.#settings, () => this.#requests.connected(), this.#onEnd)
    this.#attempt = connection
    const loss = await connection.open()
    this.#attempt = undefined
    if (loss !== undefined) {
      this.#failures += 1
      if (!this.#isOver) this.#metrics.redis_refused.add(1, loss.kind)
      return loss
    }
    this.#metrics.redis_opened.add(1)
    this.#metrics.redis_connect_time.add((this.#settings.now() - start) / 1000)
    if (!this.#isOver) this.#current = connection
    return connection
  }

  readonly #onEnd = (connection: Connection, { outcome }: Loss): void => {
    this.#failures = connection.hasReplied ? 0 : this.#failures + 1
    this.#current = undefined
    if (connection.socket !== undefined) this.#requests.carried(connection.socket)
    this.#requests.disconnected(outcome === 'reset' || outcome === 'closed' ? 'target' : 'client')
    this.#metrics.redis_closed.add(1, outcome === 'aborted' ? 'client' : outcome)
  }

  async #pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.#wait = { timer, end }
    })
    this.#wait = undefined
  }
}
