import { once } from 'node:events'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { Auction, ServiceEvents, UserEvents } from '../src/index.ts'

/** A response over HTTP: its status, and its body read as JSON. */
export interface ApiResponse<Body = unknown> {
  readonly status: number
  readonly body: Body
}

/** The Socket.IO socket of a user. */
export type UserSocket = Socket<ServiceEvents, UserEvents>

/** Terms of an auction as in the load test. */
export const terms = {
  title: 'Load test',
  description: 'Two rounds of half an hour',
  totalItems: 5,
  rounds: [
    { itemsCount: 3, durationMinutes: 30 },
    { itemsCount: 2, durationMinutes: 30 },
  ],
  minBidAmount: 100,
  minBidIncrement: 10,
  antiSnipingWindowMinutes: 1,
  antiSnipingExtensionMinutes: 1,
  maxExtensions: 5,
  botsEnabled: false,
}

interface Login {
  readonly user: { readonly id: string; readonly username: string }
  readonly accessToken: string
}

let names = 0

/** A user of the service in a test. */
export class Bidder {
  readonly #url: string
  readonly id: string
  readonly token: string
  readonly username: string

  private constructor(url: string, login: Login) {
    this.#url = url
    this.id = login.user.id
    this.username = login.user.username
    this.token = login.accessToken
  }

  /** Logs in a new user, who pays in a deposit. */
  static async create(url: string, deposit = 0): Promise<Bidder> {
    const username = `bidder_${process.pid}_${++names}`
    const { body } = await send(url, 'POST', '/api/auth/login', { body: { username } })
    const bidder = new Bidder(url, body as Login)
    if (deposit > 0) await bidder.post('/api/users/deposit', { amount: deposit })
    return bidder
  }

  get<Body = unknown>(path: string): Promise<ApiResponse<Body>> {
    return send(this.#url, 'GET', path, { token: this.token }) as Promise<ApiResponse<Body>>
  }

  post<Body = unknown>(path: string, body?: unknown): Promise<ApiResponse<Body>> {
    return send(this.#url, 'POST', path, { token: this.token, body }) as Promise<ApiResponse<Body>>
  }

  async startAuction(changes: Readonly<Record<string, unknown>> = {}): Promise<Auction> {
    const { body } = await this.post<Auction>('/api/auctions', { ...terms, ...changes })
    return (await this.post<Auction>(`/api/auctions/${body.id}/start`)).body
  }

  bid(auctionId: string, amount: number): Promise<ApiResponse<{ success: boolean; amount?: number; error?: string }>> {
    return this.post(`/api/auctions/${auctionId}/bid`, { amount })
  }

  async balance(): Promise<{ balance: number; frozenBalance: number }> {
    return (await this.get<{ balance: number; frozenBalance: number }>('/api/users/balance')).body
  }
}

/** Sends one request and reads its response. */
export async function send(
  url: string,
  method: string,
  path: string,
  { token, body }: { readonly token?: string; readonly body?: unknown } = {},
): Promise<ApiResponse> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** Connects a socket, and resolves when it is connected. */
export async function openSocket(url: string, options: Partial<ManagerOptions & SocketOptions> = {}): Promise<UserSocket> {
  const socket: UserSocket = io(url, { forceNew: true, reconnection: false, ...options })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

/** Sends an event, and resolves with the event that is its reply. */
export async function ask<Name extends keyof ServiceEvents>(
  socket: UserSocket,
  event: keyof UserEvents,
  payload: unknown,
  reply: Name,
): Promise<Parameters<ServiceEvents[Name]>[0]> {
  const replied = next(socket, reply)
  ;(socket as unknown as { emit(event: string, payload: unknown): void }).emit(event, payload)
  return replied
}

/** Resolves with the payload of the next event of a name. */
export async function next<Name extends keyof ServiceEvents>(socket: UserSocket, name: Name): Promise<Parameters<ServiceEvents[Name]>[0]> {
  const [payload] = await once(socket as unknown as NodeJS.EventEmitter, name)
  return payload as Parameters<ServiceEvents[Name]>[0]
}
