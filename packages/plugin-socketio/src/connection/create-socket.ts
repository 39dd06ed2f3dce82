import type { TlsConfig } from '@benchpress/core'
import type { ClientContext } from '@benchpress/core/plugin'
import { Manager, type ManagerOptions, type Socket } from 'socket.io-client'
import type { ConnectSettings } from './settings.ts'
import { OwnSockets } from './own-sockets.ts'

/** A socket of socket.io-client that is not connected yet, with a manager of its own. */
export interface CreatedSocket {
  readonly socket: Socket
  readonly sockets: OwnSockets
}

/**
 * Creates a socket for a namespace of a target.
 *
 * @param namespace relative to the target, or a URL
 * @throws TypeError when the namespace is neither
 */
export function createSocket(
  { target, address, requests }: Pick<ClientContext, 'target' | 'address' | 'requests'>,
  namespace: string,
  settings: ConnectSettings,
  tls: TlsConfig,
): CreatedSocket {
  const url = readUrl(target, namespace)
  const isTarget = url.origin === new URL(target).origin
  const sockets = new OwnSockets(url.protocol === 'https:', isTarget ? tls : withoutIdentity(tls), isTarget ? address : undefined, requests)
  const query = { ...Object.fromEntries(url.searchParams), ...settings.query }
  const options: Partial<ManagerOptions> = {
    autoConnect: false,
    path: settings.path ?? '/socket.io/',
    transports: [...settings.transports],
    upgrade: settings.upgrade,
    // The types of the library only have the browser's options.
    agent: sockets.agent as unknown as string,
    timeout: settings.timeout,
    query,
    ...(settings.headers === undefined ? {} : { extraHeaders: { ...settings.headers } }),
    ...(settings.perMessageDeflate ? {} : { perMessageDeflate: false as unknown as { threshold: number } }),
    ...reconnectionOf(settings.reconnection),
  }
  const manager = new Manager(url.origin, options)
  return { sockets, socket: manager.socket(url.pathname, settings.auth === undefined ? {} : { auth: { ...settings.auth } }) }
}

function reconnectionOf(reconnection: ConnectSettings['reconnection']): Partial<ManagerOptions> {
  if (typeof reconnection === 'boolean') return { reconnection }
  const { attempts, delay, delayMax } = reconnection
  return {
    reconnection: true,
    ...(attempts === undefined ? {} : { reconnectionAttempts: attempts }),
    ...(delay === undefined ? {} : { reconnectionDelay: delay }),
    ...(delayMax === undefined ? {} : { reconnectionDelayMax: delayMax }),
  }
}

function readUrl(target: string, namespace: string): URL {
  if (!/^(\/|(https?|wss?):\/\/.)/i.test(namespace))
    throw new TypeError(
      `socketio.connect: the namespace must start with "/", or be a URL with http:// or https:// (was ${JSON.stringify(namespace)})`,
    )
  const url = new URL(namespace, target)
  // The library treats `ws` and `http` alike, and only a URL with `http` has an origin.
  url.protocol = url.protocol.replace('ws', 'http')
  return url
}

// A client certificate must not be sent to another target, and the server name is that of the config's target.
function withoutIdentity(tls: TlsConfig): TlsConfig {
  const { cert: _cert, key: _key, passphrase: _passphrase, servername: _servername, ...others } = tls
  return others
}
