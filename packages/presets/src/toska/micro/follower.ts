import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import type { ToskaParameters } from '../toska-parameters.ts'
import { loadStore, type MeasuredFunctions, type StoreModule } from './kv-store.ts'

type FollowerOptions = FakeLeaderOptions & Pick<ToskaParameters, 'pollMs' | 'timeoutMs' | 'waitMs'>

// Milliseconds between two looks, as in the published benchmark.
const between = 20

/** Starts a stand-in for a leader, and measures a follower from its start until it has all data of it. */
export async function openFollower(options: FollowerOptions): Promise<MeasuredFunctions> {
  const module = await loadStore()
  const leader = await startFakeLeader(module, options)
  return { functions: { bootstrap_and_tail: () => bootstrapAndTail(module, leader, options) }, close: () => leader.close() }
}

async function bootstrapAndTail(module: StoreModule, leader: FakeLeader, { pollMs, timeoutMs, waitMs }: FollowerOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'toska-follower-'))
  const store = await module.Store.open({ folder })
  const started = module.Follower.start(store, { leader: leader.url, pollInterval: pollMs, timeout: timeoutMs })
  try {
    const end = performance.now() + waitMs
    while (store.get(leader.lastKey) === null) {
      if (performance.now() > end)
        throw new Error(`the follower had not all after ${waitMs} ms: ${started.status.last_error ?? 'no error'}`)
      await wait(between)
    }
  } finally {
    await started.stop()
    await store.close()
    await rm(folder, { recursive: true })
  }
}

type FakeLeaderOptions = Pick<ToskaParameters, 'snapshotKeys' | 'logEntries'>

/** A server that responds to a follower like a leader, always with the same data. */
interface FakeLeader {
  readonly url: string
  /** The key that a follower receives last. */
  readonly lastKey: string
  close(): Promise<void>
}

const createdAt = 1_700_000_000_000
const value = 'x'.repeat(128)

async function startFakeLeader({ encodeSnapshot, encodeChange }: StoreModule, options: FakeLeaderOptions): Promise<FakeLeader> {
  const entry = { value, expiresAt: null }
  const keys = Array.from({ length: options.snapshotKeys }, (_, index) => [`snap_${index}`, entry] as const)
  const lines = Array.from({ length: options.logEntries }, (_, index) =>
    encodeChange({ op: 'set', key: `aof_${index}`, value, expiresAt: null }),
  )
  const { text } = encodeSnapshot(keys, createdAt)
  const server = await listen(createLeaderServer(text, Buffer.from(lines.join(''))))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    lastKey: `aof_${options.logEntries - 1}`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function createLeaderServer(snapshot: string, log: Buffer): Server {
  return createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/replication/snapshot') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(snapshot)
      return
    }
    const since = Number(searchParams.get('since') ?? 0)
    const bytes = log.subarray(since, since + Number(searchParams.get('max_bytes') ?? log.length))
    response.writeHead(bytes.length === 0 ? 204 : 200, {
      'x-toska-aof-size': String(log.length),
      'x-toska-snapshot-created-at': String(createdAt),
    })
    response.end(bytes.length === 0 ? undefined : bytes)
  })
}

async function listen(server: Server): Promise<Server> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
