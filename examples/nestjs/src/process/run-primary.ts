import cluster from 'node:cluster'
import { setupPrimary as connectWorkers } from '@socket.io/cluster-adapter'
import { setupMaster as shareSessions } from '@socket.io/sticky'
import type { Settings } from '../settings.ts'
import { openStore } from '../store/open-store.ts'
import { createFrontDoor } from './front-door.ts'
import { listen } from './listen.ts'
import { onStop } from './on-stop.ts'
import { createSharedState } from './shared-state.ts'
import { Workers } from './workers.ts'

/** Runs the service in workers, and gives them the connections. */
export async function runPrimary(settings: Settings): Promise<void> {
  const state = createSharedState(settings)
  // Once, before there are workers: several cannot set up one file at the same time. It also fails at once when the store is not there.
  await (await openStore(settings, state.file)).close()
  const workers = new Workers(state)
  // The default would turn what has been read of a connection, and what is broadcast as bytes, into something else.
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
