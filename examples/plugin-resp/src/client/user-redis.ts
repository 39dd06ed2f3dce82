import { markHandled } from '@benchpress/core/plugin'
import { toMilliseconds } from '../check/duration.ts'
import type { CommandPart, GetOptions, RedisClient, RedisReply, SetOptions } from '../redis-client.ts'
import { CommandFlow, type RedisContext } from './command-flow.ts'
import { nameCommand } from './command-name.ts'
import type { ReplyEncoding } from './timed-command.ts'

type Key = string | Buffer

const text: ReplyEncoding = { replyEncoding: 'utf8' }
const bytes: ReplyEncoding = { replyEncoding: null }
const getName = nameCommand('get')
const setName = nameCommand('set')

/** The client of one user, which closes its connection when it is disposed. */
export class UserRedis implements RedisClient, Disposable {
  readonly #flow: CommandFlow

  constructor(context: RedisContext) {
    this.#flow = new CommandFlow(context)
  }

  get(key: Key, options?: GetOptions): Promise<string | null> {
    return this.#flow.send(getName, [key], text, options) as Promise<string | null>
  }

  getBuffer(key: Key, options?: GetOptions): Promise<Buffer | null> {
    return this.#flow.send(getName, [key], bytes, options) as Promise<Buffer | null>
  }

  set(key: Key, value: CommandPart, options?: SetOptions): Promise<'OK' | null> {
    const parts = [key, value]
    if (options?.ttl !== undefined) parts.push('PX', readTtl(options.ttl, 'set'))
    if (options?.when !== undefined) parts.push(options.when === 'absent' ? 'NX' : 'XX')
    return this.#flow.send(setName, parts, text) as Promise<'OK' | null>
  }

  mget(...keys: readonly Key[]): Promise<readonly (string | null)[]> {
    return this.command('mget', ...keys) as Promise<readonly (string | null)[]>
  }

  mset(values: Readonly<Record<string, CommandPart>>): Promise<'OK'> {
    return this.command('mset', ...Object.entries(values).flat()) as Promise<'OK'>
  }

  del(...keys: readonly Key[]): Promise<number> {
    return this.command('del', ...keys) as Promise<number>
  }

  exists(...keys: readonly Key[]): Promise<number> {
    return this.command('exists', ...keys) as Promise<number>
  }

  expire(key: Key, ttl: string | number): Promise<number> {
    return this.command('pexpire', key, readTtl(ttl, 'expire')) as Promise<number>
  }

  incr(key: Key): Promise<number> {
    return this.command('incr', key) as Promise<number>
  }

  incrBy(key: Key, amount: number): Promise<number> {
    return this.command('incrby', key, amount) as Promise<number>
  }

  ping(): Promise<string> {
    return this.command('ping') as Promise<string>
  }

  command(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply> {
    return this.#flow.send(nameCommand(name), [...parts], text) as Promise<RedisReply>
  }

  commandBuffer(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply> {
    return this.#flow.send(nameCommand(name), [...parts], bytes) as Promise<RedisReply>
  }

  pipeline(commands: readonly (readonly [name: string, ...parts: CommandPart[]])[]): Promise<readonly RedisReply[]> {
    return markHandled(this.#pipeline(commands))
  }

  [Symbol.dispose](): void {
    this.#flow.leave()
  }

  async #pipeline(commands: readonly (readonly [name: string, ...parts: CommandPart[]])[]): Promise<readonly RedisReply[]> {
    const named = commands.map(([name, ...parts]) => ({ name: nameCommand(name), parts }))
    const ends = await this.#flow.sendAll(named, text)
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason
      return end.value as RedisReply
    })
  }
}

function readTtl(ttl: string | number, method: string): number {
  const time = toMilliseconds(ttl)
  if (time === undefined || time < 1)
    throw new TypeError(`redis.${method}: ttl must be a time such as "30s", or a number of seconds, and not ${String(ttl)}`)
  return Math.round(time)
}
