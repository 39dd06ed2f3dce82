import cluster from 'node:cluster'
import { createAdapter } from '@socket.io/cluster-adapter'
import type { Settings } from '../settings.ts'
import type { SocketWiring } from './socket-wiring.ts'

/** The adapter that carries broadcasts from this process to the others. */
export function adapterFor({ broken }: Settings): Pick<SocketWiring, 'adapter'> {
  return cluster.isWorker && !broken.has('adapter') ? { adapter: createAdapter() } : {}
}
