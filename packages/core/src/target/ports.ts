import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** An address to connect to: a TCP port, or the path of a Unix socket. */
export type ListenedAddress = { readonly host: string; readonly port: number } | { readonly path: string }

const probeTimeout = 1000

/**
 * Whether something accepts connections at an address. A name with several addresses, such as `localhost`, is tried at each.
 *
 * An address that neither accepts nor refuses within a second counts as free.
 */
export async function isListening(address: ListenedAddress): Promise<boolean> {
  const socket = connect({ ...address, autoSelectFamily: true })
  const connected = new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  const giveUp = new AbortController()
  try {
    return await Promise.race([connected, delay(probeTimeout, false, { signal: giveUp.signal })])
  } finally {
    giveUp.abort()
    socket.destroy()
  }
}

/** Describes an address: `port 8000`, `port 8000 of example.org`, or a path. */
export function describeAddress(address: ListenedAddress): string {
  if ('path' in address) return address.path
  const isLocal = ['localhost', '127.0.0.1', '::1', '0.0.0.0', '::'].includes(address.host)
  return `port ${address.port}${isLocal ? '' : ` of ${address.host}`}`
}
