import type { IncomingMessage, ServerResponse } from 'node:http'
import { startEvents, startServer, type LoopbackServer } from './loopback-server.ts'
import type { Delay, MessageServerCounters, MessageServerOptions } from './message-server-options.ts'
import { Subscriber } from './subscriber.ts'

interface Message {
  readonly id: number
  readonly to: string
  readonly frame: string
}

/**
 * A server at which messages are posted to recipients and heard by those who subscribed for them, with faults as asked for.
 *
 * `GET /events?ids=a,b` subscribes, `POST /message?to=a` posts, `GET /counters` tells the counters. What it does by chance is the same each time.
 */
export class MessageServer {
  readonly #options: MessageServerOptions
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #all = new Set<Subscriber>()
  readonly #kept: Message[] = []
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #delays: number[] = []
  readonly #late = new Map<Subscriber, string>()
  readonly #counts = { posted: 0, unheard: 0, written: 0, dropped: 0, duplicated: 0, reordered: 0, replayed: 0, heartbeats: 0, opened: 0 }
  readonly #sent = new Map<Subscriber, number>()
  #chance = 1
  #deliveries = 0
  #server: LoopbackServer | undefined

  private constructor(options: MessageServerOptions) {
    this.#options = options
  }

  static async start(options: MessageServerOptions = {}): Promise<MessageServer> {
    const server = new MessageServer(options)
    server.#server = await startServer((response, _, request) => server.#answer(request, response))
    if (options.heartbeat !== undefined) {
      const beat = setInterval(() => server.#beat(), options.heartbeat)
      server.#timers.add(beat)
    }
    return server
  }

  get url(): string {
    return this.#server?.url ?? ''
  }

  get counters(): MessageServerCounters {
    return { ...this.#counts, open: this.#all.size, delays: this.#delays }
  }

  async connections(): Promise<number> {
    return (await this.#server?.connections()) ?? 0
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    await this.#server?.close()
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
    if (pathname === '/events') this.#subscribe(searchParams, request, response)
    else if (pathname === '/message') this.#receive(searchParams.get('to') ?? '', request, response)
    else if (pathname === '/counters') response.end(JSON.stringify(this.counters))
    else response.writeHead(404).end()
  }

  #subscribe(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const names = (query.get('ids') ?? '').split(',')
    const subscriber = new Subscriber(names, response, this.#options.buffer ?? 0)
    const { retry } = this.#options
    startEvents(response, retry === undefined ? '' : `retry: ${retry}\n\n`)
    this.#counts.opened++
    this.#all.add(subscriber)
    for (const name of names) (this.#subscribers.get(name) ?? this.#name(name)).add(subscriber)
    response.on('close', () => this.#leave(subscriber))
    const last = request.headers['last-event-id'] ?? query.get('last_event_id')
    if (typeof last === 'string') for (const message of this.#behind(Number(last), names)) this.#replay(subscriber, message)
  }

  #behind(last: number, names: readonly string[]): Message[] {
    return this.#kept.filter(({ id, to }) => id > last && names.includes(to))
  }

  #replay(subscriber: Subscriber, { frame }: Message): void {
    this.#counts.replayed++
    this.#write(subscriber, frame)
  }

  #name(name: string): Set<Subscriber> {
    const set = new Set<Subscriber>()
    this.#subscribers.set(name, set)
    return set
  }

  #leave(subscriber: Subscriber): void {
    if (!this.#all.delete(subscriber)) return
    for (const name of subscriber.names) this.#subscribers.get(name)?.delete(subscriber)
    this.#sent.delete(subscriber)
    this.#late.delete(subscriber)
  }

  #receive(to: string, request: IncomingMessage, response: ServerResponse): void {
    const at = performance.now()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      response.end('{"message":"OK","statusCode":200}')
      const id = ++this.#counts.posted
      const frame = `event: message\nid: ${id}\ndata: ${JSON.stringify({ to, message: Buffer.concat(parts).toString() })}\n\n`
      if (id === 1) this.#planStall()
      this.#later(
        drawDelay(this.#options.delay, () => this.#draw()),
        () => this.#deliver({ id, to, frame }, at),
      )
    })
  }

  #planStall(): void {
    const { stall } = this.#options
    if (stall === undefined) return
    this.#later(stall.after, () => this.#all.forEach((subscriber) => subscriber.stall()))
    this.#later(stall.after + stall.length, () => this.#all.forEach((subscriber) => subscriber.goOn()))
  }

  #deliver(message: Message, at: number): void {
    if (this.#options.keeps === true) this.#kept.push(message)
    const subscribers = this.#subscribers.get(message.to)
    if (subscribers === undefined || subscribers.size === 0) {
      if (this.#options.keeps !== true) this.#counts.unheard++
      return
    }
    this.#delays.push(performance.now() - at)
    for (const subscriber of subscribers) this.#deliverTo(subscriber, message.frame)
  }

  #deliverTo(subscriber: Subscriber, frame: string): void {
    const { dropEvery, duplicateEvery, reorderEvery } = this.#options
    const number = ++this.#deliveries
    if (isTurn(number, dropEvery, 1)) this.#counts.dropped++
    else if (isTurn(number, reorderEvery, 2) && !this.#late.has(subscriber)) {
      this.#counts.reordered++
      this.#late.set(subscriber, frame)
    } else {
      this.#write(subscriber, frame)
      if (isTurn(number, duplicateEvery, 3)) {
        this.#counts.duplicated++
        this.#write(subscriber, frame)
      }
      this.#writeLate(subscriber)
    }
    this.#endAfter(subscriber)
  }

  #writeLate(subscriber: Subscriber): void {
    const late = this.#late.get(subscriber)
    this.#late.delete(subscriber)
    if (late !== undefined) this.#write(subscriber, late)
  }

  #endAfter(subscriber: Subscriber): void {
    const { endAfter = Infinity } = this.#options
    if ((this.#sent.get(subscriber) ?? 0) < endAfter) return
    this.#leave(subscriber)
    subscriber.end()
  }

  #write(subscriber: Subscriber, frame: string): void {
    this.#counts.written++
    this.#sent.set(subscriber, (this.#sent.get(subscriber) ?? 0) + 1)
    subscriber.write(frame)
  }

  #beat(): void {
    for (const subscriber of this.#all) {
      this.#counts.heartbeats++
      subscriber.write('event: heartbeat\n\n')
    }
  }

  #later(wait: number, work: () => void): void {
    if (wait === 0) {
      work()
      return
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      work()
    }, wait)
    this.#timers.add(timer)
  }

  // A linear congruential generator: the same draws in each run.
  #draw(): number {
    this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0
    return this.#chance / 2 ** 32
  }
}

// Different turns for different faults, so that one message has one.
function isTurn(number: number, every: number | undefined, turn: number): boolean {
  return every !== undefined && number % every === turn % every
}

function drawDelay(delay: Delay | undefined, draw: () => number): number {
  if (delay === undefined) return 0
  if ('constant' in delay) return delay.constant
  if ('uniform' in delay) return delay.uniform[0] + draw() * (delay.uniform[1] - delay.uniform[0])
  return -Math.log(1 - draw()) * delay.exponential
}
