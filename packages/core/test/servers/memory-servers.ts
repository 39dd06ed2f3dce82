import fc from 'fast-check'
import { responseOf } from './memory-load.ts'
import type { MemoryNetwork, MemorySocket, Welcome } from './memory-network.ts'

/** Something that servers do; `socket` picks among those that are open. */
export type ServerEvent =
  | { readonly type: 'response'; readonly socket: number; readonly count: number; readonly cut: number }
  | { readonly type: 'close' | 'reset' | 'last response' | 'garbage'; readonly socket: number }
  | { readonly type: 'welcome'; readonly welcome: Welcome }
  | { readonly type: 'accept' }

const socket = fc.nat(20)

/** Anything that servers do. */
export const serverEvent: fc.Arbitrary<ServerEvent> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ type: fc.constant('response'), socket, count: fc.integer({ min: 1, max: 6 }), cut: fc.nat(40) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('close', 'reset', 'last response', 'garbage'), socket }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('welcome'), welcome: fc.constantFrom<Welcome>('accept', 'accept', 'refuse', 'held') }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'accept' }) },
)

/** The servers' side of a network: what they have sent on each socket, so that every response belongs to a request. */
export class MemoryServers {
  readonly #network: MemoryNetwork
  readonly #unsent = new Map<MemorySocket, string>()
  readonly #responded = new Map<MemorySocket, number>()
  readonly #garbled = new Set<MemorySocket>()

  constructor(network: MemoryNetwork) {
    this.#network = network
  }

  /**
   * Sends up to `count` responses, the last of them without its last `cut` bytes, which follow with the next.
   *
   * After garbage it closes instead: within a response garbage may have become part of its head, and what is left then reads as a body without
   * an end.
   */
  respond(at: MemorySocket, count: number, cut: number): void {
    if (this.#garbled.has(at)) return at.end()
    const responded = this.#responded.get(at) ?? 0
    const due = Math.min(count, at.requests.length - responded)
    const stream = (this.#unsent.get(at) ?? '') + responseOf().repeat(due)
    const length = due === 0 ? stream.length : Math.max(1, stream.length - cut)
    this.#responded.set(at, responded + due)
    this.#unsent.set(at, stream.slice(length))
    if (length > 0) at.send(stream.slice(0, length))
  }

  /** Responds to all requests that have no response yet. */
  respondToAll(): void {
    for (const open of this.#network.open) this.respond(open, Infinity, 0)
  }

  apply(event: ServerEvent): void {
    const { open, sockets } = this.#network
    const at = 'socket' in event ? open[event.socket % open.length] : undefined
    if (at !== undefined) this.#serve(at, event)
    else if (event.type === 'welcome') this.#network.welcome = event.welcome
    else if (event.type === 'accept') for (const held of sockets) held.accept()
  }

  #serve(at: MemorySocket, event: ServerEvent): void {
    if (event.type === 'response') this.respond(at, event.count, event.cut)
    else if (event.type === 'close') at.end()
    else if (event.type === 'reset') at.fail('ECONNRESET')
    else if (event.type === 'garbage') this.#garble(at)
    else if ((this.#unsent.get(at) ?? '') === '') at.send(responseOf('', 200, 'Connection: close\r\n'))
  }

  #garble(at: MemorySocket): void {
    this.#garbled.add(at)
    at.send('SSH-2.0\r\n')
  }
}
