import type { Auction, AuctionTerms } from './auction/auction.ts'

/** Terms of the auction in the HTTP load test: ten items in two rounds of half an hour. */
export const loadTestTerms: AuctionTerms = {
  title: 'Load test',
  description: 'Ten items in two rounds',
  totalItems: 10,
  rounds: [
    { itemsCount: 5, durationMinutes: 30 },
    { itemsCount: 5, durationMinutes: 30 },
  ],
  minBidAmount: 100,
  minBidIncrement: 10,
  antiSnipingWindowMinutes: 1,
  antiSnipingExtensionMinutes: 1,
  maxExtensions: 5,
}

/** Terms of the auction in the Socket.IO test: five items in two rounds of half an hour. */
export const socketTestTerms: AuctionTerms = {
  ...loadTestTerms,
  description: 'Five items in two rounds',
  totalItems: 5,
  rounds: [
    { itemsCount: 3, durationMinutes: 30 },
    { itemsCount: 2, durationMinutes: 30 },
  ],
}

/** What is there before a test. */
export interface PrepareOptions {
  /** How many users log in. Default none. */
  readonly users?: number
  /** What each of them pays in. Default nothing. */
  readonly deposit?: number
  /** The auction that is created and started. Default `loadTestTerms`. */
  readonly terms?: AuctionTerms
  /** What names of users start with, so that several tests have their own. Default: one that is new. */
  readonly prefix?: string
}

/** An auction under way, and users with their tokens. Can be handed to other threads. */
export interface PreparedAuctions {
  readonly auctionId: string
  /** Token of the user who created the auction, and has 1,000,000. */
  readonly adminToken: string
  readonly tokens: readonly string[]
}

/** Users that log in at the same time. */
const atOnce = 32

/**
 * Has an administrator pay in 1,000,000, create an auction and start it, and users log in and pay in, over the endpoints that everybody uses.
 *
 * @throws Error that names the request when the response to one is not 201
 */
export async function prepareAuctions(
  url: string,
  { users = 0, deposit = 0, terms = loadTestTerms, prefix = `user_${Date.now().toString(36)}` }: PrepareOptions = {},
): Promise<PreparedAuctions> {
  const adminToken = await logIn(url, `${prefix}_admin`, 1_000_000)
  const { id } = await post<Auction>(url, '/api/auctions', adminToken, { ...terms, botsEnabled: false })
  // Without a body: it would be refused with the content type of JSON.
  await post(url, `/api/auctions/${id}/start`, adminToken)

  const tokens: string[] = []
  let next = 0
  const logInSome = async (): Promise<void> => {
    for (let user = next++; user < users; user = next++) tokens[user] = await logIn(url, `${prefix}_${user}`, deposit)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, users) }, logInSome))
  return { auctionId: id, adminToken, tokens }
}

async function logIn(url: string, username: string, deposit: number): Promise<string> {
  const { accessToken } = await post<{ accessToken: string }>(url, '/api/auth/login', undefined, { username })
  if (deposit > 0) await post(url, '/api/users/deposit', accessToken, { amount: deposit })
  return accessToken
}

async function post<Body>(url: string, path: string, token: string | undefined, body?: object): Promise<Body> {
  const headers = new Headers()
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(new URL(path, url), { method: 'POST', headers, body: body === undefined ? null : JSON.stringify(body) })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`POST ${path} had the response ${response.status}, not 201: ${text}`)
  return JSON.parse(text) as Body
}
