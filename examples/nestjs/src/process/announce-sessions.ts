import type { Server } from 'socket.io'

/**
 * Announces each session of this process before its user learns its id.
 *
 * The library for sticky sessions announces a session after the response to its first request. A user who polls is back at once, over a new
 * connection, and one that overtakes the announcement is given to a worker that does not know the session: on a busy machine about one in a
 * hundred.
 */
export function announceSessions({ engine }: Server, announce: (id: string) => Promise<void>): void {
  const generateId = engine.generateId.bind(engine)
  engine.generateId = async (request) => {
    const id = await generateId(request)
    await announce(id)
    return id
  }
}

/** Announces a session to the first process, as the library for sticky sessions does. Resolves when the message is on its way. */
export function announceToPrimary(id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A first process that cannot be reached is ending, and the session with it.
  if (process.send === undefined) resolve()
  else process.send({ type: 'sticky:connection', data: id }, undefined, undefined, () => resolve())
  return promise
}
