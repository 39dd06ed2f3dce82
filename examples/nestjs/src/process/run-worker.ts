import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { setupWorker as joinSessions } from '@socket.io/sticky'
import type { Settings } from '../settings.ts'
import { announceSessions, announceToPrimary } from './announce-sessions.ts'
import { adapterFor } from './broadcasts.ts'
import { takeConnections } from './hand-over.ts'
import { onStop } from './on-stop.ts'
import { openService } from './open-service.ts'
import type { SocketWiring } from './socket-wiring.ts'
import { readyMessage } from './workers.ts'

/** Runs the service in a worker, which gets its connections from the primary process. */
export async function runWorker(settings: Settings): Promise<void> {
  const shared = { file: settings.file ?? '', jwtSecret: settings.jwtSecret ?? '' }
  const wiring = { ...adapterFor(settings), ...stickySessions(settings) }
  const { server, store } = await openService(settings, shared, cluster.worker?.id ?? 1, wiring)
  onStop(() => void store.close().finally(() => process.exit(0)))
  takeConnections(server)
  process.send?.(readyMessage)
}

/** The wiring for sticky sessions, with which Socket.IO has a server of its own that closes each connection after a request. */
function stickySessions({ broken }: Settings): SocketWiring {
  if (broken.has('sticky')) return {}
  return {
    httpServer: createServer(),
    onServer(server) {
      joinSessions(server)
      announceSessions(server, announceToPrimary)
    },
  }
}
