import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BenchpressError, measureOffset, readMachineFacts, systemClock, type ClockOffset, type Order } from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import type { Broker } from '../broker/broker.ts'
import { fromText, Receiver, Sender, toText } from '../broker/messages.ts'
import { within } from '../broker/store.ts'
import { beat, clockGap, patienceOfAgent, queues, reachOfGo, type Call, type Heard, type Told } from '../protocol.ts'
import type { AgentOrder } from '../trust/agent-order.ts'
import type { AgentTrust, UnpackedShares } from '../trust/agent-trust.ts'
import type { Packed } from '../trust/archive.ts'
import { GeneratorProcess } from './generator-process.ts'

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
    const put = async (number: number, text: string): Promise<void> =>
      await broker.put(queues.heard(call.run), `${this.#agent}-${number}`, `${this.#agent} ${text}`)
    this.#sender = new Sender(put, { write: toText })
  }

  /** Resolves when nothing of the load is left, with the reason where the starter did not end it. */
  async run(): Promise<string | undefined> {
    const { name, labels, signal } = this.#options
    const onAbort = (): void => this.#over.resolve('the agent was ended')
    signal.addEventListener('abort', onAbort, { once: true })
    const listening = this.#broker.listen(queues.told(this.#call.run, this.#agent), (text) => this.#onTold(text))
    const timers = [setInterval(() => this.#watch(), beat / 4), setInterval(() => this.#beat(), beat)]
    let reason: string | undefined
    try {
      const [facts, toBroker] = await Promise.all([readMachineFacts(name, { ...labels }), this.#measureClock()])
      this.#sender.send({ type: 'here', facts, toBroker })
      timers.push(setInterval(() => void this.#tellClock(), clockGap))
      reason = await this.#over.promise
    } catch (error) {
      reason = messageOf(error)
    }
    for (const timer of timers) clearInterval(timer)
    signal.removeEventListener('abort', onAbort)
    this.#isOver = true
    await this.#generator?.kill(reason ?? 'it was told to end')
    this.#sender.send({ type: 'bye', reason: this.#hide(reason) })
    await within(this.#sender.sent(), '').catch(() => undefined)
    await listening.close()
    await this.#unpacking
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    // Of a run whose starter is gone nothing is to be left. One that is not believed may be there for others.
    if (this.#isSilent() && this.#refused === undefined) await this.#sweep().catch(() => undefined)
    return this.#hide(reason)
  }

  #onTold(signed: string): void {
    const text = this.#believed(signed)
    if (text === undefined) return
    try {
      const entries = this.#receiver.receive(text)
      // What is played again is no sign of life.
      if (entries.length > 0) this.#heardAt = systemClock.now()
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

  async #start({ order, clock }: Extract<Told, { type: 'start' }>): Promise<void> {
    const { archive: digest, expires, workers, timing } = order
    const now = (await this.#broker.now()) / 1000
    if (!(now <= expires)) throw new BenchpressError('NOT_TRUSTED', 'the order is refused: it came after its time')
    const bytes = await this.#broker.get(queues.code(this.#call.run), digest)
    if (bytes === undefined) throw new Error('the broker has lost the archive of the run')
    if (this.#isOver) return
    const unpacking = this.#unpack({ digest, bytes: Buffer.from(bytes, 'base64') }, order)
    this.#unpacking = unpacking.catch(() => undefined)
    const unpacked = await unpacking
    // It may have ended meanwhile.
    if (this.#isOver) return
    this.#hide = (data) => unpacked.hide(data)
    const { shares, cwd } = unpacked
    this.#generator = new GeneratorProcess({ shares, workers, timing, clock, cwd }, (heard) => this.#sender.send(this.#hide(heard)))
    for (const early of this.#early) this.#generator.order(early)
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
    if (this.#generator === undefined || this.#generator.isAlive()) this.#sender.send({ type: 'alive' })
    else this.#over.resolve('its load has stood still')
  }

  #watch(): void {
    if (this.#isSilent()) this.#over.resolve(this.#refused ?? 'its starter or the broker is gone')
  }

  #isSilent(): boolean {
    return systemClock.now() - this.#heardAt > patienceOfAgent
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

  async #sweep(): Promise<void> {
    const { run } = this.#call
    const names = [queues.told(run, this.#agent), queues.heard(run), queues.code(run)]
    const records = [run, `${run}-${this.#agent}`]
    await within(
      Promise.all([...names.map((name) => this.#broker.drop(name)), ...records.map((id) => this.#broker.remove(queues.runs, id))]),
      '',
    )
  }
}
