import type { ResolvedConfig } from '../config/resolved-config.ts'
import { BenchpressError, isBenchpressError } from '../base/errors/benchpress-error.ts'
import { redactText } from '../base/redact/redact-text.ts'
import type { ResolvedServers } from '../target/target.ts'
import { RequestError } from '../load/user/failure.ts'
import type { ServerRoute } from '../load/wire/dial.ts'
import { reachTarget, type ReachedTarget } from './reach-target.ts'
import { SetupHttp } from './test-setup.ts'

/** A server of a target, as found before the test. */
export interface DiscoveredServer {
  /** Origin of the server. */
  readonly name: string
  readonly url: string
  /** How the server is reached; `undefined` when nothing takes a connection there. */
  readonly reached: ReachedTarget | undefined
  /** Why the server takes no part; `undefined` when it does. */
  readonly cause: string | undefined
}

type DiscoverOptions = Pick<ResolvedConfig, 'tls' | 'dns' | 'unixSocket' | 'timeout' | 'connectTimeout' | 'maxHeaderSize'> & {
  readonly signal?: AbortSignal | undefined
}

// Microseconds for a health check: a server that takes longer should not be measured.
const longestResponse = 5e6

/**
 * Finds the servers of a target that take part: they take a connection, respond to the health path with 200 and give the required response.
 *
 * All servers are checked at the same time, each for 5 s at most, over connections that are closed before the test. Runs in the thread that calls
 * `run()`.
 *
 * @throws BenchpressError TARGET_UNREACHABLE when no server takes part, with the cause of each
 * @throws the reason of `signal` when that aborts
 */
export async function discoverServers(servers: ResolvedServers, options: DiscoverOptions): Promise<readonly DiscoveredServer[]> {
  const found = await Promise.all(servers.urls.map((url) => discover(url, servers, options)))
  options.signal?.throwIfAborted()
  if (found.some(({ cause }) => cause === undefined)) return found
  const causes = found.map(({ name, cause = '' }) => `  ${name}: ${cause}`)
  const counted = found.length === 1 ? 'the server of the target is not available' : `none of the ${found.length} servers is available`
  throw new BenchpressError('TARGET_UNREACHABLE', [`${counted}:`, ...causes].join('\n'), { hint: 'start the target, or check its servers' })
}

/** The routes by which load threads reach the servers that take part. */
export function routesOf(servers: readonly DiscoveredServer[]): readonly ServerRoute[] {
  return servers.flatMap(({ name, url, reached, cause }) =>
    reached === undefined || cause !== undefined ? [] : [{ name, url, route: reached.route }],
  )
}

async function discover(url: string, servers: ResolvedServers, options: DiscoverOptions): Promise<DiscoveredServer> {
  const server = { name: new URL(url).origin, url }
  try {
    const reached = await reachTarget(new URL(url), options)
    return { ...server, reached, cause: await findCause(url, reached, servers, options) }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!isBenchpressError(error)) throw error
    // The server is named next to the cause.
    return { ...server, reached: undefined, cause: error.message.replace(` (${server.name})`, '') }
  }
}

/** Why a server that takes connections takes no part. */
async function findCause(
  url: string,
  { route }: ReachedTarget,
  { health, requires }: ResolvedServers,
  options: DiscoverOptions,
): Promise<string | undefined> {
  if (health === undefined && requires === undefined) return undefined
  const http = new SetupHttp({ ...options, timeout: Math.min(options.timeout, longestResponse) }, url, route)
  const abort = (): void => http.client.abort('interrupted')
  options.signal?.addEventListener('abort', abort, { once: true })
  try {
    return (
      (health === undefined ? undefined : await ask(http, health, undefined)) ??
      (requires === undefined ? undefined : await ask(http, requires.path, requires.contains))
    )
  } finally {
    options.signal?.removeEventListener('abort', abort)
    await http.end()
  }
}

async function ask(http: SetupHttp, path: string, contains: string | undefined): Promise<string | undefined> {
  try {
    const response = await http.client.get(path, { redirects: 0 })
    if (response.status !== 200) return `GET ${redactText(path)} had the response ${response.status}`
    return contains === undefined || response.text().includes(contains)
      ? undefined
      : `GET ${redactText(path)} does not contain ${JSON.stringify(contains)}`
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    return `GET ${redactText(path)} got no response (${error.reason})`
  }
}
