import { randomBytes } from 'node:crypto'
import {
  BenchpressError,
  measureOffset,
  readMachineFacts,
  systemClock,
  type ClockOffset,
  type GatheredMachines,
  type GatheredTest,
  type OwnFacts,
  type ThreadShare,
} from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import type { Broker, Listening } from '../broker/broker.ts'
import { fromText, Receiver, Sender, toText } from '../broker/messages.ts'
import { within } from '../broker/store.ts'
import { beat, clockGap, queues, type Call, type Heard, type Told } from '../protocol.ts'
import type { AgentOrder } from '../trust/agent-order.ts'
import type { Packed } from '../trust/archive.ts'
import type { StarterTrust } from '../trust/starter-trust.ts'
import type { Placement } from './placement.ts'
import type { RunRecord } from './run-record.ts'
import { RemoteGenerator } from './remote-generator.ts'

/** Milliseconds for which an order is good. */
const orderLife = 60_000

/** An agent that has answered a call. */
interface Answered {
  readonly receiver: Receiver<Heard>
  readonly told: Sender<Told>
  generator: RemoteGenerator | undefined
}

/** One test on the agents that have answered its calls, from the calls until nothing is left of it in the broker. */
export class GatheredRun implements GatheredMachines {
  readonly #id = randomBytes(8).toString('hex')
  readonly #broker: Broker
  readonly #test: GatheredTest
  readonly #packed: Packed
  readonly #trust: StarterTrust
  readonly #agents = new Map<string, Answered>()
  readonly #calls: { readonly queue: string; readonly id: string }[] = []
  readonly #timers: NodeJS.Timeout[] = []
  readonly #complete = Promise.withResolvers<void>()
  #toBroker: ClockOffset = { offset: 0, error: Infinity }
  #own: OwnFacts | undefined
  #listening: Listening | undefined

  constructor(broker: Broker, test: GatheredTest, packed: Packed, trust: StarterTrust) {
    this.#broker = broker
    this.#test = test
    this.#packed = packed
    this.#trust = trust
    // Awaited by `call`, which may not come to that.
    this.#complete.promise.catch(() => undefined)
  }

  get generators(): readonly RemoteGenerator[] {
    return [...this.#agents.values()].flatMap(({ generator }) => generator ?? [])
  }

  /**
   * Calls agents and resolves when all are here.
   *
   * @param patience milliseconds
   * @throws BenchpressError MACHINES_MISSING; the reason of the test's signal when that aborts
   */
  async call(agents: number | readonly Placement[], patience: number): Promise<void> {
    const { name, signal } = this.#test
    this.#own = await readMachineFacts('', {})
    await this.#measureClock()
    this.#calls.push(...calledQueues(agents).map((queue, number) => ({ queue, id: `${this.#id}-${number}` })))
    await this.#record(this.#id, { queues: [queues.heard(this.#id), queues.code(this.#id)], calls: this.#calls })
    await this.#broker.put(queues.code(this.#id), this.#packed.digest, Buffer.from(this.#packed.bytes).toString('base64'))
    this.#listening = this.#broker.listen(queues.heard(this.#id), (text) => this.#hear(text))
    this.#timers.push(
      setInterval(() => this.#beat(), beat),
      setInterval(() => void this.#measureClock().catch(() => undefined), clockGap),
    )
    const call: Call = { run: this.#id, test: name, expires: (await this.#broker.now()) + patience * 1000 }
    for (const { queue, id } of this.#calls) await this.#broker.put(queue, id, JSON.stringify(call))
    const timer = setTimeout(() => this.#complete.reject(this.#missing(agents, patience)), patience)
    const onAbort = (): void => this.#complete.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      await this.#complete.promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  async end(): Promise<void> {
    await within(this.#recall(), '').catch(() => undefined)
    for (const generator of this.generators) generator.release()
    await Promise.all(this.generators.map(({ ended }) => ended))
    for (const timer of this.#timers) clearInterval(timer)
    await Promise.all([...this.#agents.values()].map(({ told }) => within(told.sent(), '').catch(() => undefined)))
    await this.#listening?.close()
    const agents = [...this.#agents.keys()]
    const names = [queues.heard(this.#id), queues.code(this.#id), ...agents.map((agent) => queues.told(this.#id, agent))]
    const records = [this.#id, ...agents.map((agent) => `${this.#id}-${agent}`)]
    const swept = Promise.all([
      ...names.map((name) => this.#broker.drop(name)),
      ...records.map((id) => this.#broker.remove(queues.runs, id)),
    ])
    await within(swept, 'no answer').catch((error: unknown) =>
      this.#test.onNotice(`something of this run may be left in the broker: ${messageOf(error)}; benchpress machines clean removes it`),
    )
    await this.#broker.close()
  }

  async #record(id: string, record: RunRecord): Promise<void> {
    await this.#broker.put(queues.runs, id, JSON.stringify(record))
  }

  async #recall(): Promise<void> {
    await Promise.all(this.#calls.map(({ queue, id }) => this.#broker.remove(queue, id)))
  }

  #hear(text: string): void {
    const space = text.indexOf(' ')
    const agent = text.slice(0, space)
    // It becomes part of the name of a queue.
    if (!/^[\da-f]{32}$/.test(agent)) return
    const answered = this.#agents.get(agent) ?? this.#answer(agent)
    try {
      for (const heard of answered.receiver.receive(text.slice(space + 1))) {
        if (heard.type === 'here') this.#welcome(answered, heard)
        else answered.generator?.hear(heard)
      }
    } catch (error) {
      answered.generator?.lose(messageOf(error))
      answered.told.send({ type: 'end' })
    }
  }

  #answer(agent: string): Answered {
    const to = { run: this.#id, agent }
    const put = async (number: number, text: string): Promise<void> =>
      await this.#broker.put(queues.told(this.#id, agent), `starter-${number}`, this.#trust.sign(text, to))
    const answered: Answered = {
      receiver: new Receiver<Heard>({ read: (text) => fromText(text) as Heard[] }),
      told: new Sender<Told>(put, { write: toText }),
      generator: undefined,
    }
    this.#agents.set(agent, answered)
    void this.#record(`${this.#id}-${agent}`, { queues: [queues.told(this.#id, agent)], calls: [] })
    return answered
  }

  #welcome(answered: Answered, here: Extract<Heard, { type: 'here' }>): void {
    if (answered.generator !== undefined) return
    const name = this.#unusedName(here.facts.name)
    const run = {
      threads: this.#test.workers,
      toBroker: () => this.#toBroker,
      tell: (told: Told) => answered.told.send(told),
      prepare: (shares: readonly ThreadShare[]) => this.#prepare(shares),
    }
    answered.generator = new RemoteGenerator(run, here, name)
    const other = this.#own === undefined ? undefined : difference(here.facts, this.#own)
    if (other !== undefined)
      this.#complete.reject(
        new BenchpressError('MACHINES_MISSING', `${name} ${other}`, { hint: 'Install the same versions on all machines.' }),
      )
    const here_ = this.generators.length
    this.#test.onNotice(`${name} is here (${here_} of ${this.#calls.length})`)
    if (here_ === this.#calls.length) this.#complete.resolve()
  }

  #unusedName(name: string): string {
    const used = new Set(this.generators.map(({ machine }) => machine.name))
    for (let number = 2, unused = name; ; number++) {
      if (!used.has(unused)) return unused
      unused = `${name} ${number}`
    }
  }

  #prepare(shares: readonly ThreadShare[]): AgentOrder {
    const { workers, timing } = this.#test
    const expires = Math.floor((systemClock.now() + this.#toBroker.offset) / 1000) + orderLife
    return this.#trust.prepare({ archive: this.#packed.digest, expires, workers, timing, shares })
  }

  #beat(): void {
    for (const { told, generator } of this.#agents.values()) {
      generator?.watch()
      if (generator?.lost === undefined) told.send({ type: 'alive' })
    }
  }

  async #measureClock(): Promise<void> {
    this.#toBroker = await measureOffset(() => this.#broker.now(), systemClock)
  }

  #missing(agents: number | readonly Placement[], patience: number): BenchpressError {
    const asked = typeof agents === 'number' ? '' : ` (asked for: ${agents.map((each) => `${each.agents} with ${each.label}`).join(', ')})`
    const came = this.generators.map(({ machine }) => machine.name).join(', ')
    const message = `${this.generators.length} of ${this.#calls.length} agents came in ${patience / 1000} s${came === '' ? '' : `: ${came}`}${asked}; nothing was sent`
    return new BenchpressError('MACHINES_MISSING', message, {
      hint: `Start the others with "benchpress agent", at the broker ${this.#broker.place}.`,
    })
  }
}

function calledQueues(agents: number | readonly Placement[]): string[] {
  if (typeof agents === 'number') return Array.from({ length: agents }, () => queues.calls())
  return agents.flatMap((each) => Array.from({ length: each.agents }, () => queues.calls(each.label)))
}

/** What of another machine does not go together with this one; `undefined` where nothing does. */
function difference(other: OwnFacts, own: OwnFacts): string | undefined {
  if (other.benchpress !== own.benchpress) return `has benchpress ${other.benchpress}, and this machine ${own.benchpress}`
  if (majorOf(other.node) !== majorOf(own.node)) return `runs on Node.js ${other.node}, and this machine on ${own.node}`
  return undefined
}

function majorOf(version: string): string {
  return version.replace(/^v/, '').split('.', 1).join('')
}
