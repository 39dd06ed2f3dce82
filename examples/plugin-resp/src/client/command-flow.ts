import { markHandled, type ClientContext, type PluginRequests } from '@benchpress/core/plugin'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Connection } from '../connection/connection.ts'
import { type Connections, OwnConnection } from '../connection/connections.ts'
import { closedByUs, isErrorReply, kindOf, outcomeInCore, type Loss } from '../connection/loss.ts'
import { type RedisMetrics, ReopeningConnection } from '../connection/reopening-connection.ts'
import { connectionSettings } from '../connection/settings.ts'
import { joinPool } from '../connection/shared-connections.ts'
import type { metrics } from '../metrics.ts'
import type { ResolvedRedisOptions } from '../options.ts'
import type { CommandPart, GetOptions } from '../redis-client.ts'
import { type CommandOutcome, RedisError } from '../redis-error.ts'
import type { ServerAddress } from '../server-address.ts'
import type { CommandName } from './command-name.ts'
import { TimedCommand, type ReplyEncoding } from './timed-command.ts'
import { checkValue } from './value-check.ts'

/** The context of a client of this plugin. */
export type RedisContext = ClientContext<ResolvedRedisOptions, typeof metrics, ServerAddress>

/** One of several commands. */
export interface PipelinedCommand {
  readonly name: CommandName
  readonly parts: CommandPart[]
}

/**
 * The commands of one user: sends each, times it, and counts its outcome.
 *
 * Each command is counted once. Commands that are in flight when the user leaves are counted as `aborted` then.
 */
export class CommandFlow {
  readonly #metrics: RedisMetrics
  readonly #requests: PluginRequests
  readonly #now: () => number
  readonly #check: RedisContext['check']
  readonly #connections: Connections
  #inFlight = 0
  #isOver = false

  constructor(context: RedisContext) {
    const { metrics, requests, now, check, options, shared } = context
    this.#check = check
    this.#metrics = metrics
    this.#requests = requests
    this.#now = now
    const settings = connectionSettings(context)
    const create = (): ReopeningConnection => new ReopeningConnection(settings, metrics, this.#requests)
    this.#connections = options.connections === 'per-user' ? new OwnConnection(create()) : joinPool(shared, options.connections, create)
  }

  /**
   * Sends a command, and resolves with its reply.
   *
   * @param expected value to compare the reply with, which is returned in any case
   * @throws RedisError, or rejects with one, when there is no reply, or an error
   */
  send(name: CommandName, parts: CommandPart[], encoding: ReplyEncoding, expected?: GetOptions): Promise<unknown> {
    if (this.#isOver) return markHandled(rejectLater(name))
    const command = new TimedCommand(name, parts, encoding)
    const line = this.#line(name)
    this.#start(command)
    // No closure besides those of ioredis, where a connection is open.
    return markHandled(
      line.current === undefined ? this.#transmitFirst(line, command, expected) : this.#transmit(line.current, command, expected),
    )
  }

  /** Sends commands over one connection in one write. Each promise settles like that of {@link send}. */
  async sendAll(commands: readonly PipelinedCommand[], encoding: ReplyEncoding): Promise<PromiseSettledResult<unknown>[]> {
    const [first] = commands
    if (first === undefined) return []
    if (this.#isOver) await rejectLater(first.name)
    const timed = commands.map(({ name, parts }) => new TimedCommand(name, parts, encoding))
    const line = this.#line((commands.find(({ name }) => name.needsOwn) ?? first).name)
    for (const command of timed) this.#start(command)
    const connection = line.current ?? (await line.open())
    if (!(connection instanceof Connection))
      return timed.map((command) => ({ status: 'rejected', reason: this.#refused(command, connection) }))
    const uncork = connection.cork()
    const replies = timed.map((command) => this.#transmit(connection, command))
    uncork()
    return await Promise.allSettled(replies)
  }

  /** Ends the flow when the user leaves. */
  leave(): void {
    if (this.#isOver) return
    if (this.#inFlight > 0) this.#metrics.redis_commands.add(this.#inFlight, 'aborted')
    this.#isOver = true
    this.#connections.leave()
  }

  #line({ tag, needsOwn }: CommandName): ReopeningConnection {
    if (needsOwn && this.#connections.isShared)
      throw new TypeError(`redis.command: ${tag} needs a connection of its own, and users share theirs: leave out "connections" of redis()`)
    return this.#connections.next()
  }

  // A wait before the send, such as for a connection, counts as a wait for the server.
  #start(command: TimedCommand): void {
    command.startedAt = this.#requests.started(command.named.tag)
    this.#inFlight += 1
  }

  async #transmitFirst(line: ReopeningConnection, command: TimedCommand, expected?: GetOptions): Promise<unknown> {
    const opened = await line.open()
    if (opened instanceof Connection) return await this.#transmit(opened, command, expected)
    throw this.#refused(command, opened)
  }

  async #transmit(connection: Connection, command: TimedCommand, expected?: GetOptions): Promise<unknown> {
    const sentAt = this.#now()
    let reply: unknown
    try {
      reply = await connection.send(command, sentAt)
    } catch (error) {
      throw isErrorReply(error) ? this.#errorReply(connection, command, error) : this.#lost(connection, command, sentAt)
    }
    this.#heard(connection)
    this.#ended(command, 'ok')
    if (expected?.expect !== undefined) this.#compare(command, reply as string | Buffer | null, expected.expect, expected)
    return reply
  }

  #heard(connection: Connection): void {
    connection.replied()
    if (connection.socket !== undefined) this.#requests.carried(connection.socket)
  }

  #compare({ named: { tag } }: TimedCommand, value: string | Buffer | null, expected: string | Buffer | null, options: GetOptions): void {
    if (this.#isOver) return
    const result = checkValue(value, expected, options)
    if (result === 'nil') this.#metrics.redis_nils.add(1, tag)
    if (result === 'wrong') this.#metrics.redis_wrong_values.add(1, tag)
    this.#check(`redis: value of ${tag}`, result !== 'wrong')
  }

  #errorReply(connection: Connection, command: TimedCommand, { message }: Error): RedisError {
    this.#heard(connection)
    const kind = kindOf(message)
    this.#ended(command, 'error', kind)
    if (!this.#isOver) this.#metrics.redis_errors.add(1, kind)
    return new RedisError(command.named.tag, { outcome: 'error', kind, reason: message })
  }

  #lost(connection: Connection, command: TimedCommand, sentAt: number): RedisError {
    const { tag } = command.named
    const loss = connection.lossFor(sentAt)
    this.#ended(command, loss.outcome, loss.kind)
    return new RedisError(tag, loss)
  }

  #refused(command: TimedCommand, loss: Loss): RedisError {
    this.#ended(command, loss.outcome, loss.kind)
    if (loss.outcome === 'error' && !this.#isOver) this.#metrics.redis_errors.add(1, loss.kind)
    return new RedisError(command.named.tag, loss)
  }

  // Commands in flight when the user left were counted then; core itself counts their requests as aborted.
  #ended({ startedAt }: TimedCommand, outcome: CommandOutcome, kind?: string): void {
    if (this.#isOver) return
    this.#inFlight -= 1
    this.#requests.ended(startedAt, outcomeInCore(outcome), kind)
    this.#metrics.redis_commands.add(1, outcome)
  }
}

// Rejected in a later turn, as a journey that always tries again would block the thread otherwise.
async function rejectLater({ tag }: CommandName): Promise<never> {
  await nextTurn()
  throw new RedisError(tag, closedByUs)
}
