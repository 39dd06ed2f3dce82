import { resolveAddresses, type Address } from '../../wire/address.ts'
import { createDial, type Route } from '../../wire/dial.ts'
import type { TlsConfig } from '../../wire/tls-config.ts'

/**
 * Finds how an origin is reached: resolves its name once and keeps to the first of its addresses that takes a connection.
 *
 * @param tls how connections are made, as to the target; the name of its server is left out
 * @param timeout for one address, in microseconds
 * @throws the resolver's error when the name is not known, or that of the last address when none takes a connection
 */
export async function findRoute(url: URL, tls: TlsConfig | undefined, timeout: number): Promise<Route> {
  const addresses = await resolveAddresses(url)
  const address = addresses.length === 1 ? addresses[0] : await firstOpen(addresses, timeout)
  if (address === undefined) throw Object.assign(new Error(`${url.hostname} has no address`), { code: 'ENOTFOUND' })
  return { address, host: url.hostname.replace(/^\[(.*)\]$/, '$1'), tls: url.protocol === 'https:' ? withoutName(tls) : undefined }
}

function withoutName(tls: TlsConfig | undefined): TlsConfig {
  const { servername: _, ...rest } = tls ?? {}
  return rest
}

async function firstOpen(addresses: readonly Address[], timeout: number): Promise<Address | undefined> {
  let failure: unknown
  for (const address of addresses) {
    try {
      await probe(address, timeout)
      return address
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function probe(address: Address, timeout: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = createDial(
    { address, host: '', tls: undefined },
    Buffer.alloc(1),
  )({
    onConnect: resolve,
    onReady: () => {},
    onRead: () => {},
    onEnd: () => {},
    onError: reject,
  })
  const timer = setTimeout(() => reject(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })), timeout / 1000)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}
