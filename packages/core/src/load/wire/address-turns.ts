import { familyOf, formatAddress, resolveName, type Address } from './address.ts'

/** Where connections to a target go: to one address, or to several in turn. */
export interface Addresses {
  readonly address: Address
  /** The other addresses of its name that take connections. */
  readonly others?: readonly Address[]
  /** The host of the URL. */
  readonly host: string
  /** How the name is resolved again during the test; missing when it is resolved once. */
  readonly renewal?: Renewal
}

/** How a name is resolved again, for connections from then on. */
export interface Renewal {
  readonly select: 'rotate' | 'first'
  /** Microseconds after which the name is resolved again. */
  readonly ttl: number
  /** The addresses that took no connection before the test, such as `127.0.0.1:3000`. */
  readonly leftOut: readonly string[]
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

/** How the addresses of routes were used. */
export interface AddressUses {
  readonly uses: readonly AddressUse[]
  /** How often a name could not be resolved again. */
  readonly unresolved: number
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
  readonly #route: Addresses
  /** The turns of all addresses that connections went to. */
  readonly #all = new Map<string, AddressTurn>()
  readonly #renewing: NodeJS.Timeout | undefined
  #current: readonly AddressTurn[]
  #next: number
  #unresolved = 0

  private constructor(route: Addresses, first: number) {
    const { address, others = [], renewal } = route
    this.#route = route
    this.#current = this.#turnsTo([address, ...others])
    this.#next = first
    if (renewal !== undefined) this.#renewing = setInterval(() => void this.#renew(renewal), renewal.ttl / 1000)
  }

  /** Begins the turns of a thread, each of which begins with another address. */
  static begin(routes: ReadonlySet<Addresses>, worker: number): void {
    for (const route of routes) {
      if (route.others !== undefined || route.renewal !== undefined) known.set(route, new AddressTurns(route, worker))
    }
  }

  /** The turns along a route; `undefined` when it has one address, which stays the same. */
  static of(route: Addresses): AddressTurns | undefined {
    if (route.others !== undefined && !known.has(route)) AddressTurns.begin(new Set([route]), 0)
    return known.get(route)
  }

  /** Resolves no name of routes any more, and returns how their addresses were used on this thread. */
  static end(routes: ReadonlySet<Addresses>): AddressUses {
    const ended = [...routes].flatMap((route) => known.get(route) ?? [])
    for (const turns of ended) clearInterval(turns.#renewing)
    return {
      uses: ended.flatMap((turns) =>
        Array.from(turns.#all, ([address, { connections, answered }]) => ({ address, connections, answered })),
      ),
      unresolved: ended.reduce((sum, turns) => sum + turns.#unresolved, 0),
    }
  }

  next(): AddressTurn {
    const turn = this.#current[this.#next++ % this.#current.length] as AddressTurn
    turn.connections += 1
    return turn
  }

  /** The address for the connections of a user that are not counted. */
  addressFor(user: number): Address {
    return (this.#current[user % this.#current.length] as AddressTurn).address
  }

  #turnsTo(addresses: readonly Address[]): readonly AddressTurn[] {
    return addresses.map((address) => {
      const name = formatAddress(address)
      const turn = this.#all.get(name) ?? new AddressTurn(address)
      this.#all.set(name, turn)
      return turn
    })
  }

  // Connections keep to the addresses of before when there are no others.
  async #renew({ select, leftOut }: Renewal): Promise<void> {
    const { address: before, host } = this.#route
    if (before.kind === 'unix') return
    try {
      const found = await resolveName(host, before.port)
      const usable = found.filter((address) => familyOf(address) === before.family && !leftOut.includes(formatAddress(address)))
      if (usable.length > 0) this.#current = this.#turnsTo(select === 'first' ? usable.slice(0, 1) : usable)
    } catch {
      this.#unresolved += 1
    }
  }
}
