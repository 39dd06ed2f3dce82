import { createPostgresBackend, createRedisBackend, withBackend, type FlowProducer, type Processor, type Queue, type Worker } from 'bullmq'
import { BenchpressError } from '@benchpress/core'
import { messageOf } from '@benchpress/core/report'
import { Redis } from 'ioredis'
import pg from 'pg'

/** A store that BullMQ has its queues in, and the clock of its server. */
export interface Store {
  /** Host, port and database, without who may use them. */
  readonly place: string
  /** The time of the server, in microseconds since 1970. */
  now(): Promise<number>
  createQueue(name: string): Queue
  createWorker(name: string, processor: Processor | null): Worker
  createProducer(): FlowProducer
  close(): Promise<void>
}

/** Milliseconds until a connection, and what is asked over it, is given up. */
const timeout = 3000
/** Milliseconds between two attempts. */
const pause = 200
/** Namespace of all that is written: the first part of keys in Redis, the schema in PostgreSQL. */
const namespace = 'benchpress'

const forQueues = { prefix: namespace, skipMetasUpdate: true, streams: { events: { maxLen: 10 } } }
// Every message is taken once: what is lost is noticed by its number, and nothing is ever done twice.
const forWorkers = {
  autorun: false,
  removeOnComplete: { count: 0 },
  removeOnFail: { count: 0 },
  skipStalledCheck: true,
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
    const queue = store.createQueue('check')
    try {
      await queue.waitUntilReady()
    } finally {
      await queue.close()
    }
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
  const connection = new Redis(url, {
    maxRetriesPerRequest: null,
    retryStrategy: () => pause,
    connectTimeout: timeout,
    keepAlive: 1000,
  })
  // Each call says by itself what fails.
  connection.on('error', () => undefined)
  const backend = withBackend(createRedisBackend)
  return {
    place,
    now: async () => {
      const [seconds = 0, micros = 0] = (await within(connection.time(), 'no answer')).map(Number)
      return seconds * 1e6 + micros
    },
    createQueue: (name) => quiet(new backend.Queue(name, { connection, ...forQueues })),
    createWorker: (name, processor) => quiet(new backend.Worker(name, processor, { connection, prefix: namespace, ...forWorkers })),
    createProducer: () => quiet(new backend.FlowProducer({ connection, prefix: namespace })),
    close: async () => connection.disconnect(),
  }
}

function postgresStore(url: string, place: string): Store {
  const pool = { connectionString: url, connectionTimeoutMillis: timeout, query_timeout: timeout, keepAlive: true, max: 2 }
  const connection = { ...pool, schema: namespace, migrate: true }
  const clock = new pg.Pool({ ...pool, max: 1 })
  clock.on('error', () => undefined)
  const backend = withBackend(createPostgresBackend)
  return {
    place,
    now: async () => {
      const { rows } = await clock.query<{ now: string }>('SELECT (extract(epoch FROM clock_timestamp()) * 1e6)::text AS now')
      return Number(rows[0]?.now)
    },
    createQueue: (name) => quiet(new backend.Queue(name, { connection, ...forQueues })) as unknown as Queue,
    createWorker: (name, processor) => quiet(new backend.Worker(name, processor, { connection, ...forWorkers })) as unknown as Worker,
    createProducer: () => quiet(new backend.FlowProducer({ connection })) as unknown as FlowProducer,
    close: async () => await within(clock.end(), '').catch(() => undefined),
  }
}

// A store that is away is noticed by its silence, and an event without a listener would end the process.
function quiet<Emitter extends { on(event: 'error', listener: () => void): unknown }>(emitter: Emitter): Emitter {
  emitter.on('error', () => undefined)
  return emitter
}

/** Rejects when `work` takes longer than a connection may. */
export async function within<Value>(work: Promise<Value>, otherwise: string): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(otherwise)), timeout)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}
