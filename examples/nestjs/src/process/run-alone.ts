import type { Settings } from '../settings.ts'
import { adapterFor } from './broadcasts.ts'
import { listen } from './listen.ts'
import { onStop } from './on-stop.ts'
import { openService } from './open-service.ts'
import { createSharedState } from './shared-state.ts'

/** Runs the service in this process alone. */
export async function runAlone(settings: Settings): Promise<void> {
  const { server, store } = await openService(settings, createSharedState(settings), 1, adapterFor(settings))
  onStop(() => void store.close().finally(() => process.exit(0)))
  await listen(server, settings)
}
