import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import type { ResolvedRedisOptions } from './options.ts'

/** The address of every connection, as data that can be cloned. */
export type ServerAddress =
  | {
      readonly host: string
      readonly port: number
      /** Name for which TLS verifies the certificate. */
      readonly name: string
      /** The target that gives the address; `null` where the options give it. */
      readonly target: string | null
    }
  | { readonly unix: string }

/** The options and the target of a test. */
export interface Surroundings {
  readonly options: ResolvedRedisOptions
  readonly target: string
  readonly signal: AbortSignal
}

/**
 * Resolves the name of the server once rather than for each connection, to the first address that accepts a connection, over which nothing is sent.
 *
 * @throws Error that names the address at which nothing listens
 */
export async function findServer({ options, target, signal }: Surroundings): Promise<ServerAddress> {
  const server = options.server ?? serverOf(target)
  if ('unix' in server) {
    await probe({ path: server.unix }, server.unix, options.timeout, signal)
    return { unix: server.unix }
  }
  const { host: name, port } = server
  const found = isIP(name) === 0 ? await lookup(name, { all: true, order: 'verbatim' }) : [{ address: name }]
  let problem: unknown
  for (const { address } of found) {
    try {
      await probe({ host: address, port }, `${address.includes(':') ? `[${address}]` : address}:${port}`, options.timeout, signal)
      return { host: address, port, name, target: options.server === null ? target : null }
    } catch (error) {
      problem = error
    }
  }
  throw problem
}

function serverOf(target: string): { readonly host: string; readonly port: number } {
  const { protocol, hostname, port } = new URL(target)
  const defaultPort = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? defaultPort : Number(port) }
}

async function probe(
  to: { readonly path: string } | { readonly host: string; readonly port: number },
  where: string,
  timeout: number,
  signal: AbortSignal,
): Promise<void> {
  const socket = connect(to)
  try {
    await once(socket, 'connect', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]) })
  } catch (cause) {
    signal.throwIfAborted()
    const isLate = cause instanceof Error && cause.name === 'AbortError'
    const reason = isLate ? `it took no connection within ${timeout} ms` : cause instanceof Error ? cause.message : String(cause)
    throw new Error(`there is no server at ${where} (${reason}): start it, or check the options of redis()`, { cause })
  } finally {
    socket.destroy()
  }
}
