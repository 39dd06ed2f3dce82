import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine, for one test. */
export interface LoopbackServer {
  readonly url: string
  /** Path and headers of each request, in their order. */
  readonly requests: readonly { readonly url: string; readonly headers: IncomingMessage['headers'] }[]
  /** Connections that are open. */
  connections(): Promise<number>
  close(): Promise<void>
  /** Listens again after `close`, at the same URL. */
  reopen(): Promise<void>
}

/** Sends the response to one request; `index` is the number of the request, from 0. */
export type Respond = (response: ServerResponse, index: number, request: IncomingMessage) => void

/** Starts a server with a given response, on any port; a server that is opened again needs a free port that is known. */
export async function startServer(respond: Respond, freePort = 0): Promise<LoopbackServer> {
  const requests: { url: string; headers: IncomingMessage['headers'] }[] = []
  const listener: RequestListener = (request, response) => {
    request.resume()
    respond(response, requests.push({ url: request.url ?? '', headers: request.headers }) - 1, request)
  }
  const server = createServer(listener)
  const listen = (at: number): Promise<void> => new Promise((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(freePort)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () =>
      new Promise((resolve, reject) => server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reopen: () => listen(port),
  }
}

/** Starts a stream of events, with some text as its first bytes. */
export function startEvents(response: ServerResponse, text = ''): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  if (text !== '') response.write(text)
  return response
}
