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
import { longestPut, type Broker, type Listening } from '../broker/broker.ts'
import { withinTime } from '../broker/store.ts'
import { sweepRun } from '../broker/sweep.ts'
import { beat, calledBy, clockGap, runName, queues, type AgentCall, type FromAgent } from '../protocol.ts'
import type { Packed } from '../trust/archive.ts'
import { differenceOf } from '../trust/versions.ts'
import type { StarterTrust } from '../trust/starter-trust.ts'
import { RemoteAgent, type RemoteRun } from './remote-agent.ts'

/** Milliseconds for which an order is good. */
const orderLife = 60_000
/** Bytes of one part of an archive: so much passes within a moment, and signs of life between two of them. */
const partSize = 512 * 1024
/** Milliseconds after which it is told that agents are still missing. */
const noticeAfter = 3000

/** The most agents of one run, and the most that are answered, whoever they are. */
export const mostAgents = 2000

/** How many agents are to come, and what signs what they are told. */
interface GatheringOptions {
  readonly trust: StarterTrust
  readonly agents: number
}

/** One test on the agents that have answered its calls, from the calls until nothing is left of it in the broker. */
export class GatheredRun implements GatheredMachines {
  readonly #id = runName()
  readonly #broker: Broker
  readonly #test: GatheredTest
  readonly #packed: Packed
  readonly #trust: StarterTrust
  readonly #wanted: number
  readonly #run: RemoteRun
  /** All that have answered, by their random names. */
  readonly #agents = new Map<string, RemoteAgent>()
  /** Those that take part. */
  #generators: readonly RemoteAgent[] = []
  readonly #timers: NodeJS.Timeout[] = []
  readonly #complete = Promise.withResolvers<void>()
  /** What is written that nobody waits for. */
  readonly #writing = new Set<Promise<unknown>>()
  #isComplete = false
  /** Whether the archive is in the broker. */
  #isStored = false
  #calls = 0
  #expires = 0
  #beatAt = systemClock.now()
  #toBroker: ClockOffset = { offset: 0, error: Infinity }
  #own: OwnFacts | undefined
  #listening: Listening | undefined

  constructor(broker: Broker, test: GatheredTest, packed: Packed, { trust, agents }: GatheringOptions) {
    this.#broker = broker
    this.#test = test
    this.#packed = packed
    this.#trust = trust
    this.#wanted = agents
    this.#run = {
      threads: test.workers,
      toBroker: () => this.#toBroker,
      prepare: (shares) => this.#prepare(shares),
      put: async (agent, number, text) => {
        const to = { run: this.#id, agent }
        await broker.put(queues.told(to.run, agent), `starter-${number}`, trust.sign(text, to))
      },
    }
    // Awaited by `call`, which may not come to that.
    this.#complete.promise.catch(() => undefined)
  }

  get generators(): readonly RemoteAgent[] {
    return this.#generators
  }

  /**
   * Calls agents and resolves when all are here.
   *
   * @param patience milliseconds from the call on
   * @throws BenchpressError MACHINES_MISSING; BROKER_UNREACHABLE; the reason of the test's signal when that aborts
   */
  async call(patience: number): Promise<void> {
    const { signal } = this.#test
    const onAbort = (): void => this.#complete.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      this.#write(this.#callAll(patience))
      await this.#complete.promise
      this.#isComplete = true
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  async end(): Promise<void> {
    this.#complete.reject(new Error('the run has ended'))
    for (const generator of this.generators) generator.release()
    await Promise.all(this.generators.map(({ ended }) => ended))
    for (const timer of this.#timers) clearInterval(timer)
    // Agents that come now would still be answered, and what is put after the sweep would be left.
    await this.#listening?.close()
    const told = [...this.#agents.values()].map(async (agent) => await agent.close())
    await withinTime(Promise.all([...told, ...this.#writing]), '', longestPut).catch(() => undefined)
    await sweepRun(this.#broker, this.#id).catch((error: unknown) =>
      this.#test.onNotice(`something of this run may be left in the broker: ${messageOf(error)}; benchpress machines clean removes it`),
    )
    await this.#broker.close()
  }

  async #callAll(patience: number): Promise<void> {
    this.#own = await readMachineFacts('')
    await this.#measureClock()
    this.#expires = (await this.#broker.now()) + patience * 1000
    // First of all, as the agents that come remove everything else when this process is gone.
    await this.#callOnce()
    this.#listening = this.#broker.listen(queues.heard(this.#id), (text) => this.#hear(text), true)
    this.#timers.push(
      setInterval(() => this.#beat(), beat),
      setInterval(() => void this.#measureClock().catch(() => undefined), clockGap),
      setTimeout(() => this.#giveUp(patience), patience),
      setTimeout(() => this.#tellOfWaiting(patience), noticeAfter),
    )
    for (const [index, part] of this.#parts().entries()) {
      await Promise.race([this.#complete.promise, this.#broker.put(queues.code(this.#id), `part-${index}`, part)])
    }
    this.#isStored = true
    this.#completeIfAll()
  }

  #parts(): string[] {
    const { bytes } = this.#packed
    return Array.from({ length: Math.ceil(bytes.byteLength / partSize) }, (_, index) =>
      Buffer.from(bytes.subarray(index * partSize, (index + 1) * partSize)).toString('base64'),
    )
  }

  // Each call is answered once by each agent that is idle.
  async #callOnce(): Promise<void> {
    const call: AgentCall = { run: this.#id, test: this.#test.name, expires: this.#expires }
    const number = this.#calls++
    if (number > 0) await this.#broker.remove(queues.calls, `${this.#id}-${number - 1}`)
    const id = `${this.#id}-${number}`
    await this.#broker.put(queues.calls, id, this.#trust.sign(JSON.stringify(call), calledBy(id)))
  }

  /** Has something written that nobody waits for; where that fails there is no start. */
  #write(work: Promise<void>): void {
    const writing = work.catch((error: unknown) => this.#complete.reject(error)).finally(() => this.#writing.delete(writing))
    this.#writing.add(writing)
  }

  #hear(text: string): void {
    const space = text.indexOf(' ')
    const agent = text.slice(0, space)
    // It becomes part of the name of a queue.
    if (!/^[\da-f]{32}$/.test(agent)) return
    const known = this.#agents.get(agent) ?? this.#answer(agent)
    known?.hear(text.slice(space + 1), (here) => this.#welcome(known, here))
  }

  #answer(name: string): RemoteAgent | undefined {
    if (this.#agents.size >= mostAgents) return undefined
    const agent = new RemoteAgent(this.#run, name)
    this.#agents.set(name, agent)
    return agent
  }

  #welcome(agent: RemoteAgent, here: Extract<FromAgent, { type: 'here' }>): void {
    // There may be enough.
    if (this.#isComplete || this.#generators.length >= this.#wanted) return agent.lose('there are enough agents')
    const name = this.#unusedName(here.facts.name)
    agent.welcome(here, name)
    this.#generators = [...this.#generators, agent]
    const other = this.#own === undefined ? undefined : differenceOf(here.facts, this.#own)
    if (other !== undefined)
      this.#complete.reject(
        new BenchpressError('MACHINES_MISSING', `${name} ${other}`, { hint: 'Install the same versions on all machines.' }),
      )
    this.#test.onNotice(`${name} is here (${this.#generators.length} of ${this.#wanted})`)
    this.#completeIfAll()
  }

  // One that has been silent for a while may be gone: it is waited for until it is heard, or given up.
  #completeIfAll(): void {
    if (this.#isComplete || !this.#isStored || this.#generators.length < this.#wanted) return
    if (this.#generators.some((generator) => generator.silence > 2 * beat * 1000)) return
    this.#isComplete = true
    this.#complete.resolve()
    this.#write(this.#broker.remove(queues.calls, `${this.#id}-${this.#calls - 1}`))
  }

  /** Has others come for those that went before all were here. */
  #refill(): void {
    if (this.#isComplete) return
    const gone = this.#generators.filter(({ lost }) => lost !== undefined)
    if (gone.length === 0) return this.#completeIfAll()
    this.#generators = this.#generators.filter(({ lost }) => lost === undefined)
    for (const { machine, lost } of gone) this.#test.onNotice(`${machine.name} is gone: ${lost}`)
    this.#write(this.#callOnce())
  }

  #unusedName(name: string): string {
    const used = new Set(this.#generators.map(({ machine }) => machine.name))
    for (let number = 2, unused = name; ; number++) {
      if (!used.has(unused)) return unused
      unused = `${name} ${number}`
    }
  }

  #prepare(shares: readonly ThreadShare[]): ReturnType<RemoteRun['prepare']> {
    const { workers, timing } = this.#test
    const expires = Math.floor((systemClock.now() + this.#toBroker.offset) / 1000) + orderLife
    const order = this.#trust.prepare({ archive: this.#packed.digest, expires, workers, timing, shares })
    return { type: 'start', order, parts: this.#parts().length }
  }

  #beat(): void {
    const now = systemClock.now()
    // Who stood still has heard nobody meanwhile.
    const stood = Math.max(0, now - this.#beatAt - 2 * beat * 1000)
    this.#beatAt = now
    for (const agent of this.#agents.values()) {
      if (stood > 0) agent.excuse(stood)
      agent.beat()
    }
    // What was told is read after the timers.
    setImmediate(() => {
      for (const agent of this.#agents.values()) agent.watch()
      this.#refill()
    })
  }

  async #measureClock(): Promise<void> {
    this.#toBroker = await measureOffset(() => this.#broker.now(), systemClock)
  }

  #tellOfWaiting(patience: number): void {
    if (this.#isComplete || this.#generators.length === this.#wanted) return
    this.#test.onNotice(`${this.#cameOf('are here')}; waiting for ${patience / 1000} s from the start`)
  }

  /** Ends the calls, unless all agents are here and wait for the archive. */
  #giveUp(patience: number): void {
    if (this.#generators.length < this.#wanted || this.#isStored) this.#complete.reject(this.#missing(patience))
    else this.#timers.push(setTimeout(() => this.#giveUp(patience), beat))
  }

  #missing(patience: number): BenchpressError {
    return new BenchpressError('MACHINES_MISSING', `${this.#cameOf(`came in ${patience / 1000} s`)}; nothing was sent`, {
      hint: `Start ${this.#generators.length === 0 ? 'them' : 'the others'} with "benchpress agent", at the broker ${this.#broker.place}, and with --trust of the key of this run.`,
    })
  }

  #cameOf(what: string): string {
    const names = this.#generators.map(({ machine }) => machine.name)
    return `${names.length} of ${this.#wanted} agents ${what}${names.length === 0 ? '' : `: ${names.join(', ')}`}`
  }
}
