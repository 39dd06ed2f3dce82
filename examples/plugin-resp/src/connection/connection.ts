import type { ByteCounts } from '@benchpress/core/plugin'
import { Command, Redis } from 'ioredis'
import {
  closedBehindTimeout,
  closedByServer,
  closedByUs,
  closedWhileOpening,
  isErrorReply,
  lossOfOpen,
  lossOfOpening,
  lossOfReply,
  type Loss,
} from './loss.ts'
import { SendTimes } from './send-times.ts'
import type { ConnectionSettings } from './settings.ts'

/**
 * One connection, over one `Redis` of ioredis that never reconnects and never queues.
 *
 * A command without a reply in time ends the connection, because later replies could not be matched with their commands in time. Times are microseconds.
 */
export class Connection {
  readonly #settings: ConnectionSettings
  readonly #redis: Redis
  readonly #inFlight = new SendTimes()
  readonly #onOpen: () => void
  readonly #onEnd: (connection: Connection, loss: Loss) => void
  #isOpen = false
  #hasReplied = false
  #loss: Loss | undefined
  #timer: NodeJS.Timeout | undefined

  /**
   * @param onOpen called once, when the connection is open
   * @param onEnd called once, when a connection that was open has ended
   */
  constructor(settings: ConnectionSettings, onOpen: () => void, onEnd: (connection: Connection, loss: Loss) => void) {
    this.#settings = settings
    this.#onOpen = onOpen
    this.#onEnd = onEnd
    this.#redis = new Redis({
      ...settings.socket,
      protocol: 2,
      lazyConnect: true,
      connectTimeout: settings.timeout,
      retryStrategy: null,
      enableReadyCheck: false,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      disableClientInfo: true,
      maxRetriesPerRequest: 0,
    })
    // Without a listener ioredis writes to the console.
    this.#redis.on('error', (error: Error) => this.#end(this.#isOpen ? lossOfOpen(error) : lossOfOpening(error)))
    this.#redis.on('end', () => this.#end(this.#isOpen ? closedByServer : closedWhileOpening))
  }

  /** Whether a command got any reply, even an error. */
  get hasReplied(): boolean {
    return this.#hasReplied
  }

  /** Connects, logs in, and selects the database; resolves with the reason of a failure. */
  async open(): Promise<Loss | undefined> {
    const { login, database, password } = this.#settings
    try {
      await this.#redis.connect()
      if (login !== null) await this.#prepare('AUTH', login)
      if (database !== 0) await this.#prepare('SELECT', [String(database)])
    } catch (error) {
      const loss = isErrorReply(error) ? lossOfReply(error, password) : (this.#loss ?? closedWhileOpening)
      this.#end(loss)
      return loss
    }
    if (this.#loss !== undefined) return this.#loss
    this.#isOpen = true
    this.#onOpen()
    return undefined
  }

  /** Sends a command; its promise rejects with an error reply, or when the connection ends. */
  send(command: Command, sentAt: number): Promise<unknown> {
    this.#inFlight.add(sentAt)
    this.#timer ??= setTimeout(this.#look, this.#settings.timeout)
    return this.#redis.sendCommand(command) as Promise<unknown>
  }

  /** Bytes read and written; `undefined` before the connection is opened. */
  get socket(): ByteCounts | undefined {
    return this.#redis.stream
  }

  /** Notes the reply to the oldest command. */
  replied(): void {
    this.#hasReplied = true
    this.#inFlight.shift()
  }

  /** Collects commands into one write, until the returned function is called. */
  cork(): () => void {
    const { stream } = this.#redis
    stream.cork()
    return () => stream.uncork()
  }

  /** Returns how the connection ended, for a command that was sent at `sentAt` and has no reply. */
  lossFor(sentAt: number): Loss {
    const loss = this.#loss ?? closedByServer
    if (loss.outcome !== 'timeout') return loss
    return this.#settings.now() - sentAt >= this.#settings.timeout * 1000 ? loss : closedBehindTimeout
  }

  /** Ends the connection at once, whatever is in flight. */
  close(): void {
    this.#end(closedByUs)
  }

  #prepare(name: string, parts: string[]): Promise<unknown> {
    return this.send(new Command(name, parts, { replyEncoding: 'utf8' }), this.#settings.now()).finally(() => this.#inFlight.shift())
  }

  // One timer for all commands: most have a reply long before it fires, and it is then set for the oldest one without a reply.
  readonly #look = (): void => {
    this.#timer = undefined
    const { timeout, now } = this.#settings
    const { oldest } = this.#inFlight
    if (oldest === Infinity) return
    const left = oldest + timeout * 1000 - now()
    if (left > 0) this.#timer = setTimeout(this.#look, Math.ceil(left / 1000))
    else this.#end({ outcome: 'timeout', kind: 'timeout', reason: `timeout: no reply within ${timeout} ms` })
  }

  #end(loss: Loss): void {
    if (this.#loss !== undefined) return
    this.#loss = loss
    clearTimeout(this.#timer)
    // A socket that is only ended may stay half open as long as the server wants.
    if (this.#redis.stream === undefined) this.#redis.disconnect()
    else this.#redis.stream.destroy()
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#onEnd(this, loss)
  }
}
