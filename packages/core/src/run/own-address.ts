import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isLoopback, type Address } from '../load/wire/address.ts'

/** Whether an address leads to this machine: a loopback address, a Unix socket, or one of its network interfaces. */
export function isOwnAddress(address: Address): boolean {
  if (isLoopback(address) || address.kind === 'unix') return true
  const own = new BlockList()
  for (const { address: host, family } of Object.values(networkInterfaces()).flatMap((interfaces) => interfaces ?? [])) {
    own.addAddress(host.replace(/%.*$/, ''), family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return own.check(address.host.replace(/%.*$/, ''), address.family === 6 ? 'ipv6' : 'ipv4')
}
