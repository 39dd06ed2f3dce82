import { setTimeout as pause } from 'node:timers/promises'
import { journey } from '../../src/load/user/journey.ts'

/** Listens until the stream ends, and comes back a little later. */
export default journey(async ({ http }) => {
  const end = Promise.withResolvers<void>()
  http.stream('/events', {}, { onHead: () => {}, onBytes: () => {}, onEnd: () => end.resolve() })
  await end.promise
  await pause(20)
})
