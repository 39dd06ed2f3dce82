import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { frameEvent } from './frame.ts'
import type { Audience, KeptMessages, MessageStore, PostedMessage, StoredMessage, StoreRules } from './message-store.ts'
import { readEntryId, readStreamEntry, type EntryMessage, type StreamEntry } from './stream-entry.ts'
import { beginning, isAfter, type Position } from './position.ts'

/** The URL of Redis, and a callback for entries that cannot be read. */
export interface RedisStoreOptions extends StoreRules {
  readonly url: string
  readonly onInvalidEntry: () => void
}

/** The stream of all messages in order, from which each bridge reads those for its subscribers. */
const allMessages = 'bridge:messages'
/** The number of messages that is kept: those of half a minute at 4,000 a second, in which a bridge may be cut off from Redis. */
const allMessagesLimit = 120_000
/** The most entries of one read. */
const readCount = 500

// One script, so that all inboxes and all bridges see the same order. An inbox expires when none of its messages can be kept any longer.
const addScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'to', ARGV[2], 'data', ARGV[3], 'deadline', ARGV[4])
if tonumber(ARGV[7]) > 0 then
  redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], id, 'to', ARGV[2], 'data', ARGV[3], 'deadline', ARGV[4])
  redis.call('XTRIM', KEYS[2], 'MINID', '~', string.format('%.0f', tonumber(string.match(id, '^%d+')) - ARGV[6]))
  redis.call('PEXPIRE', KEYS[2], ARGV[6])
end
return id`

interface BridgeRedis extends Redis {
  addMessage(...args: readonly (string | number)[]): Promise<string>
}

/** Keeps messages in Redis, for all bridges that use it. */
export class RedisStore implements MessageStore {
  readonly #options: RedisStoreOptions
  readonly #audience: Audience
  readonly #redis: BridgeRedis
  /** Blocks while there is nothing new, so it has a connection of its own. */
  readonly #reader: Redis
  #last = '0-0'
  #isClosed = false
  #reading: Promise<void> | undefined

  /** @throws Error when Redis cannot be reached */
  static async connect(options: RedisStoreOptions, audience: Audience): Promise<RedisStore> {
    const store = new RedisStore(options, audience)
    try {
      await Promise.all([connect(store.#redis), connect(store.#reader)])
      const [newest] = await store.#redis.xrevrange(allMessages, '+', '-', 'COUNT', 1)
      if (newest !== undefined) store.#last = newest[0]
    } catch (error) {
      await store.close()
      throw error
    }
    store.#reading = store.#readAll()
    return store
  }

  private constructor(options: RedisStoreOptions, audience: Audience) {
    this.#options = options
    this.#audience = audience
    const scripts = { addMessage: { lua: addScript, numberOfKeys: 2 } }
    const common = { lazyConnect: true, retryStrategy: retryAfter, disconnectTimeout: 100 }
    this.#redis = new Redis(options.url, {
      ...common,
      scripts,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 3,
      // A message may have been added although the reply was lost, and must not be added twice.
      autoResendUnfulfilledCommands: false,
    }) as BridgeRedis
    this.#reader = new Redis(options.url, { ...common, maxRetriesPerRequest: null })
  }

  async add({ to, data, ttl }: PostedMessage): Promise<void> {
    const { inboxLimit, maxTtl, now } = this.#options
    await this.#redis.addMessage(allMessages, inboxOf(to), allMessagesLimit, to, data, now() + ttl, inboxLimit, maxTtl, ttl)
  }

  async since(ids: readonly string[], { ms, sequence }: Position): Promise<KeptMessages> {
    // One transaction, so that no message to one id is missed that is older than a message to another.
    const transaction = this.#redis.multi().xrevrange(allMessages, '+', '-', 'COUNT', 1)
    for (const id of new Set(ids)) transaction.xrange(inboxOf(id), `(${ms}-${sequence}`, '+')
    const replies = (await transaction.exec()) ?? []
    const [newest = [], ...inboxes] = replies.map(([error, entries]) => {
      if (error !== null) throw error
      return entries as readonly StreamEntry[]
    })
    const messages = inboxes
      .flat()
      .map((entry) => this.#read(entry))
      .filter((message) => message !== undefined)
      .toSorted((a, b) => (isAfter(a, b) ? 1 : -1))
      .map((message) => this.#frame(message))
    return { messages, upTo: newest[0] === undefined ? beginning : readEntryId(newest[0][0]) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#reader.disconnect()
    this.#redis.disconnect()
    await this.#reading
  }

  async #readAll(): Promise<void> {
    while (!this.#isClosed) {
      try {
        const streams = await this.#reader.xread('COUNT', readCount, 'BLOCK', 0, 'STREAMS', allMessages, this.#last)
        for (const [, entries] of streams ?? []) for (const entry of entries) this.#deliver(entry)
      } catch {
        // Redis is gone or replies with an error; reading resumes after the last message, so that nothing is lost.
        if (!this.#isClosed) await wait(100)
      }
    }
  }

  #deliver(entry: StreamEntry): void {
    this.#last = entry[0]
    const message = this.#read(entry)
    if (message !== undefined && this.#audience.has(message.to)) this.#audience.deliver(this.#frame(message))
  }

  /** Reads an entry; returns nothing for expired messages, and for entries that are no messages. */
  #read(entry: StreamEntry): EntryMessage | undefined {
    const message = readStreamEntry(entry)
    if (message === undefined) this.#options.onInvalidEntry()
    return message !== undefined && this.#options.now() < message.deadline ? message : undefined
  }

  #frame(message: EntryMessage): StoredMessage {
    const { ms, sequence, to, data } = message
    return { ms, sequence, to, event: frameEvent(this.#options.formatId(message), data) }
  }
}

function inboxOf(id: string): string {
  return `bridge:inbox:${id}`
}

function retryAfter(attempt: number): number {
  return Math.min(50 * attempt, 1000)
}

async function connect(redis: Redis): Promise<void> {
  let cause: Error | undefined
  redis.on('error', (error: Error) => (cause = error))
  try {
    await redis.connect()
  } catch (error) {
    const { host, port } = redis.options
    throw new Error(`cannot use Redis at ${host}:${port}: ${(cause ?? (error as Error)).message || String(cause)}`, { cause: error })
  }
}
