import { createTestUser, type TestUser } from '@benchpress/core/testing'
import { afterEach } from 'vitest'
import { sse, type SseClosing, type SseEvent } from '../../src/index.ts'
import { startServer, type LoopbackServer, type Respond } from '../servers/loopback-server.ts'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Starts a server, and a user that can subscribe; both end with the test. */
export async function userAt(respond: Respond): Promise<{ readonly user: TestUser; readonly server: LoopbackServer }> {
  const server = await startServer(respond)
  cleanups.push(() => server.close())
  const user = await createTestUser(sse(), { target: server.url })
  cleanups.push(() => user.leave())
  return { user, server }
}

/** Resolves with the first `count` events that `onEvent` receives. */
export function collect(count: number): {
  readonly events: SseEvent[]
  readonly onEvent: (event: SseEvent) => void
  readonly all: Promise<void>
} {
  const events: SseEvent[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  if (count === 0) resolve()
  const onEvent = (event: SseEvent): void => {
    if (events.push(event) === count) resolve()
  }
  return { events, onEvent, all: promise }
}

/** Collects the ends of connections, in order. */
export function closings(): {
  readonly list: (SseClosing & { willReopen: boolean })[]
  readonly onClose: (closing: SseClosing, willReopen: boolean) => void
} {
  const list: (SseClosing & { willReopen: boolean })[] = []
  return { list, onClose: (closing, willReopen) => list.push({ ...closing, willReopen }) }
}
