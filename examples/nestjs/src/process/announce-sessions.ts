import type { Server } from 'socket.io'

/**
 * Has each session of this process announced before its user hears of it.
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

/** Tells the first process of a session, in the words that the library for sticky sessions knows. Resolves when it is on its way. */
export function announceToPrimary(id: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // A process that cannot be told is ending, and the session with it.
  if (process.send === undefined) resolve()
  else process.send({ type: 'sticky:connection', data: id }, undefined, undefined, () => resolve())
  return promise
}
