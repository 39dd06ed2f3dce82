import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

// An auction house with a slow report and an unreliable archive, for load tests to find.
const auctions = Array.from({ length: 20 }, (_, id) => ({ id: String(id), highest: 0 }))
const reportTakes = 50
let askedForArchive = 0

type Route = (request: IncomingMessage, id: string) => Promise<readonly [status: number, body?: unknown]>

const routes: Readonly<Record<string, Route>> = {
  'GET /auctions': async () => [200, auctions],
  'POST /auctions/{id}/bid': async (request, id) => {
    const auction = auctions.find((known) => known.id === id)
    const { amount } = (await json(request)) as { readonly amount: number }
    if (auction === undefined) return [404]
    auction.highest = Math.max(auction.highest, amount)
    return [201, { accepted: auction.highest === amount }]
  },
  'GET /report': async () => {
    await delay(reportTakes)
    return [200, { auctions: auctions.length }]
  },
  'GET /archive': async () => (++askedForArchive % 4 === 0 ? [503] : [200, []]),
  'GET /closed': async () => [503],
}

const server = createServer((request, response) => {
  const [path = '/'] = (request.url ?? '/').split('?')
  const [, id = ''] = /^\/auctions\/([^/]+)\/bid$/.exec(path) ?? []
  const route = routes[`${request.method} ${id === '' ? path : '/auctions/{id}/bid'}`] ?? (async () => [404] as const)
  route(request, id).then(
    ([status, body]) => send(response, status, body),
    (error: unknown) => send(response, 500, { error: String(error) }),
  )
})

server.listen(Number(process.env['PORT'] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
}
