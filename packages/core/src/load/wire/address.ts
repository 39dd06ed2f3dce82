import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** The place to connect to: a resolved address, or the path of a Unix socket. Plain data that can be sent to other threads. */
export type Address =
  | { readonly kind: 'tcp'; readonly host: string; readonly port: number; readonly family: 4 | 6 }
  | { readonly kind: 'unix'; readonly path: string }

/**
 * Resolves the addresses of a URL's host, in the resolver's order, of both families.
 *
 * @throws the resolver's error for an unknown name
 */
export async function resolveAddresses(url: URL): Promise<Address[]> {
  const { host, port } = placeOf(url)
  return await resolveName(host, port)
}

/** The host of a URL, without the brackets of IPv6, and its port, with the default filled in. */
export function placeOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  const byDefault = protocol === 'https:' ? 443 : 80
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: port === '' ? byDefault : Number(port) }
}

/** Resolves the addresses of a host with a port, like {@link resolveAddresses}. */
export async function resolveName(host: string, port: number): Promise<Address[]> {
  const family = isIP(host)
  if (family !== 0) return [{ kind: 'tcp', host, port, family: family === 6 ? 6 : 4 }]
  const found = await lookup(host, { all: true, order: 'verbatim' })
  return found.map((entry) => ({ kind: 'tcp', host: entry.address, port, family: entry.family === 6 ? 6 : 4 }))
}

/** Writes an address as text: `127.0.0.1:3000`, `[::1]:3000`, `/run/app.sock`. */
export function formatAddress(address: Address): string {
  if (address.kind === 'unix') return address.path
  return address.family === 6 ? `[${address.host}]:${address.port}` : `${address.host}:${address.port}`
}

/** The family of an address: 4 or 6, and 0 for a Unix socket. */
export function familyOf(address: Address): 0 | 4 | 6 {
  return address.kind === 'unix' ? 0 : address.family
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')
// Unspecified addresses, which servers print when they listen on all addresses: a connection to them stays on this machine.
loopback.addAddress('0.0.0.0')
loopback.addAddress('::', 'ipv6')

/** Whether an address is on this machine by its form: a loopback or unspecified address, or a Unix socket. */
export function isLoopback(address: Address): boolean {
  return address.kind === 'unix' || loopback.check(address.host, address.family === 6 ? 'ipv6' : 'ipv4')
}
