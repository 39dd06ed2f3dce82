import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BenchpressError, measureOffset, readMachineFacts, systemClock, type ClockOffset, type Order } from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import type { Broker, Listening } from '../broker/broker.ts'
import { Receiver, Sender } from '../broker/messages.ts'
import { withinTime } from '../broker/store.ts'
import { beat, clockGap, patienceOfAgent, queues, reachOfGo, type AgentCall, type FromAgent, type ToAgent } from '../protocol.ts'
import { sweepRun } from '../broker/sweep.ts'
import type { AgentOrder } from '../trust/agent-order.ts'
import type { AgentTrust, UnpackedShares } from '../trust/agent-trust.ts'
import type { Packed } from '../trust/archive.ts'
import { GeneratorProcess } from './generator-process.ts'

/** Milliseconds in which even a slow starter reads the last message of an agent, between two checks for that, and until a message that was held back is there. */
const hearing = { most: 6000, pause: 100, late: 2000 }

interface SessionOptions {
  readonly name: string
  readonly trust: AgentTrust
  readonly signal: AbortSignal
}

/** The part of an agent in one run, from its reply to a call until nothing of the run is left. */
export class AgentSession {
  readonly #broker: Broker
  readonly #call: AgentCall
  readonly #options: SessionOptions
  /** Random name of the agent in this run, which cannot be guessed. */
  readonly #agent: string = randomBytes(16).toString('hex')
  readonly #sender: Sender<FromAgent>
  readonly #receiver = new Receiver<ToAgent>()
  /** Resolves with why the agent ends, or `undefined` where its starter ended it. */
  readonly #over = Promise.withResolvers<string | undefined>()
  #heardAt = systemClock.now()
  /** Numbers of the last message, and of the last one that the broker has accepted. */
  #number = 0
  #put = 0
  /** Whether the agent has ended because its starter was silent. */
  #isAlone = false
  #isBelieved = false
  /** Why the first message was not trusted; `undefined` once one was. */
  #refused: string | undefined
  #generator: GeneratorProcess | undefined
  #folder: string | undefined
  /** Resolves when nothing is written into the folder any more. */
  #unpacking: Promise<unknown> = Promise.resolve()
  #isOver = false
  /** How far the clock of the starter is ahead of this one; `undefined` before the order to start. */
  #clock: ClockOffset | undefined
  #isStarted = false
  /** Removes the secrets of this machine from messages. */
  #hide: UnpackedShares['hide'] = (data) => data
  /** Orders from before there was a generator. */
  readonly #early: Order[] = []

  constructor(broker: Broker, call: AgentCall, options: SessionOptions) {
    this.#broker = broker
    this.#call = call
    this.#options = options
    this.#sender = new Sender<FromAgent>({
      put: async (number, text) => {
        this.#number = number
        await broker.put(queues.heard(call.run), this.#idOf(number), `${this.#agent} ${text}`)
        this.#put = number
      },
      hide: (entries) => this.#hide(entries),
      onFailure: (error) => this.#over.resolve(messageOf(error)),
    })
  }

  /** Resolves when nothing of the load is left, with the reason where the starter did not end it. */
  async run(): Promise<string | undefined> {
    const { name, signal } = this.#options
    const onAbort = (): void => this.#over.resolve('the agent was ended')
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    let listening: Listening | undefined
    // Messages are read after the timers, and before the check.
    const timers = [setInterval(() => setImmediate(() => this.#watch()), beat / 4), setInterval(() => this.#beat(), beat)]
    let reason: string | undefined
    try {
      const [facts, toBroker] = await Promise.all([readMachineFacts(name), this.#measureClock()])
      if (!signal.aborted) this.#sender.send({ type: 'here', facts, toBroker })
      // A listener leaves metadata of its queue, which the starter removes if it has heard of this agent.
      await Promise.race([this.#sender.flush(), this.#over.promise])
      listening = this.#broker.listen(queues.told(this.#call.run, this.#agent), (text) => this.#onTold(text))
      timers.push(setInterval(() => void this.#tellClock(), clockGap))
      reason = await this.#over.promise
    } catch (error) {
      reason = messageOf(error)
    }
    for (const timer of timers) clearInterval(timer)
    signal.removeEventListener('abort', onAbort)
    this.#isOver = true
    await this.#generator?.end(reason ?? 'it was told to end')
    // A listener that looks for stalled messages writes to its queue until it is closed: the starter removes the queue after the last message.
    await listening?.close()
    // A starter that is gone by then does not remove it.
    if (!this.#isAlone) await withinTime(this.#broker.drop(queues.told(this.#call.run, this.#agent)), '').catch(() => undefined)
    this.#sender.send({ type: 'bye', reason })
    // A message that is put later would stay in the broker, so the connection is given up.
    await withinTime(this.#sender.close(), '').catch(() => (reason ??= 'the broker is away'))
    await this.#unpacking
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    return this.#hide(reason)
  }

  /**
   * Removes the rest of the run from the broker: the agent's own queues where it was cut off, and all queues where no starter reads its last message.
   *
   * @throws Error where the broker cannot be used
   */
  async sweep(broker: Broker): Promise<void> {
    // A run that this agent does not trust may be one of other agents.
    if (this.#refused !== undefined) return
    const { run } = this.#call
    if (!(await this.#isHeard(broker))) await sweepRun(broker, run)
    else if (this.#isAlone) {
      await broker.drop(queues.told(run, this.#agent))
      // What the network held back may arrive after the starter has removed the queue.
      await sleep(hearing.late)
      if (!(await this.#isHeard(broker))) await sweepRun(broker, run)
    }
    broker.forget(run)
  }

  // Where the agent was cut off, or its starter is slow, the last message may still be read after a while.
  async #isHeard(broker: Broker): Promise<boolean> {
    for (const until = performance.now() + hearing.most; performance.now() < until; await sleep(hearing.pause))
      if (await this.#hasGone(broker)) return true
    return false
  }

  // The broker may have accepted the last message although its reply was lost.
  async #hasGone(broker: Broker): Promise<boolean> {
    const last = [this.#number, this.#put].map(async (number) => await broker.get(queues.heard(this.#call.run), this.#idOf(number)))
    return (await Promise.all(last)).every((text) => text === undefined)
  }

  #onTold(signed: string): void {
    const text = this.#believed(signed)
    if (text === undefined) return
    try {
      const entries = this.#receiver.receive(text, systemClock.now())
      // A replayed message is no sign of life.
      if (entries === undefined) return
      this.#heardAt = systemClock.now()
      for (const told of entries) this.#obey(told)
    } catch (error) {
      this.#over.resolve(messageOf(error))
    }
  }

  /**
   * Returns a message that a trusted key signed. Any other message is ignored: write access to the broker must not be enough to end a run, or to use up the
   * number of a genuine message.
   */
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

  #obey(told: ToAgent): void {
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
      case 'terminate':
        if (this.#generator === undefined) this.#over.resolve(undefined)
        else this.#generator.terminate(told.worker)
        break
      case 'end':
        this.#over.resolve(undefined)
        break
    }
  }

  async #start({ order, parts, clock }: Extract<ToAgent, { type: 'start' }>): Promise<void> {
    const { archive: digest, expires, workers, timing } = order
    const now = (await this.#broker.now()) / 1000
    if (!(now <= expires)) throw new BenchpressError('NOT_TRUSTED', 'the order is refused: it came after its time')
    const bytes = await this.#fetchCode(parts)
    if (this.#isOver) return
    const unpacking = this.#unpack({ digest, bytes }, order)
    this.#unpacking = unpacking.catch(() => undefined)
    const unpacked = await unpacking
    // The session may have ended meanwhile.
    if (this.#isOver) return
    this.#hide = (data) => unpacked.hide(data)
    const task = { shares: unpacked.shares, workers, timing, clock, cwd: unpacked.cwd, folder: this.#folder }
    this.#generator = new GeneratorProcess(task, (heard) => this.#sender.send(heard, !canWait(heard)))
    for (const early of this.#early) this.#generator.order(early)
  }

  // Parts are fetched one after the other, so that signs of life get through in between.
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

  // If the clock differs from the one that the starter measured, this load would start at another time than the others.
  #checkInstant(order: Order): void {
    if (order.type !== 'go') return
    const away = order.at - systemClock.now() - (this.#clock?.offset ?? 0)
    if (Math.abs(away) <= reachOfGo) return
    const when = `${(Math.abs(away) / 1e6).toFixed(0)} s ${away > 0 ? 'from now' : 'ago'}`
    throw new Error(
      `it was told to go ${when}, and obeys withinTime ${reachOfGo / 1e6} s of now alone: its clock is not the one that its starter knows`,
    )
  }

  #beat(): void {
    // An agent whose load is stuck gives no sign of life.
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

// Only the figures of each second may be delayed; a starter waits for all other messages.
function canWait(heard: FromAgent): boolean {
  return heard.type === 'machine' || (heard.type === 'report' && heard.report.type === 'snapshot')
}
