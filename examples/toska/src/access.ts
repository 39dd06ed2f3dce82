import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { RateLimit } from './rate-limit.ts'

/** The rules of access. */
export interface AccessRules {
  /** Required token; `undefined` for none. */
  readonly token: string | undefined
  readonly rateLimit: RateLimit | undefined
  /** Whether writes are refused. */
  readonly isReadOnly: boolean
}

/** Why a request is refused. */
export interface Refusal {
  readonly status: number
  readonly error: string
}

/** Returns why a request is refused; `undefined` for an accepted one. `/health` is open to all. */
export function refusalOf(request: IncomingMessage, path: string, { token, rateLimit, isReadOnly }: AccessRules): Refusal | undefined {
  if (!isGuarded(path)) return undefined
  if (token !== undefined && !hasToken(request, token)) return { status: 401, error: 'Unauthorized' }
  if (rateLimit?.take(request.socket.remoteAddress ?? '') === false) return { status: 429, error: 'Rate limit exceeded' }
  const isWrite = (request.method === 'PUT' || request.method === 'DELETE') && path.startsWith('/kv/')
  return isReadOnly && isWrite ? { status: 403, error: 'Read-only follower' } : undefined
}

function isGuarded(path: string): boolean {
  return path.startsWith('/kv') || path === '/stats' || path.startsWith('/replication')
}

function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const own = headers['x-toska-token']
  return [headers.authorization?.replace(/^Bearer +/i, ''), own].some((given) => typeof given === 'string' && isSame(given, token))
}

// Digests of the same length are compared, so that the time of the comparison does not depend on the token.
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'))
}
