import { Agent, type AgentOptions } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'
import type { TlsConfig } from '@benchpress/core'
import type { ClientContext, PluginRequests } from '@benchpress/core/plugin'

/** The TCP connections of one Socket.IO connection, so that none of them outlives its user. */
export class OwnSockets {
  /** The agent for requests and WebSockets. */
  readonly agent: Agent
  readonly #open = new Set<Socket>()
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
      if (socket !== null && socket !== undefined) this.#watch(socket as Socket)
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

  #watch(socket: Socket): void {
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
