import { randomUUID, scrypt } from 'node:crypto'
import type { ScryptOptions } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

/** Something that is sold. */
export interface Item {
  readonly id: string
  readonly name: string
  readonly price: number
}

/** An order that was paid. */
export interface Order {
  readonly id: string
  readonly customer: string
  readonly total: number
}

interface Session {
  readonly customer: string
  basket: Item[]
}

const scryptOf = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)
// Less work than a real shop should make of a password, so that a laptop can be its customer.
const hash = (password: string, name: string): Promise<Buffer> => scryptOf(password, name, 32, { N: 1024 })
// What a database on the same machine takes.
const queryTime = 2

/** What a shop knows and does; it takes the time of real work for it. */
export class Shop {
  readonly items: readonly Item[] = Array.from({ length: 40 }, (_, index) => ({
    id: `item-${index + 1}`,
    name: `Lamp no. ${index + 1}`,
    price: 5 + ((index * 7) % 30),
  }))
  readonly orders: Order[] = []
  /** How often each customer has logged in. */
  readonly logins = new Map<string, number>()
  readonly #sessions = new Map<string, Session>()

  /** Customers that are logged in. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** Resolves with a token; with nothing when the password is wrong. */
  async logIn(name: string, password: string): Promise<string | undefined> {
    const given = await hash(password, name)
    const expected = await hash(`open-${name}`, name)
    if (!given.equals(expected)) return undefined
    const token = randomUUID()
    this.#sessions.set(token, { customer: name, basket: [] })
    this.logins.set(name, (this.logins.get(name) ?? 0) + 1)
    return token
  }

  /** The session of a token. */
  sessionOf(token: string): Session | undefined {
    return this.#sessions.get(token)
  }

  logOut(token: string): void {
    this.#sessions.delete(token)
  }

  /** One page of the catalogue. */
  async list(page: number): Promise<readonly Item[]> {
    await sleep(queryTime)
    return this.items.slice((page - 1) * 10, page * 10)
  }

  /** One item; nothing when there is none of that id. */
  async find(id: string): Promise<Item | undefined> {
    await sleep(queryTime)
    return this.items.find((item) => item.id === id)
  }

  /** Sells what is in the basket; nothing when it is empty. */
  async order(session: Session): Promise<Order | undefined> {
    await sleep(queryTime)
    if (session.basket.length === 0) return undefined
    const total = session.basket.reduce((sum, { price }) => sum + price, 0)
    const order = { id: randomUUID(), customer: session.customer, total }
    session.basket = []
    this.orders.push(order)
    return order
  }
}
