import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small shop that counts its requests. */
export interface ShopServer {
  readonly url: string
  /** Requests by method and path, without the query. */
  readonly served: ReadonlyMap<string, number>
  /** The values of one header of all requests, in order. */
  readonly tokens: readonly string[]
  close(): Promise<void>
}

/** Starts a shop: `POST /login`, `GET /items`, `GET /items/:id`, `POST /orders` (409 for every tenth), `GET /slow` (takes 200 ms), `GET /never` (has no response). */
export async function startShopServer(): Promise<ShopServer> {
  const served = new Map<string, number>()
  const tokens: string[] = []
  let orders = 0
  const respond = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const path = (request.url ?? '/').replace(/\?.*/s, '')
    const key = `${request.method} ${path.replace(/^\/items\/\d+$/, '/items/{id}')}`
    served.set(key, (served.get(key) ?? 0) + 1)
    if (request.headers.authorization !== undefined) tokens.push(request.headers.authorization)
    const send = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (path === '/login') send(200, { token: `token of ${(JSON.parse(body) as { user: string }).user}` })
    else if (path === '/items') send(200, [{ id: 1 }, { id: 2 }, { id: 3 }])
    else if (path.startsWith('/items/')) send(200, { id: Number(path.slice(7)) })
    else if (path === '/orders') send(++orders % 10 === 0 ? 409 : 201, { order: orders })
    else if (path === '/slow') setTimeout(() => send(200, {}), 200)
    else if (path !== '/never') send(404, {})
  }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => respond(request, response, body))
  }).listen({ port: 0, host: '127.0.0.1', backlog: 4096 })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    tokens,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
