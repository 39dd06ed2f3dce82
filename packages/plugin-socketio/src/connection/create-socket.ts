import type { TlsConfig } from '@benchpress/core'
import type { ClientContext, PluginRequests } from '@benchpress/core/plugin'
import { Manager, type ManagerOptions, type Socket } from 'socket.io-client'
import type { ConnectSettings } from './settings.ts'
import { watchRequests } from './watch-requests.ts'
import { Agent, type AgentOptions } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Socket as TcpSocket } from 'node:net'

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
  { target, address, requests, cookies }: Pick<ClientContext, 'target' | 'address' | 'requests' | 'cookies'>,
  namespace: string,
  settings: ConnectSettings,
  tls: TlsConfig,
): CreatedSocket {
  const url = readUrl(target, namespace)
  const isTarget = url.origin === new URL(target).origin
  const sockets = new OwnSockets(url.protocol === 'https:', isTarget ? tls : withoutIdentity(tls), isTarget ? address : undefined, requests)
  watchRequests(sockets.agent, url.origin, settings.withCredentials ? cookies : undefined)
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
  const limits = { reconnectionAttempts: attempts, reconnectionDelay: delay, reconnectionDelayMax: delayMax }
  // The library has a default for each that is undefined.
  return { reconnection: true, ...(limits as Partial<ManagerOptions>) }
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

/** The TCP connections of one Socket.IO connection, so that none of them outlives its user. */
export class OwnSockets {
  /** The agent for requests and WebSockets. */
  readonly agent: Agent
  readonly #open = new Set<TcpSocket>()
  readonly #requests: Pick<PluginRequests, 'carried'>
  #isOver = false
  #onEmpty: (() => void) | undefined

  /** @param address address of all connections; by default that of the name in the URL */
  constructor(isSecure: boolean, tls: TlsConfig, address: ClientContext['address'] | undefined, requests: Pick<PluginRequests, 'carried'>) {
    this.#requests = requests
    this.agent = isSecure ? new SecureAgent(toAgentOptions(tls)) : new Agent()
    const create = this.agent.createConnection.bind(this.agent)
    this.agent.createConnection = (options, callback) => {
      // The name in the URL is still sent in the Host header, and verified against the certificate.
      const socket = create({ ...options, ...address }, callback)
      // The types allow an agent to return other streams.
      if (socket !== null && socket !== undefined) this.#watch(socket as TcpSocket)
      return socket
    }
  }

  /** Resolves when all connections are closed; after `patience` milliseconds the rest is cut. */
  async ended(patience: number): Promise<void> {
    if (this.#open.size > 0) {
      const timer = setTimeout(() => this.#cut(), patience)
      await new Promise<void>((resolve) => (this.#onEmpty = resolve))
      clearTimeout(timer)
    }
    this.#cut()
  }

  /** Reports the bytes that the sockets have read and written by now. */
  tellBytes(): void {
    for (const socket of this.#open) this.#requests.carried(socket)
  }

  #watch(socket: TcpSocket): void {
    this.#open.add(socket)
    socket.once('close', () => {
      this.#requests.carried(socket)
      this.#open.delete(socket)
      if (this.#open.size === 0) this.#onEmpty?.()
    })
    if (this.#isOver) socket.destroy()
  }

  #cut(): void {
    this.#isOver = true
    for (const socket of this.#open) socket.destroy()
  }
}

function toAgentOptions({ insecure = false, ca, ...others }: TlsConfig): AgentOptions {
  return { ...others, rejectUnauthorized: !insecure, ...(ca === undefined ? {} : { ca: [ca].flat() }) } as AgentOptions
}
