import { createServer, type RequestListener } from 'node:http'

/** A server that listens. */
export interface ListeningServer {
  readonly port: number
  /** Closes the server with all its connections. */
  close(): Promise<void>
}

/** Listens on a port; 0 is a free one. */
export async function listen(routes: RequestListener, port: number, host: string | undefined): Promise<ListeningServer> {
  // Idle connections are kept as long as the client likes, and a hundred escaped ids fit into a URL.
  const server = createServer({ keepAliveTimeout: 0, maxHeaderSize: 64 * 1024 }, routes)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The backlog has room for all connections of a test, which come at once.
    server.listen({ port, backlog: 8192, ...(host === undefined ? {} : { host }) }, resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port')
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
