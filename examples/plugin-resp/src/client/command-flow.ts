import type { ClientContext } from '@benchpress/core'
import { Command } from 'ioredis'
import { Connection } from '../connection/connection.ts'
import { type Connections, OwnConnection } from '../connection/connections.ts'
import { closedByUs, isErrorReply, kindOf, type Loss } from '../connection/loss.ts'
import { type RedisMetrics, ReopeningConnection } from '../connection/reopening-connection.ts'
import { connectionSettings } from '../connection/settings.ts'
import { joinPool } from '../connection/shared-connections.ts'
import type { metrics } from '../metrics.ts'
import type { ResolvedRedisOptions } from '../options.ts'
import type { CommandPart, GetOptions } from '../redis-client.ts'
import { type CommandOutcome, RedisError } from '../redis-error.ts'
import type { ServerAddress } from '../server-address.ts'
import type { CommandName } from './command-name.ts'
import { checkValue } from './value-check.ts'

/** What a client of this plugin is given. */
export type RedisContext = ClientContext<ResolvedRedisOptions, typeof metrics, ServerAddress>

/** How strings in a reply are read. */
export type ReplyEncoding = { readonly replyEncoding: 'utf8' | null }

/** One of several commands. */
export interface PipelinedCommand {
  readonly name: CommandName
  readonly parts: CommandPart[]
}

/**
 * The commands of one user: sends each, times it, and counts how it ended.
 *
 * Each is counted once. Those that are in flight when the user leaves are counted as `aborted` then.
 */
export class CommandFlow {
  readonly #metrics: RedisMetrics
  readonly #now: () => number
  readonly #check: RedisContext['check']
  readonly #connections: Connections
  #inFlight = 0
  #isOver = false

  constructor(context: RedisContext) {
    const { metrics, now, check, options, shared } = context
    this.#check = check
    this.#metrics = metrics
    this.#now = now
    const settings = connectionSettings(context)
    const create = (): ReopeningConnection => new ReopeningConnection(settings, metrics)
    this.#connections = options.connections === 'per-user' ? new OwnConnection(create()) : joinPool(shared, options.connections, create)
  }

  /**
   * Sends a command, and resolves with its reply.
   *
   * @param expected what the reply is compared with; it is the reply whatever comes of that
   * @throws RedisError, or rejects with one, when there is no reply, or an error
   */
  send(name: CommandName, parts: CommandPart[], encoding: ReplyEncoding, expected?: GetOptions): Promise<unknown> {
    const command = new Command(name.wire, parts, encoding)
    const line = this.#line(name)
    this.#inFlight += 1
    // One promise and no closure beside those of ioredis, where there is a connection.
    return line.current === undefined
      ? this.#transmitFirst(line, name, command, expected)
      : this.#transmit(line.current, name, command, expected)
  }

  /** Sends commands over one connection in one write. Each of the promises ends as that of {@link send}. */
  async sendAll(commands: readonly PipelinedCommand[], encoding: ReplyEncoding): Promise<PromiseSettledResult<unknown>[]> {
    const [first] = commands
    if (first === undefined) return []
    const named = commands.map(({ name, parts }) => ({ name, command: new Command(name.wire, parts, encoding) }))
    const line = this.#line((commands.find(({ name }) => name.needsOwn) ?? first).name)
    this.#inFlight += named.length
    const connection = line.current ?? (await line.open())
    if (!(connection instanceof Connection))
      return named.map(({ name }) => ({ status: 'rejected', reason: this.#refused(name, connection) }))
    const uncork = connection.cork()
    const replies = named.map(({ name, command }) => this.#transmit(connection, name, command))
    uncork()
    return await Promise.allSettled(replies)
  }

  /** Its user leaves. */
  leave(): void {
    if (this.#isOver) return
    if (this.#inFlight > 0) this.#metrics.redis_commands.add(this.#inFlight, 'aborted')
    this.#isOver = true
    this.#connections.leave()
  }

  #line({ tag, needsOwn }: CommandName): ReopeningConnection {
    if (this.#isOver) throw new RedisError(tag, closedByUs)
    if (needsOwn && this.#connections.isShared)
      throw new TypeError(`redis.command: ${tag} needs a connection of its own, and users share theirs: leave out "connections" of redis()`)
    return this.#connections.next()
  }

  async #transmitFirst(line: ReopeningConnection, name: CommandName, command: Command, expected?: GetOptions): Promise<unknown> {
    const opened = await line.open()
    if (opened instanceof Connection) return await this.#transmit(opened, name, command, expected)
    throw this.#refused(name, opened)
  }

  async #transmit(connection: Connection, name: CommandName, command: Command, expected?: GetOptions): Promise<unknown> {
    const sentAt = this.#now()
    let reply: unknown
    try {
      reply = await connection.send(command, sentAt)
    } catch (error) {
      throw isErrorReply(error) ? this.#errorReply(connection, name, sentAt, error) : this.#lost(connection, name, sentAt)
    }
    connection.answered()
    this.#replied('ok', name, sentAt)
    if (expected?.expect !== undefined) this.#compare(name, reply as string | Buffer | null, expected.expect, expected)
    return reply
  }

  #compare({ tag }: CommandName, value: string | Buffer | null, expected: string | Buffer | null, options: GetOptions): void {
    if (this.#isOver) return
    const result = checkValue(value, expected, options)
    if (result === 'nil') this.#metrics.redis_nils.add(1, tag)
    if (result === 'wrong') this.#metrics.redis_wrong_values.add(1, tag)
    this.#check(`redis: value of ${tag}`, result !== 'wrong')
  }

  #replied(outcome: 'ok' | 'error', { tag }: CommandName, sentAt: number): void {
    if (this.#isOver) return
    this.#ended(outcome)
    this.#metrics.redis_command_time.add((this.#now() - sentAt) / 1000, tag)
  }

  #errorReply(connection: Connection, name: CommandName, sentAt: number, { message }: Error): RedisError {
    connection.answered()
    this.#replied('error', name, sentAt)
    const kind = kindOf(message)
    if (!this.#isOver) this.#metrics.redis_errors.add(1, kind)
    return new RedisError(name.tag, { outcome: 'error', kind, reason: message })
  }

  #lost(connection: Connection, { tag }: CommandName, sentAt: number): RedisError {
    const loss = connection.lossFor(sentAt)
    this.#ended(loss.outcome)
    // As slow as it was allowed to be: left out, the slowest would make the times look better.
    if (loss.outcome === 'timeout' && !this.#isOver) this.#metrics.redis_command_time.add((this.#now() - sentAt) / 1000, tag)
    return new RedisError(tag, loss)
  }

  #refused({ tag }: CommandName, loss: Loss): RedisError {
    this.#ended(loss.outcome)
    if (loss.outcome === 'error' && !this.#isOver) this.#metrics.redis_errors.add(1, loss.kind)
    return new RedisError(tag, loss)
  }

  // Whatever is in flight when the user leaves was counted then.
  #ended(outcome: CommandOutcome): void {
    if (this.#isOver) return
    this.#inFlight -= 1
    this.#metrics.redis_commands.add(1, outcome)
  }
}
