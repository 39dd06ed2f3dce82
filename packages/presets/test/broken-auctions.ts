import type { IncomingMessage } from 'node:http'
import { startServer, type StartedServer, type UpgradeListener } from '../../cli/test/start-server.ts'

/** A status and a body. */
type FixedResponse = readonly [status: number, body: unknown]

/** Wrong responses of a server, by method and path with `{id}`. */
export type Faults = Readonly<Record<string, FixedResponse | ((count: number) => FixedResponse)>>

const sound: Readonly<Record<string, FixedResponse>> = {
  'POST /api/auth/login': [201, { accessToken: 'a.b.c' }],
  'POST /api/users/deposit': [201, { balance: 50_000, frozenBalance: 0 }],
  'GET /api/users/balance': [200, { balance: 50_000, frozenBalance: 0 }],
  'POST /api/auctions': [201, { id: 'a1' }],
  'POST /api/auctions/{id}/start': [201, { id: 'a1' }],
  'GET /api/auctions': [200, [{ id: 'a1' }]],
  'GET /api/auctions/{id}': [200, { id: 'a1' }],
  'GET /api/auctions/{id}/leaderboard': [200, { leaderboard: [{ rank: 1, amount: 500 }], totalCount: 1, pastWinners: [] }],
  'POST /api/auctions/{id}/bid': [201, { success: true, amount: 500, previousAmount: 0, isNewBid: true }],
  'GET /api/auctions/{id}/my-bids': [200, []],
  'GET /api/auctions/{id}/min-winning-bid': [200, { minWinningBid: 100 }],
}

/** A server like that of the auctions with some wrong responses, and the requests that it received. */
export interface BrokenAuctions extends StartedServer {
  readonly asked: readonly Asked[]
}

/** One request. */
export interface Asked {
  readonly endpoint: string
  readonly body: Readonly<Record<string, unknown>>
  readonly type: string | undefined
  /** The header `authorization`. */
  readonly token: string | undefined
}

/** Starts a server with faults. A fault that is a function receives the number of earlier requests to its endpoint. */
export async function startBrokenAuctions(faults: Faults = {}, onUpgrade?: UpgradeListener): Promise<BrokenAuctions> {
  const asked: Asked[] = []
  const server = await startServer((request, response) => {
    void readBody(request).then((text) => {
      const endpoint = `${request.method ?? ''} ${(request.url ?? '').replace(/(?<=^\/api\/auctions\/)[^/]+/, '{id}')}`
      const before = asked.filter((each) => each.endpoint === endpoint).length
      asked.push({
        endpoint,
        body: text === '' ? {} : JSON.parse(text),
        type: request.headers['content-type'],
        token: request.headers.authorization,
      })
      const fault = faults[endpoint]
      const [status, body] = (typeof fault === 'function' ? fault(before) : fault) ?? sound[endpoint] ?? [404, { message: 'no such thing' }]
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  }, onUpgrade)
  return { ...server, asked }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
