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

/** Options of the preparation of a test. */
export interface PrepareOptions {
  /** Number of users that log in. Default 0. */
  readonly users?: number
  /** Amount that each user pays in. Default 0. */
  readonly deposit?: number
  /** The auction that is created and started. Default `loadTestTerms`. */
  readonly terms?: AuctionTerms
  /** Prefix of the names of users, so that several tests have their own. Default: a new one. */
  readonly prefix?: string
}

/** An auction under way, and users with their tokens. Can be passed to other threads. */
export interface PreparedAuctions {
  readonly auctionId: string
  /** Token of the user who created the auction, with a balance of 1,000,000. */
  readonly adminToken: string
  readonly tokens: readonly string[]
}

/** The number of users that log in at the same time. */
const atOnce = 32

/**
 * Prepares a test over the public endpoints: an administrator pays in 1,000,000, creates an auction and starts it, and users log in and pay in.
 *
 * @throws Error that names the request when its response is not 201
 */
export async function prepareAuctions(
  url: string,
  { users = 0, deposit = 0, terms = loadTestTerms, prefix = `user_${Date.now().toString(36)}` }: PrepareOptions = {},
): Promise<PreparedAuctions> {
  const adminToken = await logIn(url, `${prefix}_admin`, 1_000_000)
  const { id } = await post<Auction>(url, '/api/auctions', adminToken, { ...terms, botsEnabled: false })
  // Without a body, since the content type of JSON would be refused without one.
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
