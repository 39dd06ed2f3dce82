import { readFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'

const read = (name: string): string => readFileSync(new URL(`certificate/${name}`, import.meta.url), 'utf8')

/** A self-signed certificate for `localhost`. */
export const certificate: string = read('certificate.pem')

/** Its private key. */
export const certificateKey: string = read('key.pem')

export interface SecureServer {
  readonly port: number
  close(): void
}

export interface SecureServerOptions extends ServerOptions {
  /** The number of requests after which a connection is closed; 0 for never. */
  readonly requestsOnConnection?: number
  /** Is called for each connection whose client has shown a certificate, where `requestCert` asks for one. */
  readonly onCertificate?: (() => void) | undefined
  /** Is called with the version and the cipher suite of each connection. */
  readonly onConnection?: ((version: string | null, cipher: string) => void) | undefined
}

/** Starts an HTTPS server that responds to every request with `secure`. */
export async function startSecureServer({
  requestsOnConnection = 0,
  onCertificate,
  onConnection,
  ...options
}: SecureServerOptions = {}): Promise<SecureServer> {
  const server = createServer({ cert: certificate, key: certificateKey, ...options }, (_request, response) => {
    response.end('secure')
  })
  server.on('secureConnection', (socket: TLSSocket) => {
    onConnection?.(socket.getProtocol(), socket.getCipher().standardName)
    if (Object.keys(socket.getPeerCertificate()).length > 0) onCertificate?.()
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
