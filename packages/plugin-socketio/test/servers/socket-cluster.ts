import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

/** Options of a cluster. */
export interface ClusterOptions {
  /** Default 2. */
  readonly workers?: number
  /** Whether broadcasts go to the other workers too. Default true. */
  readonly hasAdapter?: boolean
  /** Options of the Socket.IO server of each worker. */
  readonly server?: { readonly transports?: readonly string[]; readonly pingInterval?: number; readonly pingTimeout?: number }
}

/** The state of a worker. */
export interface WorkerState {
  readonly pid: number
  /** The most connections so far. */
  readonly mostSockets: number
}

/**
 * A cluster of Node.js with Socket.IO in each worker: `say` is acknowledged, and sent to all as `said`.
 *
 * The workers get the connections by turns, so that all have the same number of WebSocket users. There are no sticky sessions.
 */
export interface SocketCluster {
  readonly url: string
  workers(): Promise<readonly WorkerState[]>
}

const entry = fileURLToPath(new URL('./socket-cluster-entry.ts', import.meta.url))

/** Starts a cluster, which ends with the test. */
export async function startCluster(options: ClusterOptions = {}): Promise<SocketCluster> {
  const child = fork(entry, [JSON.stringify(options)])
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    if (child.connected) child.disconnect()
    await ended
  })
  const [url] = (await once(child, 'message')) as [string]
  return {
    url,
    workers: async () => {
      child.send('workers')
      const [states] = (await once(child, 'message')) as [readonly WorkerState[]]
      return states
    },
  }
}
