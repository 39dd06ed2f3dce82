import type { IncomingMessage, ServerResponse } from 'node:http'
import { freePort } from '../../../../test/free-port.ts'
import { Audience } from './audience.ts'
import { Conditions } from './conditions.ts'
import { DeliveryFaults, isTurn } from './delivery-faults.ts'
import { KeptMessages, type Message } from './kept-messages.ts'
import { startEvents, startServer, type LoopbackServer } from './loopback-server.ts'
import { noCounts, type MessageServerCounters, type MessageServerOptions, type MessageServerTimes } from './message-server-options.ts'
import { ServerTimes } from './server-times.ts'
import { Subscriber } from './subscriber.ts'

/**
 * A server to which messages are posted, and which sends them to the subscribers of their recipients, with faults as asked for.
 *
 * `GET /events?ids=a,b` subscribes, `POST /message?to=a` posts, `GET /counters` and `GET /times` return its counters and times, `GET /names` the names of
 * subscribers. `GET /when?open=10` responds once this number of subscriptions is open, or another counter is at least that high; `POST /here` counts a
 * subscriber as `here`. Once `POST /finish` has come `of` times, and everything is written, subscribers get the event `end`.
 */
export class MessageServer {
  readonly #options: MessageServerOptions
  readonly #faults: DeliveryFaults
  readonly #kept: KeptMessages
  readonly #audience = new Audience()
  readonly #conditions = new Conditions()
  readonly #times = new ServerTimes()
  // Number of messages at the time when each subscriber left.
  readonly #leftAt = new Map<string, number>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #counts = { ...noCounts }
  #publishers = 1
  #underWay = 0
  #hasEnded = false
  #server: LoopbackServer | undefined

  private constructor(options: MessageServerOptions) {
    this.#options = options
    this.#faults = new DeliveryFaults(options)
    this.#kept = new KeptMessages(options)
  }

  static async start(options: MessageServerOptions = {}): Promise<MessageServer> {
    const server = new MessageServer(options)
    server.#server = await startServer((response, _, request) => server.#respond(request, response), options.outage && (await freePort()))
    server.#times.start()
    if (options.heartbeat !== undefined) server.#timers.add(setInterval(() => server.#beat(), options.heartbeat))
    return server
  }

  get url(): string {
    return this.#server?.url ?? ''
  }

  get counters(): MessageServerCounters {
    return { ...this.#counts, open: this.#audience.size }
  }

  // The counters that can be waited for: `progress` counts messages until none follows.
  get #state(): Readonly<Record<string, number>> {
    return { ...this.counters, progress: this.#hasEnded ? Infinity : this.#counts.posted }
  }

  get times(): MessageServerTimes {
    return this.#times.all
  }

  async connections(): Promise<number> {
    return (await this.#server?.connections()) ?? 0
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#times.stop()
    await this.#server?.close()
  }

  #respond(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server')
    if (pathname === '/events') this.#subscribe(searchParams, request, response)
    else if (pathname === '/message') this.#receive(searchParams.get('to') ?? '', request, response)
    else if (pathname === '/counters') response.end(JSON.stringify(this.counters))
    else if (pathname === '/times') response.end(JSON.stringify(this.times))
    else if (pathname === '/names') response.end(JSON.stringify(this.#audience.names))
    else if (pathname === '/when') this.#respondWhen(searchParams, response)
    else if (pathname === '/here') this.#welcome(response)
    else if (pathname === '/finish') this.#finish(Number(searchParams.get('of') ?? 1), response)
    else response.writeHead(404).end()
  }

  #respondWhen(query: URLSearchParams, response: ServerResponse): void {
    const counts = Object.fromEntries([...query].map(([name, count]) => [name, Number(count)]))
    this.#conditions.when(counts, this.#state, () => response.end())
  }

  #welcome(response: ServerResponse): void {
    this.#counts.here++
    response.end()
    this.#conditions.changed(this.#state)
  }

  #subscribe(query: URLSearchParams, request: IncomingMessage, response: ServerResponse): void {
    const requestedAt = performance.now()
    const last = request.headers['last-event-id'] ?? query.get('last_event_id')
    const { retry, buffer = 0, openDelay = 0, away = 0 } = this.#options
    const subscriber = new Subscriber(query, response, buffer, (frames) => {
      if (frames > 1) this.#counts.bunched += frames
    })
    const open = (): void => {
      startEvents(response, retry === undefined ? '' : `retry: ${retry}\n\n`)
      this.#times.opened(subscriber, requestedAt)
      this.#counts.opened++
      this.#audience.add(subscriber)
      response.on('close', () => this.#leave(subscriber))
      if (typeof last === 'string') this.#replay(subscriber, Number(last))
      if (this.#hasEnded) subscriber.write('event: end\ndata\n\n')
      this.#conditions.changed(this.#state)
    }
    const progress = (this.#leftAt.get(String(subscriber.names)) ?? -away) + away
    this.#conditions.when({ progress }, this.#state, () => this.#later(openDelay, open))
  }

  #replay(subscriber: Subscriber, last: number): void {
    const { messages, again, missing } = this.#kept.behind(last, subscriber.names)
    this.#counts.replayedAgain += again
    this.#counts.notReplayed += missing
    for (const { frame } of messages) {
      this.#counts.replayed++
      this.#write(subscriber, frame)
    }
  }

  #leave(subscriber: Subscriber): void {
    if (!this.#audience.delete(subscriber)) return
    subscriber.forget()
    this.#times.ended(subscriber)
    this.#leftAt.set(String(subscriber.names), this.#counts.posted)
  }

  #receive(to: string, request: IncomingMessage, response: ServerResponse): void {
    const at = performance.now()
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    const take = (): void => {
      const { outage } = this.#options
      if (outage !== undefined && this.#counts.posted === outage.behind && this.#counts.unanswered === 0) {
        void this.#cut(outage.length)
        return
      }
      const id = ++this.#counts.posted
      const frame = `event: message\nid: ${id}\ndata: ${JSON.stringify({ to, message: Buffer.concat(parts).toString() })}\n\n`
      if (this.#take(id, response)) this.#deliver({ id, to, frame }, at)
      this.#stall(id)
      this.#conditions.changed(this.#state)
    }
    request.on('end', () => this.#conditions.when(this.#options.waitsFor ?? {}, this.#state, take))
  }

  // Responds to a message, and returns whether it is passed on.
  #take(id: number, response: ServerResponse): boolean {
    const { refuse, leaveUnanswered } = this.#options
    if (isTurn(id, refuse?.every, 5)) {
      this.#counts.refused++
      response.writeHead(503).end()
      return refuse?.delivers === true
    }
    if (isTurn(id, leaveUnanswered?.every, 6)) {
      this.#counts.unanswered++
      response.socket?.resetAndDestroy()
      return leaveUnanswered?.delivers === true
    }
    response.end('{"message":"OK","statusCode":200}')
    return true
  }

  async #cut(length: number): Promise<void> {
    this.#counts.unanswered++
    await this.#server?.close()
    this.#later(length, () => void this.#server?.reopen())
  }

  #stall(id: number): void {
    const { stall } = this.#options
    if (id === stall?.behind) for (const subscriber of this.#audience) subscriber.stall()
    if (id !== stall?.until) return
    this.#later(stall.length, () => {
      for (const subscriber of this.#audience) subscriber.goOn()
    })
  }

  #deliver(message: Message, at: number): void {
    this.#underWay++
    this.#later(this.#faults.nextDelay(), () => {
      this.#underWay--
      this.#kept.add(message)
      const subscribers = this.#audience.of(message.to)
      if (subscribers.length === 0 && this.#options.keeps !== true) this.#counts.unheard++
      for (const subscriber of subscribers) this.#deliverTo(subscriber, message)
      if (subscribers.length > 0) this.#times.written(message.id - 1, at)
      this.#end()
    })
  }

  #deliverTo(subscriber: Subscriber, { to, frame }: Message): void {
    const fate = this.#faults.nextFate()
    if (fate === 'dropped') {
      this.#counts.dropped++
    } else if (fate === 'late' && subscriber.late === undefined) {
      subscriber.late = frame
    } else if (fate === 'elsewhere') {
      this.#counts.misdelivered++
      const other = this.#audience.otherThan(to)
      if (other !== undefined) this.#write(other, frame)
    } else {
      this.#write(subscriber, frame)
      if (fate === 'twice') {
        this.#counts.duplicated++
        this.#write(subscriber, frame)
      }
      this.#writeLate(subscriber)
    }
    this.#endAfter(subscriber)
  }

  #writeLate(subscriber: Subscriber): void {
    const { late } = subscriber
    if (late === undefined) return
    subscriber.late = undefined
    this.#counts.reordered++
    this.#write(subscriber, late)
  }

  #endAfter(subscriber: Subscriber): void {
    if (subscriber.messages < (this.#options.endAfter ?? Infinity)) return
    this.#leave(subscriber)
    subscriber.end()
  }

  #write(subscriber: Subscriber, frame: string): void {
    this.#counts.written++
    subscriber.messages++
    if (subscriber.write(frame)) this.#counts.stalled++
  }

  #finish(publishers: number, response: ServerResponse): void {
    this.#counts.finished++
    this.#publishers = publishers
    response.end()
    this.#end()
  }

  #end(): void {
    if (this.#hasEnded || this.#underWay > 0 || this.#counts.finished < this.#publishers) return
    this.#hasEnded = true
    for (const subscriber of this.#audience) subscriber.write('event: end\ndata\n\n')
    this.#conditions.changed(this.#state)
  }

  #beat(): void {
    for (const subscriber of this.#audience) {
      this.#counts.heartbeats++
      this.#times.beat(subscriber)
      subscriber.write('event: heartbeat\n\n')
    }
    this.#conditions.changed(this.#state)
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
}
