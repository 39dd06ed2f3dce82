import { once } from 'node:events'
import type { Server } from 'node:net'
import type { Settings } from '../settings.ts'

/** Opens the port, and prints the line that the target of a test waits for. */
export async function listen(server: Server, { host, port }: Settings): Promise<void> {
  // The backlog has room for all connections of a test, which come at once.
  server.listen({ host, port, backlog: 4096 })
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the server listens to no port')
  console.log(`listening on http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`)
}
