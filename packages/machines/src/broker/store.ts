import { createPostgresBackend, createRedisBackend, DEFAULT_SCHEMA, runMigrations, withBackend } from 'bullmq'
import type { FlowProducer, PgPool, Processor, Queue, QueueOptions, Worker } from 'bullmq'
import { BenchpressError } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { Redis } from 'ioredis'
import pg from 'pg'

/** A store that BullMQ has its queues in, and the clock of its server. */
export interface Store {
  /** Host, port and database, without who may use them. */
  readonly place: string
  /** What a queue is called there. */
  named(queue: string): string
  /** Resolves when queues can be used. */
  ready(): Promise<void>
  /** The time of the server, in microseconds since 1970. */
  now(): Promise<number>
  /** The names of all queues of which there is something. */
  queues(): Promise<ReadonlySet<string>>
  createQueue(name: string): Queue
  createWorker(name: string, processor: Processor): Worker
  /** Workers that one queue may have here, each of which takes connections. */
  readonly mostWorkers: number
  createProducer(): FlowProducer
  close(): Promise<void>
}

/** Milliseconds until a connection, and what is asked over it, is given up. */
const timeout = 3000
/** Milliseconds between two attempts. */
const pause = 200
/** What the names of all queues begin with. */
const namespace = 'benchpress'

// Of a queue that stays few events are kept. One of a run is to be gone with the run, and so nothing is written of it beforehand.
const forQueues = (name: string): Pick<QueueOptions, 'streams' | 'skipMetasUpdate'> => ({
  streams: { events: { maxLen: 10 } },
  skipMetasUpdate: name.includes('.'),
})
const forWorkers = {
  autorun: false,
  // One whose reply was lost with a connection is given again within two seconds and a half, as often as that takes: the numbers tell that it was heard.
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
 * @throws BenchpressError BROKER_UNREACHABLE, with neither user nor password in its message; INVALID_CONFIG for any other URL
 */
export async function openStore(url: string): Promise<Store> {
  const { protocol, host, pathname } = parseBroker(url)
  const place = `${host}${pathname === '/' ? '' : pathname}`
  const store = protocol.startsWith('redis') ? redisStore(url, place) : postgresStore(url, place)
  try {
    await store.now()
    await store.ready()
    return store
  } catch (error) {
    await store.close()
    throw new BenchpressError('BROKER_UNREACHABLE', `the broker at ${place} cannot be used: ${messageOf(error)}`, {
      hint: 'Check that Redis, Valkey or PostgreSQL runs there, that this machine reaches it, and that the user may use it.',
    })
  }
}

function parseBroker(text: string): URL {
  const url = URL.parse(text)
  if (url !== null && ['redis:', 'rediss:', 'postgres:', 'postgresql:'].includes(url.protocol) && url.host !== '') return url
  throw new BenchpressError('INVALID_CONFIG', 'the broker must be a URL such as redis://host:6379/0 or postgres://user@host/database', {
    hint: 'redis:, rediss: (TLS), postgres: and postgresql: are known.',
  })
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
  // A worker that has given up a blocking command opens its connection again, also behind its close.
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
    named: (queue) => queue,
    mostWorkers: 8,
    ready: async () => await createQueue('runs').waitUntilReady(),
    now: async () => {
      const time = await within(connection.time(), 'no answer').catch((error: unknown) => {
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
    createWorker: (name, processor) => quiet(new backend.Worker(name, processor, { connection, prefix: namespace, ...forWorkers })),
    createProducer: () => quiet(new backend.FlowProducer({ connection, prefix: namespace })),
    close: async () => {
      isClosed = true
      for (const each of [connection, ...connections]) each.disconnect()
    },
  }
}

// One pool for all queues: a database has few connections. Of three, one may listen.
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
  // Each queue listens to it.
  pool.setMaxListeners(0)
  // Its overloads are more than those that BullMQ asks for.
  const connection = pool as unknown as PgPool
  const backend = withBackend(createPostgresBackend)
  const named = (queue: string): string => `${namespace}.${queue}`
  return {
    place,
    named,
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
    createWorker: (name, processor) =>
      quiet(new backend.Worker(named(name), processor, { connection, ...forWorkers })) as unknown as Worker,
    createProducer: () => quiet(new backend.FlowProducer({ connection })) as unknown as FlowProducer,
    close: async () => await within(pool.end(), '').catch(() => undefined),
  }
}

/** What a store says where it has refused something and would again; `undefined` for an error of the way to it. */
export function refusalOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // Of a transaction of Redis, what was wrong with it.
  if ('previousErrors' in error && Array.isArray(error.previousErrors)) return refusalOf(error.previousErrors[0])
  const { message, name } = error
  if (name === 'ReplyError') return /^(?:LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|BUSY)\b/.test(message) ? undefined : message
  // PostgreSQL: but for a connection, resources, an operator and what took turns, by the classes of its codes.
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!08|53|57|40)[\dA-Z]{5}$/.test(code) && /\d/.test(code) ? message : undefined
}

// A store that is away is noticed by its silence, and an event without a listener would end the process.
function quiet<Emitter extends { on(event: 'error', listener: () => void): unknown }>(emitter: Emitter): Emitter {
  emitter.on('error', () => undefined)
  return emitter
}

/** Rejects when `work` takes longer than a connection may, or than these milliseconds. */
export async function within<Value>(work: Promise<Value>, otherwise: string, most: number = timeout): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(otherwise)), most)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
