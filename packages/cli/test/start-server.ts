import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'

/** An HTTP server on a port of its own. */
export interface StartedServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Takes a connection over from HTTP. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex) => void

/** Starts an HTTP server on loopback. */
export async function startServer(listener: RequestListener, onUpgrade?: UpgradeListener): Promise<StartedServer> {
  const server = createServer(listener)
  if (onUpgrade !== undefined) server.on('upgrade', onUpgrade)
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
