/** What can be sent as a part of a command. */
export type CommandPart = string | number | Buffer

/** A reply: text, unless bytes were asked for, a whole number, nil, or a list of replies. */
export type RedisReply = string | number | Buffer | null | readonly RedisReply[]

/** What the value of a key should be. */
export interface GetOptions {
  /** The value that has to be there, byte for byte; `null` for a key that must not be there. */
  readonly expect?: string | Buffer | null
  /** Whether a key that is not there is right as well. Default false. */
  readonly nil?: boolean
}

/** How a value is kept. */
export interface SetOptions {
  /** How long, as `30s` or in seconds. Default: for ever. */
  readonly ttl?: string | number
  /** Only when the key is not there (`absent`), or when it is (`present`). Default: in any case. */
  readonly when?: 'absent' | 'present'
}

/**
 * What a journey finds as `user.redis`: commands, each of which is timed and counted.
 *
 * A method rejects with a {@link RedisError} when there is an error reply, or no reply.
 */
export interface RedisClient {
  /** The value of a key as text. With `expect` it is checked, and a wrong one is counted and fails the check `redis: value of get`. */
  get(key: string | Buffer, options?: GetOptions): Promise<string | null>
  /** The value of a key, byte for byte; checked as by `get`. */
  getBuffer(key: string | Buffer, options?: GetOptions): Promise<Buffer | null>
  /** Resolves with `null` where `when` kept it from being set. */
  set(key: string | Buffer, value: CommandPart, options?: SetOptions): Promise<'OK' | null>
  mget(...keys: readonly (string | Buffer)[]): Promise<readonly (string | null)[]>
  mset(values: Readonly<Record<string, CommandPart>>): Promise<'OK'>
  del(...keys: readonly (string | Buffer)[]): Promise<number>
  exists(...keys: readonly (string | Buffer)[]): Promise<number>
  /** @param ttl as `30s` or in seconds */
  expire(key: string | Buffer, ttl: string | number): Promise<number>
  incr(key: string | Buffer): Promise<number>
  incrBy(key: string | Buffer, amount: number): Promise<number>
  ping(): Promise<string>
  /** Any command, with text in its reply: `command('HSET', 'user:1', 'name', 'Ann')`. */
  command(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply>
  /** Any command, with bytes in its reply. */
  commandBuffer(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply>
  /**
   * Sends commands in one go, and resolves with their replies in the same order. Each is timed and counted for itself.
   *
   * Rejects with the first error, once all of them have ended.
   */
  pipeline(commands: readonly (readonly [name: string, ...parts: CommandPart[]])[]): Promise<readonly RedisReply[]>
}
