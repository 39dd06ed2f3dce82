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
// A hash that is cheaper than that of a real shop, so that a laptop can test it.
const hash = (password: string, name: string): Promise<Buffer> => scryptOf(password, name, 32, { N: 1024 })
// The time of a database on the same machine.
const queryTime = 2

/** The data and the functions of a shop, which take the time of real work. */
export class Shop {
  readonly items: readonly Item[] = Array.from({ length: 40 }, (_, index) => ({
    id: `item-${index + 1}`,
    name: `Lamp no. ${index + 1}`,
    price: 5 + ((index * 7) % 30),
  }))
  readonly orders: Order[] = []
  /** Number of logins of each customer. */
  readonly logins = new Map<string, number>()
  readonly #sessions = new Map<string, Session>()

  /** Number of customers that are logged in. */
  get sessions(): number {
    return this.#sessions.size
  }

  /** Resolves with a token, or with nothing when the password is wrong. */
  async logIn(name: string, password: string): Promise<string | undefined> {
    const given = await hash(password, name)
    const expected = await hash(`open-${name}`, name)
    if (!given.equals(expected)) return undefined
    const token = randomUUID()
    this.#sessions.set(token, { customer: name, basket: [] })
    this.logins.set(name, (this.logins.get(name) ?? 0) + 1)
    return token
  }

  /** Finds the session of a token. */
  sessionOf(token: string): Session | undefined {
    return this.#sessions.get(token)
  }

  logOut(token: string): void {
    this.#sessions.delete(token)
  }

  /** Reads one page of the catalogue. */
  async list(page: number): Promise<readonly Item[]> {
    await sleep(queryTime)
    return this.items.slice((page - 1) * 10, page * 10)
  }

  /** Finds one item; nothing when there is no such id. */
  async find(id: string): Promise<Item | undefined> {
    await sleep(queryTime)
    return this.items.find((item) => item.id === id)
  }

  /** Sells the contents of the basket; nothing when it is empty. */
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
