import type { HttpOptions, HttpResponse, SetupContext } from '@benchpress/core'
import { cutText } from '@benchpress/core/plugin'

/** The auction and the accounts that are prepared for all users of a test. */
export interface PreparedAuctions {
  readonly auctionId: string
  /** One token for each user, by number. */
  readonly tokens: readonly string[]
}

/** Name of the variable with the number of accounts. */
export const accountsVariable = 'AUCTION_ACCOUNTS'

/** Name of the secret with the tokens of users that exist, one a line; without it, users log in by new names. */
export const tokensVariable = 'AUCTION_TOKENS'

// More logins at the same time would wait for each other's connection anyhow.
const atOnce = 6

const terms = {
  minBidAmount: 100,
  minBidIncrement: 10,
  antiSnipingWindowMinutes: 1,
  antiSnipingExtensionMinutes: 1,
  maxExtensions: 5,
  botsEnabled: false,
} as const

/**
 * Prepares a test over the endpoints of the target, as the published scripts demand: an auction under way that sells the given items in its two rounds, and an
 * account with money for each user.
 *
 * @throws Error that names the request when its response is not 201
 */
export async function prepareAuctions({ http, env }: SetupContext, items: readonly number[], deposit: number): Promise<PreparedAuctions> {
  const post = async (path: string, options: HttpOptions): Promise<HttpResponse> => {
    const response = await http.post(path, { ...options, expect: { status: 201 } })
    if (response.ok) return response
    throw new Error(`POST ${path} had the response ${response.status}, not 201: ${cutText(response.text(), 200)}`)
  }
  // Each run has user names of its own, so that no user has money or bids of an earlier run.
  const prefix = `user_${Date.now().toString(36)}`
  const enter = async (user: number | 'admin', amount: number): Promise<string> => {
    const token = existing?.[user === 'admin' ? 0 : user] ?? (await logIn(`${prefix}_${user}`))
    if (amount > 0) await post('/api/users/deposit', { json: { amount }, auth: { bearer: token } })
    return token
  }
  const existing = env[tokensVariable]?.split('\n')
  const logIn = async (username: string): Promise<string> =>
    capture(await post('/api/auth/login', { json: { username } }), 'POST /api/auth/login', 'accessToken', '')

  const auth = { bearer: await enter('admin', 1_000_000) }
  // Users who come after the start of an auction are unknown to it.
  const tokens: string[] = []
  let next = 0
  const enterSome = async (): Promise<void> => {
    for (let user = next++; user < Number(env[accountsVariable]); user = next++) tokens[user] = await enter(user, deposit)
  }
  await Promise.all(Array.from({ length: atOnce }, enterSome))
  const rounds = items.map((itemsCount) => ({ itemsCount, durationMinutes: 30 }))
  const totalItems = items.reduce((sum, count) => sum + count, 0)
  const created = await post('/api/auctions', { json: { ...terms, title: 'Load test', totalItems, rounds }, auth })
  const auctionId = capture(created, 'POST /api/auctions', 'id', '')
  // Without a body and a content type: the published script declared JSON without sending any, and was refused.
  await post(`/api/auctions/${encodeURIComponent(auctionId)}/start`, { auth })
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

/**
 * Finds a value in a response by its path, such as `[0].id`.
 *
 * @param like a value of the same type
 * @throws Error that names the endpoint and the path, where there is no such value, without which the user cannot continue
 */
export function capture<Value>(response: HttpResponse, endpoint: string, path: string, like: Value): Value {
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '')
  const found = keys.reduce((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], readJson(response, endpoint))
  if (typeof found === typeof like && Array.isArray(found) === Array.isArray(like)) return found as Value
  throw new Error(`${endpoint}: ${found === undefined ? 'no' : 'another'} ${path} in the response with status ${response.status}`)
}

/**
 * Reads the body of a response.
 *
 * @throws Error that names the endpoint when the body is not JSON
 */
export function readJson(response: HttpResponse, endpoint: string): unknown {
  try {
    return response.json()
  } catch {
    throw new Error(`${endpoint}: no JSON in the response with status ${response.status}`)
  }
}
