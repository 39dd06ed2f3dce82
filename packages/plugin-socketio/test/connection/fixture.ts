import { createTestUser, type TestUser } from '@benchpress/core/testing'
import type { Server, ServerOptions, Socket } from 'socket.io'
import { afterEach } from 'vitest'
import { socketio, type SocketioOptions } from '../../src/index.ts'
import { startSocketServer, type SocketServer } from '../servers/socket-server.ts'

const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Starts a server, and a user who can connect to it; both end with the test. */
export async function userAt(
  setUp: (socket: Socket, io: Server) => void = () => {},
  serverOptions: Partial<ServerOptions> = {},
): Promise<{ readonly user: TestUser; readonly server: SocketServer }> {
  const server = await startSocketServer(setUp, serverOptions)
  cleanups.push(() => server.close())
  return { server, user: await userOf(server.url) }
}

/** Creates a user of a target, which leaves when the test ends. */
export async function userOf(target: string, options: SocketioOptions = {}): Promise<TestUser> {
  const user = await createTestUser(socketio(options), { target })
  cleanups.push(() => user.leave())
  return user
}

/** Counts the events of a user that were requests: those with a reply, and those with a time. */
export function eventsOf(user: TestUser): Readonly<Record<string, { readonly ok: number; readonly timed: number }>> {
  const events = user.recorded().pluginRequests?.endpoints.filter(({ name }) => name !== 'connect') ?? []
  return Object.fromEntries(
    events.map(({ name, counts, responseTime }) => [name, { ok: counts.outcomes.ok, timed: responseTime.count }] as const),
  )
}
