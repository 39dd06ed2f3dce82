import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listen, type ListeningServer } from './http-server.ts'
import { RateLimit } from './rate-limit.ts'
import { createRoutes } from './routes.ts'
import { Follower, Store } from './store/index.ts'
import type { ToskaOptions } from './toska-options.ts'

/** A store served by this process. */
export interface RunningToska {
  readonly url: string
  readonly store: Store
  /** Closes the store, after writing all changes to disk. */
  close(): Promise<void>
}

/**
 * Serves a store in this process.
 *
 * @throws Error when the server cannot listen, or the files of the store are damaged
 */
export async function startToska(options: ToskaOptions = {}): Promise<RunningToska> {
  const { data, sync = 'interval', host = '127.0.0.1', port = 0 } = options
  const folder = data ?? (await mkdtemp(join(tmpdir(), 'toska-')))
  const parts: { store?: Store; follower?: Follower | undefined; server?: ListeningServer } = {}
  const close = async (): Promise<void> => {
    await parts.server?.close()
    await parts.follower?.stop()
    await parts.store?.close()
    if (data === undefined) await rm(folder, { recursive: true, force: true })
  }
  try {
    const store = (parts.store = await Store.open({ folder, sync }))
    const follower = (parts.follower = follow(store, options))
    const routes = createRoutes({ store, follower, bodyLimit: options.bodyLimit ?? 1024 * 1024 }, rulesOf(options))
    const server = (parts.server = await listen(routes, port, host))
    return { url: `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`, store, close }
  } catch (error) {
    await close()
    throw error
  }
}

function follow(store: Store, { follow: leader, token, pollInterval }: ToskaOptions): Follower | undefined {
  if (leader === undefined) return undefined
  return Follower.start(store, {
    leader,
    ...(token === undefined ? {} : { token }),
    ...(pollInterval === undefined ? {} : { pollInterval }),
  })
}

function rulesOf({ token, rateLimit, rateBurst, follow: leader }: ToskaOptions): Parameters<typeof createRoutes>[1] {
  const limit = rateLimit === undefined ? undefined : new RateLimit({ perSecond: rateLimit, burst: rateBurst ?? Math.max(1, rateLimit) })
  return { token, rateLimit: limit, isReadOnly: leader !== undefined }
}
