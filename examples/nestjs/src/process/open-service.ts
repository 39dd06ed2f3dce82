import type { Server } from 'node:http'
import type { Settings } from '../settings.ts'
import type { AuctionStore } from '../store/auction-store.ts'
import { SqliteStore } from '../store/sqlite-store.ts'
import { loadApp } from './load-app.ts'
import type { SharedState } from './shared-state.ts'
import type { SocketWiring } from './socket-wiring.ts'

/** The service in this process. */
export interface OpenService {
  readonly server: Server
  readonly store: AuctionStore
}

/** Opens the store and the service on it. `worker` is this process's number in the cluster, from 1. */
export async function openService(
  settings: Settings,
  { file, jwtSecret }: SharedState,
  worker: number,
  wiring: SocketWiring,
): Promise<OpenService> {
  const createApp = await loadApp()
  const store = new SqliteStore(file, settings.patience)
  return { server: await createApp({ store, jwtSecret, worker }, wiring), store }
}
