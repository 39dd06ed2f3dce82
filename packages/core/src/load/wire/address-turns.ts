import { formatAddress, type Address } from './address.ts'

/** Where connections to a target go: to one address, or to several in turn. */
export interface Addresses {
  readonly address: Address
  /** The other addresses of its name that take connections. */
  readonly others?: readonly Address[]
}

/** How an address was used. */
export interface AddressUse {
  /** Such as `127.0.0.1:3000`. */
  readonly address: string
  /** The number of connections that were tried. */
  readonly connections: number
  /** The number of these over which anything came. */
  readonly answered: number
}

/** The turn of one connection. */
export class AddressTurn {
  readonly address: Address
  connections = 0
  answered = 0

  constructor(address: Address) {
    this.address = address
  }
}

const known = new WeakMap<Addresses, AddressTurns>()

/** The turns of the connections of one thread to the addresses of a target, over all scenarios. */
export class AddressTurns {
  readonly all: readonly AddressTurn[]
  #next: number

  private constructor({ address, others = [] }: Addresses, first: number) {
    this.all = [address, ...others].map((one) => new AddressTurn(one))
    this.#next = first
  }

  /** Begins the turns of a thread, each of which begins with another address. */
  static begin(route: Addresses, worker: number): void {
    if (route.others !== undefined) known.set(route, new AddressTurns(route, worker))
  }

  /** The turns along a route; `undefined` when it has one address. */
  static of(route: Addresses): AddressTurns | undefined {
    if (route.others === undefined) return undefined
    if (!known.has(route)) AddressTurns.begin(route, 0)
    return known.get(route)
  }

  /** How the addresses of routes were used on this thread. */
  static usesOf(routes: readonly Addresses[]): AddressUse[] {
    return [...new Set(routes)].flatMap((route) =>
      (AddressTurns.of(route)?.all ?? []).map(({ address, connections, answered }) => ({
        address: formatAddress(address),
        connections,
        answered,
      })),
    )
  }

  next(): AddressTurn {
    const turn = this.all[this.#next++ % this.all.length] as AddressTurn
    turn.connections += 1
    return turn
  }
}
