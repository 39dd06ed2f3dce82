import { endEntry, type Entry } from './ledger.ts'
import { ReferenceLine, type LineEnd, type LineOwner } from './reference-line.ts'
import type { ReferenceWorld, Watched } from './reference-world.ts'

/** Connections that carry one request at a time, opened when somebody waits for one; who waits longest has the next. */
export class ReferencePool {
  readonly world: ReferenceWorld
  readonly #most: number
  readonly #queueTimeout: number
  readonly #lines = new Set<PooledLine>()
  readonly #free: PooledLine[] = []
  #waiting: Entry[] = []
  /** Requests whose connection was already closed: they wait for one that has not been used. */
  readonly #again: Entry[] = []
  #isClosed = false

  /** @param queueTimeout how long a request waits for a connection at most */
  constructor(world: ReferenceWorld, most: number, queueTimeout: number) {
    this.world = world
    this.#most = most
    this.#queueTimeout = queueTimeout
  }

  ask(entry: Entry): void {
    const free = this.#free.pop()
    if (free !== undefined) return free.send(entry)
    entry.waitsUntil = this.world.now() + this.#queueTimeout
    this.#waiting.push(entry)
    this.#open()
    if (this.#queueTimeout < Infinity) this.world.watch(this.#watchOf(entry), entry.waitsUntil)
  }

  /** Aborts a request whose user no longer wants it. */
  abort(entry: Entry): void {
    const now = this.world.now()
    const line = [...this.#lines].find(({ carried }) => carried === entry)
    if (line !== undefined) return line.close()
    endEntry(this.#take(entry), now >= entry.waitsUntil ? 'timeout' : 'aborted', now)
  }

  close(): void {
    this.#isClosed = true
    for (const line of this.#lines) line.close()
  }

  onOpen(line: PooledLine): void {
    const first = this.#again.shift()
    if (first === undefined) this.onFree(line)
    else line.send(first)
  }

  onFree(line: PooledLine): void {
    const now = this.world.now()
    let next = this.#waiting.shift()
    for (; next !== undefined && now >= next.waitsUntil; next = this.#waiting.shift()) endEntry(next, 'timeout', now)
    if (next === undefined) this.#free.push(line)
    else line.send(next)
  }

  /** Sends a request again, over a new connection. */
  sendAgain(entry: Entry): void {
    entry.sentAt = Number.NaN
    entry.waitsUntil = Infinity
    this.#again.push(entry)
  }

  onClosed(line: PooledLine, how: LineEnd): void {
    this.#lines.delete(line)
    if (this.#free.includes(line)) this.#free.splice(this.#free.indexOf(line), 1)
    const refused = how === 'refused' ? (this.#again.shift() ?? this.#waiting.shift()) : undefined
    if (refused !== undefined) endEntry(refused, 'refused', this.world.now())
    this.#open()
  }

  #watchOf(entry: Entry): Watched {
    return {
      expire: (now) => {
        if (this.#waiting.includes(entry)) endEntry(this.#take(entry), 'timeout', now)
        return Infinity
      },
    }
  }

  #take(entry: Entry): Entry {
    this.#waiting = this.#waiting.filter((one) => one !== entry)
    if (this.#again.includes(entry)) this.#again.splice(this.#again.indexOf(entry), 1)
    return entry
  }

  // One for each that waits.
  #open(): void {
    const opening = (): number => [...this.#lines].filter(({ isOpen }) => !isOpen).length
    while (!this.#isClosed && this.#lines.size < this.#most && this.#waiting.length + this.#again.length > opening()) {
      const line = new PooledLine(this)
      this.#lines.add(line)
      line.dial()
    }
  }
}

class PooledLine implements LineOwner {
  readonly #pool: ReferencePool
  readonly #line: ReferenceLine

  constructor(pool: ReferencePool) {
    this.#pool = pool
    this.#line = new ReferenceLine(pool.world, this)
  }

  get isOpen(): boolean {
    return this.#line.isOpen
  }

  get carried(): Entry | undefined {
    return this.#line.flight[0]
  }

  dial(): void {
    this.#line.dial()
  }

  send(entry: Entry): void {
    this.#line.send([entry])
  }

  close(): void {
    this.#line.close()
  }

  sendsAgain(entry: Entry): boolean {
    this.#pool.sendAgain(entry)
    return true
  }

  onOpen(): void {
    this.#pool.onOpen(this)
  }

  onRead(): void {
    this.#pool.onFree(this)
  }

  onClosed(how: LineEnd): void {
    this.#pool.onClosed(this, how)
  }
}
