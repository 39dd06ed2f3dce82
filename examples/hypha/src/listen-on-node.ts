import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from './responses.ts'
import { bodyLimit } from './listening-server.ts'
import type { Handler, ListeningServer, Place } from './listening-server.ts'
import type { ServiceResponse } from './service-request.ts'

/** Listens with node:http. @throws Error when the port is busy */
export async function listenOnNode(handler: Handler, { host, port }: Place): Promise<ListeningServer> {
  // Idle connections are kept as long as the client likes, so that a pause between two tests ends none.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { method = 'GET', url: target = '/' } = request
    if (method === 'POST') readBody(request, (body) => send(response, body === undefined ? tooLarge : handler({ method, target, body })))
    else send(response, handler({ method, target, body: '' }))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // The backlog has room for all connections of a burst, which come at once.
    server.listen({ host, port, backlog: 4096 }, resolve)
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

const tooLarge = refuse(413, `The body is longer than ${bodyLimit} bytes`)

function send(response: ServerResponse, { status, headers, body }: ServiceResponse): void {
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const parts: Buffer[] = []
  let length = 0
  request.on('data', (part: Buffer) => {
    length += part.length
    if (length <= bodyLimit) parts.push(part)
  })
  request.on('end', () => done(length > bodyLimit ? undefined : Buffer.concat(parts).toString()))
}
