import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'

/** An HTTP server on a port of its own. */
export interface StartedServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Starts an HTTP server on loopback. */
export async function startServer(listener: RequestListener): Promise<StartedServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
