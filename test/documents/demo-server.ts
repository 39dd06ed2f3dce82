import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { attachDemoSockets } from '../../packages/plugin-socketio/test/servers/demo-sockets.ts'
import { DemoEvents } from './demo-events.ts'

/**
 * The system that the pages of the documentation test, wherever they say `http://localhost:3000`: a shop, and an auction house beside it.
 *
 * | route                            | response                                                                     |
 * | -------------------------------- | ---------------------------------------------------------------------------- |
 * | `GET /`, `GET /test`, `/health`  | 200                                                                          |
 * | `GET /items?page=1`              | 200, ten items `{ id, name, price }`                                         |
 * | `POST /items`                    | 201, the item                                                                |
 * | `GET`, `PATCH`, `DELETE /items/{id}` | 200, the item; ids are `1` to `30`, any other is a 404                   |
 * | `PUT /items/{id}/picture`        | 204                                                                          |
 * | `POST /items/{id}/orders`        | 201, `{ id, total, left }`, with the header `server-timing: render;dur=1.5`  |
 * | `GET /old`                       | 302 to `/items`                                                              |
 * | `GET /export`                    | 200, a long text                                                             |
 * | `POST /search`, `POST /upload`   | 200 and 201                                                                  |
 * | `POST /login` `{ name, password }` | 200, `{ token }` and the cookie `session`; 401 without a password          |
 * | `GET /me`, `POST /basket`, `POST /orders`, `POST /logout` | 200, 201, 201 and 204 for who is logged in, by cookie or bearer; else 401 |
 * | `GET /auctions`, `GET /auctions/{id}` | 200, the auctions `{ id, title }`, or one                               |
 * | `POST /auctions/{id}/bid`        | 201, `{ success: true, accepted: true }`                                     |
 * | `GET /events?for=a,b`            | a stream of events: what is posted to `a` or `b`, and heartbeats             |
 * | `POST /messages?to=a`            | 200                                                                          |
 *
 * Over Socket.IO it responds to what the README of that plugin shows.
 *
 * Anything else is a 404, and remembered as a route that no page may use.
 */
export interface DemoServer {
  readonly port: number
  /** Requested routes that do not exist, such as `GET /itmes`. */
  readonly unknown: ReadonlySet<string>
  close(): Promise<void>
}

/** Opens the server on a port of this machine; 0 is a free one. */
export async function openDemoServer(port: number): Promise<DemoServer> {
  const unknown = new Set<string>()
  const events = new DemoEvents()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://demo')
    if (pathname === '/events') {
      events.subscribe((searchParams.get('for') ?? '').split(','), response)
      return
    }
    const respond = (content: Buffer): void => {
      if (pathname === '/messages') events.publish(searchParams.get('to') ?? '', content.toString())
      const { status, body = '', headers = {} } = responseTo(request, content, unknown)
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (request.method === 'GET') respond(Buffer.alloc(0))
    else void buffer(request).then(respond)
  })
  const endSockets = attachDemoSockets(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Without a host it listens on both families, as `localhost` may be either.
    server.listen({ port, backlog: 1024 }, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    unknown,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endSockets()
        server.closeAllConnections()
      }),
  }
}

interface DemoResponse {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Call {
  readonly id: string
  readonly body: Buffer
  readonly isLoggedIn: boolean
}

type Route = (call: Call) => DemoResponse

const items = Array.from({ length: 30 }, (_, index) => ({ id: String(index + 1), name: `item ${index + 1}`, price: 10 + index }))
const auctions = Array.from({ length: 5 }, (_, index) => ({ id: String(index + 1), title: `auction ${index + 1}` }))

const ok: Route = () => ({ status: 200, body: { ok: true } })
const forUser =
  (response: DemoResponse): Route =>
  ({ isLoggedIn }) =>
    isLoggedIn ? response : { status: 401, body: { error: 'log in first' } }
const found = (item: unknown): DemoResponse =>
  item === undefined ? { status: 404, body: { error: 'there is none' } } : { status: 200, body: item }
const itemById: Route = ({ id }) => found(items.find((item) => item.id === id))

const routes: Readonly<Record<string, Route>> = {
  'GET /': ok,
  'GET /test': () => ({ status: 200, body: { hello: 'world!' } }),
  'GET /health': ok,
  'GET /items': () => ({ status: 200, body: items.slice(0, 10) }),
  'POST /items': ({ body }) => ({ status: 201, body: { id: '31', ...(JSON.parse(body.toString()) as object) } }),
  'GET /items/{id}': itemById,
  'PATCH /items/{id}': itemById,
  'DELETE /items/{id}': itemById,
  'PUT /items/{id}/picture': () => ({ status: 204 }),
  'POST /items/{id}/orders': ({ id, body }) => {
    const { amount } = JSON.parse(body.toString()) as { readonly amount: number }
    const price = items.find((item) => item.id === id)?.price
    if (price === undefined) return found(undefined)
    return { status: 201, body: { id: '1', total: amount * price, left: 5 }, headers: { 'server-timing': 'render;dur=1.5' } }
  },
  'GET /old': () => ({ status: 302, headers: { location: '/items' } }),
  'GET /export': () => ({ status: 200, body: 'a line\n'.repeat(10_000), headers: { 'content-type': 'text/plain' } }),
  'POST /search': ({ body }) => ({ status: body.length > 0 ? 200 : 400, body: items.slice(0, 3) }),
  'POST /upload': ({ body }) => ({ status: body.length > 0 ? 201 : 400, body: {} }),
  'POST /login': ({ body }) => {
    const { name, password } = JSON.parse(body.toString()) as { readonly name?: string; readonly password?: string }
    if (password === undefined) return { status: 401, body: { error: 'wrong name or password' } }
    return { status: 200, body: { token: `token of ${name}` }, headers: { 'set-cookie': 'session=1; Path=/; HttpOnly' } }
  },
  'POST /logout': forUser({ status: 204 }),
  'GET /me': forUser({ status: 200, body: { name: 'ada' } }),
  'POST /basket': forUser({ status: 201, body: { items: 1 } }),
  'POST /orders': forUser({ status: 201, body: { id: '1', total: 10 } }),
  'POST /messages': ok,
  'GET /auctions': () => ({ status: 200, body: auctions }),
  'GET /auctions/{id}': ({ id }) => found(auctions.find((auction) => auction.id === id)),
  'POST /auctions/{id}/bid': () => ({ status: 201, body: { success: true, accepted: true } }),
}

function responseTo({ method = '', url = '/', headers }: IncomingMessage, body: Buffer, unknown: Set<string>): DemoResponse {
  const path = url.replace(/\?.*$/, '')
  const [, id = ''] = /^\/(?:items|auctions)\/([^/]+)/.exec(path) ?? []
  const endpoint = `${method} ${path.replace(/^\/(items|auctions)\/[^/]+/, '/$1/{id}')}`
  const route = routes[endpoint]
  if (route === undefined) {
    unknown.add(endpoint)
    return { status: 404, body: { error: `there is no ${endpoint}` } }
  }
  const isLoggedIn = /\bsession=1\b/.test(headers.cookie ?? '') || headers.authorization?.startsWith('Bearer ') === true
  return route({ id, body, isLoggedIn })
}
