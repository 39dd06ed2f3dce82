import { readFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'

const read = (name: string): string => readFileSync(new URL(`certificate/${name}`, import.meta.url), 'utf8')

/** A certificate for `localhost` that nobody has signed but itself. */
export const certificate: string = read('certificate.pem')

export interface SecureServer {
  readonly port: number
  close(): void
}

export interface SecureServerOptions extends ServerOptions {
  /** After how many a connection is closed; 0 for never. */
  readonly requestsOnConnection?: number
}

/** Starts an HTTPS server that answers every request with `secure`. */
export async function startSecureServer({ requestsOnConnection = 0, ...options }: SecureServerOptions = {}): Promise<SecureServer> {
  const server = createServer({ cert: certificate, key: read('key.pem'), ...options }, (_request, response) => {
    response.end('secure')
  })
  server.maxRequestsPerSocket = requestsOnConnection
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
