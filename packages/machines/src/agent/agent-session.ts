import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchpressError, measureOffset, readMachineFacts, systemClock, type ClockOffset, type Order } from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import type { Broker } from '../broker/broker.ts'
import { fromText, Receiver, Sender, toText } from '../broker/messages.ts'
import { within } from '../broker/store.ts'
import { beat, clockGap, patienceOfAgent, queues, reachOfGo, type Call, type Heard, type Told } from '../protocol.ts'
import { sweepAgent, sweepRun } from '../broker/sweep.ts'
import type { AgentOrder } from '../trust/agent-order.ts'
import type { AgentTrust, UnpackedShares } from '../trust/agent-trust.ts'
import type { Packed } from '../trust/archive.ts'
import { GeneratorProcess } from './generator-process.ts'

/** Milliseconds in which somebody hears the last word of an agent, also where its starter is slow, and between two looks. */
const hearing = { most: 6000, pause: 100 }

interface SessionOptions {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly trust: AgentTrust
  readonly signal: AbortSignal
}

/** An agent in one run, from its answer to a call until nothing of it is left. */
export class AgentSession {
  readonly #broker: Broker
  readonly #call: Call
  readonly #options: SessionOptions
  /** Its name in this run, which nobody can know before. */
  readonly #agent: string = randomBytes(16).toString('hex')
  readonly #sender: Sender<Heard>
  readonly #receiver = new Receiver<Told>({ read: (text) => fromText(text) as Told[] })
  /** With why it ends, where it was not told to. */
  readonly #over = Promise.withResolvers<string | undefined>()
  #heardAt = systemClock.now()
  /** Of its last message, and of the last one that is in the broker. */
  #number = 0
  #put = 0
  /** Whether it has ended because it heard nobody. */
  #isAlone = false
  #isBelieved = false
  /** Why the first message was not believed; `undefined` once one was. */
  #refused: string | undefined
  #generator: GeneratorProcess | undefined
  #folder: string | undefined
  /** Resolves when nothing is written into the folder any more. */
  #unpacking: Promise<unknown> = Promise.resolve()
  #isOver = false
  /** By how much the clock of the starter is ahead of this one; `undefined` until there is something to start. */
  #clock: ClockOffset | undefined
  #isStarted = false
  /** Takes the secrets of this machine out of what is told. */
  #hide: UnpackedShares['hide'] = (data) => data
  /** What was ordered before there was a generator. */
  readonly #early: Order[] = []

  constructor(broker: Broker, call: Call, options: SessionOptions) {
    this.#broker = broker
    this.#call = call
    this.#options = options
    this.#sender = new Sender<Heard>({
      put: async (number, text) => {
        this.#number = number
        await broker.put(queues.heard(call.run), this.#idOf(number), `${this.#agent} ${text}`)
        this.#put = number
      },
      write: (entries) => toText(this.#hide(entries)),
      onFailure: (error) => this.#over.resolve(messageOf(error)),
    })
  }

  /** Resolves when nothing of the load is left, with the reason where the starter did not end it. */
  async run(): Promise<string | undefined> {
    const { name, labels, signal } = this.#options
    const onAbort = (): void => this.#over.resolve('the agent was ended')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    const listening = this.#broker.listen(queues.told(this.#call.run, this.#agent), (text) => this.#onTold(text))
    // What was told is read after the timers.
    const timers = [setInterval(() => setImmediate(() => this.#watch()), beat / 4), setInterval(() => this.#beat(), beat)]
    let reason: string | undefined
    try {
      const [facts, toBroker] = await Promise.all([readMachineFacts(name, { ...labels }), this.#measureClock()])
      if (!signal.aborted) this.#sender.send({ type: 'here', facts, toBroker })
      timers.push(setInterval(() => void this.#tellClock(), clockGap))
      reason = await this.#over.promise
    } catch (error) {
      reason = messageOf(error)
    }
    for (const timer of timers) clearInterval(timer)
    signal.removeEventListener('abort', onAbort)
    this.#isOver = true
    await this.#generator?.end(reason ?? 'it was told to end')
    // A listener that looks for stalled messages writes of its queue until it is closed: its starter takes the queue away behind the last word.
    await listening.close()
    // One that has gone by then does not.
    if (!this.#isAlone) await within(this.#broker.drop(queues.told(this.#call.run, this.#agent)), '').catch(() => undefined)
    this.#sender.send({ type: 'bye', reason })
    // What is put later would be left: then the connection is given up.
    await within(this.#sender.close(), '').catch(() => (reason ??= 'the broker is away'))
    await this.#unpacking
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    return this.#hide(reason)
  }

  /**
   * Takes out of the broker what is left of the run: its own where it was cut off, and all where nobody hears its last word.
   *
   * @throws Error where the broker cannot be used
   */
  async sweep(broker: Broker): Promise<void> {
    // One that is not believed may be there for others.
    if (this.#refused !== undefined) return
    const { run } = this.#call
    if (!(await this.#isHeard(broker))) await sweepRun(broker, run, [this.#agent])
    else if (this.#isAlone) await sweepAgent(broker, run, this.#agent)
    broker.forget(run)
  }

  // Where it was cut off from a run that continues, or its starter is slow, somebody hears its last word in a while.
  async #isHeard(broker: Broker): Promise<boolean> {
    for (const until = performance.now() + hearing.most; performance.now() < until; await sleep(hearing.pause))
      if (await this.#hasGone(broker)) return true
    return false
  }

  // The last message may have come to the broker though nobody said so.
  async #hasGone(broker: Broker): Promise<boolean> {
    const last = [this.#number, this.#put].map(async (number) => await broker.get(queues.heard(this.#call.run), this.#idOf(number)))
    return (await Promise.all(last)).every((text) => text === undefined)
  }

  #onTold(signed: string): void {
    const text = this.#believed(signed)
    if (text === undefined) return
    try {
      const entries = this.#receiver.receive(text, systemClock.now())
      // What is played again is no sign of life.
      if (entries === undefined) return
      this.#heardAt = systemClock.now()
      for (const told of entries) this.#obey(told)
    } catch (error) {
      this.#over.resolve(messageOf(error))
    }
  }

  /** The message, where a trusted key signed it. Any other is as if it had never come: whoever can write to the broker must not end a run by it, nor take the number of the right one. */
  #believed(signed: string): string | undefined {
    try {
      const text = this.#options.trust.open(signed, { run: this.#call.run, agent: this.#agent })
      this.#isBelieved = true
      this.#refused = undefined
      return text
    } catch (error) {
      if (!this.#isBelieved) this.#refused ??= messageOf(error)
      return undefined
    }
  }

  #obey(told: Told): void {
    switch (told.type) {
      case 'start':
        if (this.#isStarted) throw new Error('it was told to start a second time')
        this.#isStarted = true
        this.#clock = told.clock
        this.#start(told).catch((error: unknown) => this.#over.resolve(messageOf(error)))
        break
      case 'order':
        this.#checkInstant(told.order)
        if (this.#generator === undefined) this.#early.push(told.order)
        else this.#generator.order(told.order)
        break
      case 'end':
        this.#over.resolve(undefined)
        break
    }
  }

  async #start({ order, parts, clock }: Extract<Told, { type: 'start' }>): Promise<void> {
    const { archive: digest, expires, workers, timing } = order
    const now = (await this.#broker.now()) / 1000
    if (!(now <= expires)) throw new BenchpressError('NOT_TRUSTED', 'the order is refused: it came after its time')
    const bytes = await this.#fetchCode(parts)
    if (this.#isOver) return
    const unpacking = this.#unpack({ digest, bytes }, order)
    this.#unpacking = unpacking.catch(() => undefined)
    const unpacked = await unpacking
    // It may have ended meanwhile.
    if (this.#isOver) return
    this.#hide = (data) => unpacked.hide(data)
    const task = { shares: unpacked.shares, workers, timing, clock, cwd: unpacked.cwd, folder: this.#folder }
    this.#generator = new GeneratorProcess(task, (heard) => this.#sender.send(heard, !canWait(heard)))
    for (const early of this.#early) this.#generator.order(early)
  }

  // One after the other, so that signs of life come between them.
  async #fetchCode(parts: number): Promise<Buffer> {
    const fetched: Buffer[] = []
    while (fetched.length < parts && !this.#isOver) {
      const part = await this.#broker.get(queues.code(this.#call.run), `part-${fetched.length}`)
      if (part === undefined) throw new Error('the broker has lost the archive of the run')
      fetched.push(Buffer.from(part, 'base64'))
    }
    return Buffer.concat(fetched)
  }

  async #unpack(packed: Packed, order: AgentOrder): Promise<UnpackedShares> {
    this.#folder = await mkdtemp(join(tmpdir(), 'benchpress-agent-'))
    return await this.#options.trust.unpack(packed, order, this.#folder, process.env)
  }

  // Another clock than the one that the starter knows would have this load start at another time than that of the others.
  #checkInstant(order: Order): void {
    if (order.type !== 'go') return
    const away = order.at - systemClock.now() - (this.#clock?.offset ?? 0)
    if (Math.abs(away) <= reachOfGo) return
    const when = `${(Math.abs(away) / 1e6).toFixed(0)} s ${away > 0 ? 'from now' : 'ago'}`
    throw new Error(
      `it was told to go ${when}, and obeys within ${reachOfGo / 1e6} s of now alone: its clock is not the one that its starter knows`,
    )
  }

  #beat(): void {
    // A load that stands still is not alive, whoever else is.
    if (this.#generator === undefined || this.#generator.isAlive()) this.#sender.beat(beat)
    else this.#over.resolve('its load has stood still')
  }

  #watch(): void {
    if (this.#isOver) return
    try {
      this.#receiver.check(systemClock.now() - patienceOfAgent)
    } catch (error) {
      this.#over.resolve(messageOf(error))
    }
    if (systemClock.now() - this.#heardAt <= patienceOfAgent) return
    this.#isAlone = this.#refused === undefined
    this.#over.resolve(this.#refused ?? 'its starter or the broker is gone')
  }

  async #measureClock(): ReturnType<typeof measureOffset> {
    return await measureOffset(() => this.#broker.now(), systemClock)
  }

  async #tellClock(): Promise<void> {
    try {
      this.#sender.send({ type: 'clock', toBroker: await this.#measureClock() })
    } catch {
      // A broker that is away is noticed by its silence.
    }
  }

  #idOf(number: number): string {
    return `${this.#agent}-${number}`
  }
}

// A starter waits for what a second has brought, and for nothing else.
function canWait(heard: Heard): boolean {
  return heard.type === 'machine' || (heard.type === 'report' && heard.report.type === 'snapshot')
}
