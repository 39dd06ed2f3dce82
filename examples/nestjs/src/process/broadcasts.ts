import cluster from 'node:cluster'
import { createAdapter as createClusterAdapter } from '@socket.io/cluster-adapter'
import type { Settings } from '../settings.ts'
import type { SocketWiring } from './socket-wiring.ts'

/** The adapter that carries broadcasts from this process to the others. */
export async function adapterFor({ redis, broken }: Settings): Promise<Pick<SocketWiring, 'adapter'>> {
  if (broken.has('adapter')) return {}
  if (redis !== undefined) {
    const [{ connectRedis }, { createAdapter }] = await Promise.all([
      import('../store/redis-connection.ts'),
      import('@socket.io/redis-streams-adapter'),
    ])
    return { adapter: createAdapter(await connectRedis(redis)) }
  }
  return cluster.isWorker ? { adapter: createClusterAdapter() } : {}
}
