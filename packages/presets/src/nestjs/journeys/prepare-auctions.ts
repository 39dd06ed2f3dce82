import type { HttpResponse, HttpOptions, SetupContext } from '@benchpress/core'
import { capture } from './capture.ts'

/** What is there before a test, for all its users. */
export interface PreparedAuctions {
  readonly auctionId: string
  /** One for each user, by its number. */
  readonly tokens: readonly string[]
}

/** Names of the variables that say how many users need accounts, and what each of them has. */
export const accountsVariable = 'AUCTION_ACCOUNTS'
export const depositVariable = 'AUCTION_DEPOSIT'

/** Logins at the same time: more than that wait for each other's connection anyhow. */
const atOnce = 6

const adminDeposit = 1_000_000

const commonTerms = {
  minBidAmount: 100,
  minBidIncrement: 10,
  antiSnipingWindowMinutes: 1,
  antiSnipingExtensionMinutes: 1,
  maxExtensions: 5,
  botsEnabled: false,
} as const

/**
 * Does what the published scripts wanted done before a test: an administrator with money, an auction under way, an account for each user.
 *
 * It goes over the endpoints that everybody uses, on the connections of the test: so it works for any target, whatever is installed beside it.
 *
 * @param title of the auction
 * @param items how many are sold in each of its rounds
 * @throws Error that names the request when the response to one is not 201
 */
export async function prepareAuctions(
  { http, env }: SetupContext,
  title: string,
  items: readonly [number, number] = [5, 5],
): Promise<PreparedAuctions> {
  const post = async (path: string, options: HttpOptions): Promise<HttpResponse> => {
    const response = await http.post(path, { ...options, expect: { status: 201 } })
    if (response.ok) return response
    throw new Error(`POST ${path} had the response ${response.status}, not 201: ${response.text().slice(0, 200)}`)
  }
  const logIn = async (username: string, amount: number): Promise<string> => {
    const login = await post('/api/auth/login', { json: { username } })
    const token = capture(login, 'POST /api/auth/login', 'accessToken', 'string')
    if (amount > 0) await post('/api/users/deposit', { json: { amount }, auth: { bearer: token } })
    return token
  }

  // A name of its own for each run, so that nobody has what an earlier one left.
  const prefix = `user_${Date.now().toString(36)}`
  const bearer = await logIn(`${prefix}_admin`, adminDeposit)
  const rounds = items.map((itemsCount) => ({ itemsCount, durationMinutes: 30 }))
  const terms = { ...commonTerms, title, totalItems: items[0] + items[1], rounds }
  const created = await post('/api/auctions', { json: terms, auth: { bearer } })
  const auctionId = capture(created, 'POST /api/auctions', 'id', 'string')
  // Without a body: the published script sent none either, but said that it was JSON, and was refused.
  await post(`/api/auctions/${encodeURIComponent(auctionId)}/start`, { auth: { bearer } })

  const tokens: string[] = []
  const accounts = Number(env[accountsVariable])
  const deposit = Number(env[depositVariable])
  let next = 0
  const logInSome = async (): Promise<void> => {
    for (let user = next++; user < accounts; user = next++) tokens[user] = await logIn(`${prefix}_${user}`, deposit)
  }
  await Promise.all(Array.from({ length: atOnce }, logInSome))
  return { auctionId, tokens }
}

/**
 * The token of a user.
 *
 * @throws Error when no account was prepared for it
 */
export function tokenOf({ id, shared }: { readonly id: number; readonly shared: PreparedAuctions }): string {
  const token = shared.tokens[id]
  if (token === undefined) throw new Error(`no account was prepared for the user: there are ${shared.tokens.length}`)
  return token
}
