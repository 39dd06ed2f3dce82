import cluster from 'node:cluster'
import { setupPrimary as connectWorkers } from '@socket.io/cluster-adapter'
import { setupMaster as shareSessions } from '@socket.io/sticky'
import type { Settings } from '../settings.ts'
import { SqliteStore } from '../store/sqlite-store.ts'
import { createFrontDoor } from './front-door.ts'
import { listen } from './listen.ts'
import { onStop } from './on-stop.ts'
import { createSharedState } from './shared-state.ts'
import { Workers } from './workers.ts'

/** Runs the service in workers, and passes connections to them. */
export async function runPrimary(settings: Settings): Promise<void> {
  const state = createSharedState(settings)
  // Set up once before there are workers, as several cannot set up one file at the same time. A missing store also fails at once here.
  await new SqliteStore(state.file, settings.patience).close()
  const workers = new Workers(state)
  // The default serialization does not preserve bytes, such as the data of a connection or of a broadcast.
  cluster.setupPrimary({ serialization: 'advanced' })
  if (!settings.broken.has('adapter')) connectWorkers()

  const { server, sticky } = createFrontDoor(!settings.broken.has('sticky'), (socket, data) => workers.give(socket, data))
  shareSessions(sticky, { loadBalancingMethod: 'round-robin' })
  onStop(() => {
    server.close()
    void workers.stop().then(() => process.exit(0))
  })
  await workers.start(settings.workers)
  await listen(server, settings)
}
