import type { Server } from 'socket.io'

/**
 * Announces each session of this process before its user learns its id.
 *
 * The library for sticky sessions announces a session after the response to its first request. A user who polls sends the next request at once, over a new
 * connection, and a request that overtakes the announcement goes to a worker that does not know the session: on a busy machine about one in a hundred.
 */
export function announceSessions({ engine }: Server, announce: (id: string) => Promise<void>): void {
  const generateId = engine.generateId.bind(engine)
  engine.generateId = async (request) => {
    const id = await generateId(request)
    await announce(id)
    return id
  }
}

/** Announces a session to the primary process like the library for sticky sessions. Resolves when the message is on its way. */
export function announceToPrimary(id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A primary process that cannot be reached is ending, and so is the session.
  if (process.send === undefined) resolve()
  else process.send({ type: 'sticky:connection', data: id }, undefined, undefined, () => resolve())
  return promise
}
