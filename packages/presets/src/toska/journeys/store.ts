import { RequestError, type Journey, type JourneyUser, type SetupContext } from '@benchpress/core'

/** The keys and values of a test, the same over HTTP and RESP. */
export interface KeyOptions {
  readonly keySpace: number
  readonly valueSize: number
}

/** Variable of the config with the keys that are put before the test. */
export const fillVariable = 'TOSKA_FILL'

/** The name of a key by its number. */
export function keyOf(index: number | ''): string {
  return `bench_${index}`
}

/** The value that every key has. */
export function valueOf({ valueSize }: Pick<KeyOptions, 'valueSize'>): string {
  return 'x'.repeat(valueSize)
}

// The requests of the published scripts: endpoint, accepted statuses and name of the check.
const requests = {
  put: ['PUT', '/kv/:key', [200], 'put status 200'],
  get: ['GET', '/kv/:key', [200, 404], 'get status 200/404'],
  mget: ['POST', '/kv/mget', [200], 'mget status 200'],
  stats: ['GET', '/stats', [200, 503], 'stats status 200/503'],
  remove: ['DELETE', '/kv/:key', [200, 503], 'delete status 200/503'],
  info: ['GET', '/replication/info', [200, 503], 'info status 200/503'],
  snapshot: ['GET', '/replication/snapshot', [200, 503], 'snapshot status 200/503'],
  log: ['GET', '/replication/aof', [200, 204, 503], 'aof status 200/204/503'],
} as const

/** What is sent, and what a right response has besides its status. */
interface Sent {
  readonly json?: unknown
  readonly discardBody?: boolean
  readonly expect?: { readonly json?: (json: unknown) => boolean; readonly body?: RegExp }
}

// As in k6, a request without a response fails its check, and the iteration continues.
async function send({ http, check, signal }: JourneyUser, name: keyof typeof requests, path: string, sent: Sent = {}): Promise<void> {
  const [method, endpoint, status, title] = requests[name]
  const options = { ...sent, name: `${method} ${endpoint}`, expect: { ...sent.expect, status } }
  try {
    const response = await http.request(method, path, options)
    check(
      title,
      status.some((one) => one === response.status),
    )
  } catch (error) {
    if (!(error instanceof RequestError) || signal.aborted) throw error
    check(title, false)
  }
}

/** A user who puts a key, reads it twice, reads the state of the store, deletes the key, and sleeps. */
export function kv(options: KeyOptions): Journey {
  const value = valueOf(options)
  return async (user) => {
    // Users are numbered from 1 in k6.
    const key = `k6_${user.id + 1}_${user.random.int(0, options.keySpace - 1)}`
    await send(user, 'put', `/kv/${key}`, { json: { value } })
    // The published script checks only the status.
    await send(user, 'get', `/kv/${key}`, { expect: { json: holds(value) } })
    await send(user, 'mget', '/kv/mget', { json: { keys: [key] } })
    await send(user, 'stats', '/stats')
    await send(user, 'remove', `/kv/${key}`)
    await user.think('100ms')
  }
}

/** A user who sends the requests of a follower, discards snapshot and log, and sleeps. */
export function replication(): Journey {
  return async (user) => {
    // The info, or the reason why there is none.
    await send(user, 'info', '/replication/info', { expect: { body: /"aof_size":|"error":/ } })
    await send(user, 'snapshot', '/replication/snapshot', { discardBody: true })
    await send(user, 'log', '/replication/aof?since=0&max_bytes=65536', { discardBody: true })
    await user.think('100ms')
  }
}

/** A user who puts a random key, over and over. */
export function put(options: KeyOptions): Journey {
  const value = valueOf(options)
  const isDone = (json: unknown): boolean => (json as { readonly ok?: unknown }).ok === true
  return async (user) => {
    await send(user, 'put', `/kv/${keyOf(user.random.int(0, options.keySpace - 1))}`, { json: { value }, expect: { json: isDone } })
  }
}

/** A user who gets a random key, over and over, and checks that an existing key has the value that was put. */
export function get(options: KeyOptions): Journey {
  const expect = { json: holds(valueOf(options)) }
  return async (user) => {
    await send(user, 'get', `/kv/${keyOf(user.random.int(0, options.keySpace - 1))}`, { expect })
  }
}

// The value, or none for a key that was never put or has expired.
function holds(value: string): (json: unknown) => boolean {
  return (json) => {
    const { value: read, error } = json as { readonly value?: unknown; readonly error?: unknown }
    return read === value || error === 'Not Found'
  }
}

/** Puts every key before users get them, since each test has a store of its own. */
export async function beforeAll({ http, env, signal }: SetupContext): Promise<void> {
  const options = JSON.parse(env[fillVariable] ?? 'null') as KeyOptions | null
  if (options === null) return
  const json = { value: valueOf(options) }
  let next = 0
  const fill = async (): Promise<void> => {
    while (next < options.keySpace && !signal.aborted) {
      const path = `/kv/${keyOf(next++)}`
      const { status } = await http.put(path, { json })
      if (status !== 200) throw new Error(`PUT ${path} had the response ${status}`)
    }
  }
  await Promise.all(Array.from({ length: 50 }, fill))
}
