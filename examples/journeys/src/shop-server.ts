import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { Shop } from './shop.ts'

/** A running shop. */
export interface ShopServer {
  readonly url: string
  readonly shop: Shop
  /** Number of requests to each endpoint, such as `GET /items/{id}`. */
  readonly asked: ReadonlyMap<string, number>
  close(): Promise<void>
}

/** Opens a shop on a port; 0 is a free one. */
export async function openShop(port: number): Promise<ShopServer> {
  const shop = new Shop()
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const endpoint = `${request.method} ${url.pathname.replace(/^\/items\/[^/]+$/, '/items/{id}')}`
    asked.set(endpoint, (asked.get(endpoint) ?? 0) + 1)
    const respond = routes[endpoint] ?? notFound
    respond(shop, { request, url, token: /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '' }).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => send(response, 500, { error: String(error) }),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, backlog: 1024 }, resolve)
  })
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new TypeError('the server has no port')
  return {
    url: `http://localhost:${address.port}`,
    shop,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Call {
  readonly request: IncomingMessage
  readonly url: URL
  readonly token: string
}

type ShopResponse = readonly [status: number, body?: unknown]
type Route = (shop: Shop, call: Call) => Promise<ShopResponse>

const routes: Readonly<Record<string, Route>> = {
  'POST /login': async (shop, { request }) => {
    const { name = '', password = '' } = (await json(request)) as { readonly name?: string; readonly password?: string }
    const token = await shop.logIn(name, password)
    return token === undefined ? [401, { error: 'wrong name or password' }] : [200, { token }]
  },
  'POST /logout': async (shop, { token }) => {
    shop.logOut(token)
    return [204]
  },
  'GET /items': async (shop, { url }) => [200, await shop.list(Number(url.searchParams.get('page') ?? 1))],
  'GET /items/{id}': async (shop, { url }) => {
    const item = await shop.find(url.pathname.replace('/items/', ''))
    return item === undefined ? [404, { error: 'there is no such item' }] : [200, item]
  },
  'POST /basket': async (shop, { request, token }) => {
    const session = shop.sessionOf(token)
    if (session === undefined) return [401, { error: 'log in first' }]
    const { id = '' } = (await json(request)) as { readonly id?: string }
    const item = await shop.find(id)
    if (item === undefined) return [404, { error: 'there is no such item' }]
    session.basket.push(item)
    return [201, { items: session.basket.length }]
  },
  'POST /orders': async (shop, { token }) => {
    const session = shop.sessionOf(token)
    if (session === undefined) return [401, { error: 'log in first' }]
    const order = await shop.order(session)
    return order === undefined ? [409, { error: 'the basket is empty' }] : [201, order]
  },
}

const notFound: Route = async () => [404, { error: 'there is nothing here' }]

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body))
}
