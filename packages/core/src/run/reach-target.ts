import { BlockList, isIP } from 'node:net'
import { BenchpressError } from '../base/errors/benchpress-error.ts'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { localLimitIn } from '../model/metrics/outcome.ts'
import { familyOf, formatAddress, placeOf, resolveAddresses, type Address, isLoopback } from '../load/wire/address.ts'
import type { Route } from '../load/wire/dial.ts'
import { probe } from '../load/wire/probe.ts'
import { networkInterfaces } from 'node:os'

/** A target that accepted a connection, and how further connections reach it. */
export interface ReachedTarget {
  readonly route: Route
  readonly local: boolean
  readonly tlsProtocol: string | null
  /** The other addresses of its name that take no connection. */
  readonly leftOut: readonly { readonly address: string; readonly cause: string }[]
}

/** Options for reaching a target. */
export interface ReachOptions extends Pick<ResolvedConfig, 'tls' | 'unixSocket' | 'connectTimeout'> {
  /** Default: the first, resolved once. */
  readonly dns?: ResolvedConfig['dns']
  readonly signal?: AbortSignal | undefined
}

const longestProbe = 4000

/**
 * Resolves the target's name, opens a connection to the first address that accepts it, and closes the connection again. To rotate, it does so with
 * all addresses of the same family, as a machine may have no route for the other one.
 *
 * No request is sent, so that the target receives only the requests of the load. Runs in the thread that calls `run()`.
 *
 * @throws BenchpressError TARGET_UNREACHABLE when no address takes a connection or the TLS handshake fails
 * @throws the reason of `signal` when that aborts
 */
export async function reachTarget(url: URL, options: ReachOptions): Promise<ReachedTarget> {
  const { host } = placeOf(url)
  const tls = url.protocol === 'https:' ? options.tls : undefined
  const addresses = await findAddresses(url, options)
  const timeout = Math.min(longestProbe, options.connectTimeout / 1000) / addresses.length
  const attempt = async (address: Address): Promise<Attempt> => {
    options.signal?.throwIfAborted()
    try {
      return { address, tlsProtocol: await probe({ address, host, tls }, timeout, options.signal), error: undefined }
    } catch (error) {
      options.signal?.throwIfAborted()
      return { address, tlsProtocol: null, error: error instanceof Error ? error : new Error(String(error)) }
    }
  }
  const failed: Attempt[] = []
  for (const [place, address] of addresses.entries()) {
    const { error, tlsProtocol } = await attempt(address)
    if (error !== undefined) {
      failed.push({ address, tlsProtocol, error })
      continue
    }
    const isAlike = (other: Address): boolean => familyOf(other) === familyOf(address)
    const rest = options.dns?.select === 'rotate' ? addresses.slice(place + 1).filter(isAlike) : []
    const tried = [...failed.filter((each) => isAlike(each.address)), ...(await Promise.all(rest.map(attempt)))]
    const others = tried.flatMap((each) => (each.error === undefined ? each.address : []))
    const route = { address, host, tls, ...(others.length > 0 && { others }) }
    return withRenewal({ route, local: isOwnAddress(address), tlsProtocol, leftOut: tried.flatMap(describeLeftOut) }, options.dns)
  }
  throw unreachable(url, failed)
}

interface Attempt {
  readonly address: Address
  readonly tlsProtocol: string | null
  readonly error: NodeJS.ErrnoException | undefined
}

function describeLeftOut({ address, error }: Attempt): ReachedTarget['leftOut'] {
  return error === undefined ? [] : [{ address: formatAddress(address), cause: error.code ?? describeFailure(error) }]
}

function withRenewal(reached: ReachedTarget, dns: ReachOptions['dns']): ReachedTarget {
  const { route, leftOut } = reached
  if (dns?.ttl === undefined || route.address.kind === 'unix' || isIP(route.host) !== 0) return reached
  const renewal = { select: dns.select, ttl: dns.ttl, leftOut: leftOut.map(({ address }) => address) }
  return { ...reached, route: { ...route, renewal } }
}

async function findAddresses(url: URL, options: ReachOptions): Promise<Address[]> {
  if (options.unixSocket !== undefined) return [{ kind: 'unix', path: options.unixSocket }]
  try {
    return await resolveAddresses(url)
  } catch (cause) {
    throw new BenchpressError('TARGET_UNREACHABLE', `the name ${url.hostname} is not known`, {
      cause,
      hint: 'check the spelling, or give an address',
    })
  }
}

function unreachable(url: URL, failures: readonly Attempt[]): BenchpressError {
  const error = failures[0]?.error
  const where = failures.map(({ address }) => formatAddress(address)).join(' or ')
  const code = error?.code ?? error?.message ?? 'no address'
  const cannot = `cannot connect to ${where}: ${error === undefined ? code : describeFailure(error)}`
  const [message, hint] = unreachableBy[code]?.(where, url.origin) ?? [cannot, localLimitIn(code)?.remedy ?? tlsHint(code)]
  return new BenchpressError('TARGET_UNREACHABLE', message, { cause: error, hint })
}

/** What error codes mean for a target, and what to do. */
const unreachableBy: Readonly<Record<string, (where: string, origin: string) => readonly [message: string, hint: string]>> = {
  ECONNREFUSED: (where, origin) => [`nothing is listening at ${where} (${origin})`, 'start the target, or check host and port'],
  ETIMEDOUT: (where) => [`${where} did not take a connection in time`, 'check host, port and firewall'],
  ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: (_where, origin) => [
    `${origin} does not speak HTTP/1.1 over TLS`,
    'benchpress speaks HTTP/1.1 only, not HTTP/2',
  ],
}

// Advice of Node.js about its own flags is removed, and places in the sources of OpenSSL are, too.
function describeFailure({ message, reason }: Error & { readonly reason?: string }): string {
  if (/:SSL routines:/.test(message) && reason !== undefined) return reason
  return message.replace(/; if the root CA is installed locally.*$/s, '')
}

function tlsHint(code: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'give a name that is in the certificate with tls.servername (--servername), or skip verification with tls.insecure (-k)'
  }
  if (/ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE)/.test(code)) {
    return 'the target may ask for a client certificate: give tls.cert and tls.key (--cert, --key)'
  }
  if (/CERT|SIGNED|ISSUER/.test(code)) return 'give the authority with tls.ca (--ca), or skip verification with tls.insecure (-k)'
  return code.startsWith('ERR_SSL') ? 'does the target speak TLS on this port?' : undefined
}

/** Whether an address belongs to this machine: a loopback address, a Unix socket, or one of its network interfaces. */
export function isOwnAddress(address: Address): boolean {
  if (isLoopback(address) || address.kind === 'unix') return true
  const own = new BlockList()
  for (const { address: host, family } of Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])) {
    own.addAddress(host.replace(/%.*$/, ''), family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return own.check(address.host.replace(/%.*$/, ''), address.family === 6 ? 'ipv6' : 'ipv4')
}
