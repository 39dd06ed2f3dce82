/** A part of a command. */
export type CommandPart = string | number | Buffer

/** A reply: text, unless bytes were asked for, a whole number, nil, or a list of replies. */
export type RedisReply = string | number | Buffer | null | readonly RedisReply[]

/** The expected value of a key. */
export interface GetOptions {
  /** The expected value, byte for byte; `null` for a key that must be missing. */
  readonly expect?: string | Buffer | null
  /** Whether a missing key is right as well. Default false. */
  readonly nil?: boolean
}

/** Options of setting a value. */
export interface SetOptions {
  /** Time for which the value is kept, as `30s` or in seconds. Default: forever. */
  readonly ttl?: string | number
  /** Sets the value only when the key is missing (`absent`), or exists (`present`). Default: in any case. */
  readonly when?: 'absent' | 'present'
}

/**
 * The client that a journey finds as `user.redis`, whose commands are all timed and counted.
 *
 * A method rejects with a {@link RedisError} for an error reply, or without a reply.
 */
export interface RedisClient {
  /** Gets the value of a key as text. With `expect` the value is checked: a wrong one is counted and fails the check `redis: value of get`. */
  get(key: string | Buffer, options?: GetOptions): Promise<string | null>
  /** Gets the bytes of the value of a key, checked like by `get`. */
  getBuffer(key: string | Buffer, options?: GetOptions): Promise<Buffer | null>
  /** Sets a value; resolves with `null` where `when` prevented that. */
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
  /** Sends any command, with text in its reply: `command('HSET', 'user:1', 'name', 'Ann')`. */
  command(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply>
  /** Sends any command, with bytes in its reply. */
  commandBuffer(name: string, ...parts: readonly CommandPart[]): Promise<RedisReply>
  /**
   * Sends several commands at once, and resolves with their replies in the same order. Each command is timed and counted by itself.
   *
   * Rejects with the first error, once all commands have ended.
   */
  pipeline(commands: readonly (readonly [name: string, ...parts: CommandPart[]])[]): Promise<readonly RedisReply[]>
}
