import { createPostgresBackend, createRedisBackend, DEFAULT_SCHEMA, runMigrations, withBackend } from 'bullmq'
import type { PgPool, Processor, Queue, QueueOptions, Worker } from 'bullmq'
import { BenchpressError } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { Redis } from 'ioredis'
import pg from 'pg'

/**
 * A store that BullMQ has its queues in, and the clock of its server.
 *
 * Of BullMQ are used queues, locks and the check for stalled jobs. A queue of work does not notice a message that is missing or given twice, and with it
 * figures: so messages are numbered jobs, and each end sends a sign of life a second.
 */
export interface Store {
  /** Host, port and database, without user and password. */
  readonly place: string
  /** Resolves when queues can be used. */
  ready(): Promise<void>
  /** The time of the server, in microseconds since 1970. */
  now(): Promise<number>
  /** The names of all queues that have left anything. */
  queues(): Promise<ReadonlySet<string>>
  createQueue(name: string): Queue
  /** Makes a queue of a run keep few events of its messages. A message must not be put into it before that, as BullMQ keeps ten thousand by default. */
  limitEvents(queue: string): Promise<void>
  createWorker(name: string, processor: Processor): Worker
  /**
   * Whether a worker is closed by force: a broker that is away ends neither its command nor its wait for a message. Where only its connection can be
   * away, force leaves the wait for the next message behind, which keeps the process alive for as long as an hour.
   */
  readonly closesByForce: boolean
  /** The most workers of one queue in this process, each of which takes connections. */
  readonly mostWorkers: number
  close(): Promise<void>
}

/** Milliseconds until a connection, or a request over it, is given up. */
export const timeout = 3000
/** Milliseconds between two attempts. */
const pause = 200
/** The prefix of the names of all queues. */
const namespace = 'benchpress'

/** The most events that a queue keeps. */
const mostEvents = 10
// Queues of a run have to disappear with the run, so that BullMQ does not write metadata whenever one is opened.
const isOfRun = (name: string): boolean => name.includes('.')
const forQueues = (name: string): Pick<QueueOptions, 'streams' | 'skipMetasUpdate'> => ({
  streams: { events: { maxLen: mostEvents } },
  skipMetasUpdate: isOfRun(name),
})
const forWorkers = {
  autorun: false,
  // A job whose reply was lost with a connection is delivered again within two and a half seconds, any number of times: its number shows that it was read.
  lockDuration: 1000,
  stalledInterval: 750,
  maxStalledCount: 1000,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  runRetryDelay: pause,
}

/**
 * Opens the store that a URL names: `redis:`, `rediss:`, `postgres:` or `postgresql:`.
 *
 * @throws BenchpressError BROKER_UNREACHABLE, without the password; INVALID_CONFIG for any other URL
 */
export async function openStore(url: string): Promise<Store> {
  const parsed = parseBroker(url)
  const place = `${parsed.host}${parsed.pathname === '/' ? '' : parsed.pathname}`
  const store = isRedis(parsed) ? redisStore(url, place) : postgresStore(url, place)
  try {
    await store.now()
    await store.ready()
    return store
  } catch (error) {
    await store.close()
    throw unreachable(place, error)
  }
}

/** The error for a broker that cannot be used, because of another error. */
export function unreachable(place: string, error: unknown): BenchpressError {
  return new BenchpressError('BROKER_UNREACHABLE', `the broker at ${place} cannot be used: ${messageOf(error)}`, {
    hint: 'Check that Redis, Valkey or PostgreSQL runs there, that this machine reaches it, and that the user may use it.',
  })
}

function parseBroker(text: string): URL {
  const url = URL.parse(text)
  const isKnown = url !== null && ['redis:', 'rediss:', 'postgres:', 'postgresql:'].includes(url.protocol) && url.host !== ''
  if (isKnown && (!isRedis(url) || /^(?:\/\d*)?$/.test(url.pathname))) return url
  throw new BenchpressError('INVALID_CONFIG', 'the broker must be a URL such as redis://host:6379/0 or postgres://host/database', {
    hint: 'redis:, rediss: (TLS), postgres: and postgresql: are known. A database of Redis is a number.',
  })
}

function isRedis({ protocol }: URL): boolean {
  return protocol.startsWith('redis')
}

function redisStore(url: string, place: string): Store {
  const connections = new Set<Redis>()
  let isClosed = false
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => (isClosed ? null : pause),
    connectTimeout: timeout,
    keepAlive: 1000,
  })
  // It is tried again and again: a call that waits in vain fails with what is wrong with the connection.
  let trouble: Error | undefined
  connection.on('error', (error: Error) => (trouble = error))
  connection.on('ready', () => (trouble = undefined))
  // A worker that has given up a blocking command opens its connection again, even after its close.
  const duplicate = connection.duplicate.bind(connection)
  connection.duplicate = (override) => {
    const other = quiet(duplicate(override))
    other.on('connect', () => (isClosed ? other.disconnect() : connections.add(other)))
    return other.on('end', () => connections.delete(other))
  }
  const backend = withBackend(createRedisBackend)
  const createQueue: Store['createQueue'] = (name) => quiet(new backend.Queue(name, { connection, prefix: namespace, ...forQueues(name) }))
  return {
    place,
    closesByForce: true,
    mostWorkers: 8,
    ready: async () => {
      // A database that does not exist is an error here; otherwise the connection would stay at the first one.
      await connection.select(connection.options.db ?? 0)
      await createQueue('calls').waitUntilReady()
    },
    now: async () => {
      const time = await withinTime(connection.time(), 'no answer').catch((error: unknown) => {
        throw trouble ?? error
      })
      const [seconds = 0, micros = 0] = time.map(Number)
      return seconds * 1e6 + micros
    },
    queues: async () => {
      const names = new Set<string>()
      for await (const keys of connection.scanStream({ match: `${namespace}:*`, count: 1000 }))
        for (const key of keys as readonly string[]) names.add(key.split(':')[1] ?? '')
      return names
    },
    createQueue,
    limitEvents: async (name) => {
      if (isOfRun(name)) await connection.hset(`${namespace}:${name}:meta`, 'opts.maxLenEvents', mostEvents)
    },
    createWorker: (name, processor) => quiet(new backend.Worker(name, processor, { connection, prefix: namespace, ...forWorkers })),
    close: async () => {
      isClosed = true
      for (const each of [connection, ...connections]) each.disconnect()
    },
  }
}

// One pool for all queues, as a database has few connections: of three, one may listen.
function postgresStore(url: string, place: string): Store {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    keepAlive: true,
    max: 3,
    options: `-c search_path=${DEFAULT_SCHEMA}`,
  })
  pool.on('error', () => undefined)
  // A client of the pool that is in use reports by itself when its connection ends.
  pool.on('connect', quiet)
  // Each queue adds listeners to the pool.
  pool.setMaxListeners(0)
  // The pool has more overloads than BullMQ's type.
  const connection = pool as unknown as PgPool
  const backend = withBackend(createPostgresBackend)
  const named = (queue: string): string => `${namespace}.${queue}`
  return {
    place,
    closesByForce: false,
    mostWorkers: 1,
    ready: async () => {
      const client = await pool.connect()
      await runMigrations(client).finally(() => client.release())
    },
    now: async () => {
      const { rows } = await pool.query<{ now: string }>('SELECT (extract(epoch FROM clock_timestamp()) * 1e6)::text AS now')
      return Number(rows[0]?.now)
    },
    queues: async () => {
      const { rows } = await pool.query<{ queue: string }>(
        'SELECT queue FROM job UNION SELECT queue FROM meta UNION SELECT queue FROM event',
      )
      return new Set(rows.flatMap(({ queue }) => (queue.startsWith(named('')) ? queue.slice(named('').length) : [])))
    },
    createQueue: (name) => quiet(new backend.Queue(named(name), { connection, ...forQueues(name) })) as unknown as Queue,
    // Over several connections, what is written for a queue could come after its removal.
    limitEvents: async () => undefined,
    createWorker: (name, processor) =>
      quiet(new backend.Worker(named(name), processor, { connection, ...forWorkers })) as unknown as Worker,
    close: async () => await withinTime(pool.end(), '').catch(() => undefined),
  }
}

/** The message of a store that refused a command for good; `undefined` for an error on the way to the store. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { message, name } = error
  if (name === 'ReplyError') return /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)\b/.test(message) ? undefined : message
  // PostgreSQL: all classes of error codes except those of connections, resources, operators and serialisation.
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!08|53|57|40)[\dA-Z]{5}$/.test(code) && /\d/.test(code) ? message : undefined
}

// An absent store is noticed by its silence, and an error event without a listener would end the process.
function quiet<Emitter extends { on(event: 'error', listener: () => void): unknown }>(emitter: Emitter): Emitter {
  emitter.on('error', () => undefined)
  return emitter
}

/** Rejects when `work` takes longer than `most` milliseconds, by default the timeout of a connection. */
export async function withinTime<Value>(work: Promise<Value>, otherwise: string, most: number = timeout): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(otherwise)), most)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
