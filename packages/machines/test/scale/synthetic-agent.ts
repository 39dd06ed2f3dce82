import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { measureOffset, systemClock, type MachineReport, type OwnFacts, type Report } from '@benchpress/core/machines'
import { Broker } from '../../src/broker/broker.ts'
import { Receiver, Sender } from '../../src/broker/messages.ts'
import { beat, queues, type AgentCall, type FromAgent, type ToAgent } from '../../src/protocol.ts'
import type { AgentTrust } from '../../src/trust/agent-trust.ts'

/** Microseconds of silence of the starter: far longer than for a real agent, because all agents are in one process. */
const patience = 30e6

/** An agent without a load, which replies to a call over a connection of its own, and sends given reports. */
export class SyntheticAgent {
  /** The number of the agent's load thread in the test, after the order to start. */
  worker: number | undefined
  readonly #agent = randomBytes(16).toString('hex')
  readonly #broker: Broker
  readonly #run: string
  readonly #trust: AgentTrust
  readonly #receiver = new Receiver<ToAgent>()
  readonly #sender: Sender<FromAgent>
  readonly #started = Promise.withResolvers<number>()
  readonly #ended = Promise.withResolvers<void>()
  #heardAt = systemClock.now()

  /** Waits for a call, and replies to it. */
  static async join(url: string, trust: AgentTrust, facts: OwnFacts): Promise<SyntheticAgent> {
    const broker = await Broker.open(url)
    for (;;) {
      const [text] = (await broker.list(queues.calls)).values()
      if (text !== undefined) {
        const agent = new SyntheticAgent(broker, (JSON.parse(text.slice(text.indexOf('{'))) as AgentCall).run, trust)
        await agent.#answer(facts)
        return agent
      }
      await sleep(beat / 4)
    }
  }

  private constructor(broker: Broker, run: string, trust: AgentTrust) {
    this.#broker = broker
    this.#run = run
    this.#trust = trust
    this.#sender = new Sender<FromAgent>({
      put: async (number, text) => await broker.put(queues.heard(run), `${this.#agent}-${number}`, `${this.#agent} ${text}`),
      onFailure: (error) => this.#ended.reject(error),
    })
    this.#ended.promise.catch(() => undefined)
  }

  /** Resolves with the instant of the start, once the order to go has arrived. */
  async started(): Promise<number> {
    return await Promise.race([this.#started.promise, this.#ended.promise.then(() => NaN)])
  }

  /** Resolves when the agent was told to end, and has ended. */
  async ended(): Promise<void> {
    await this.#ended.promise
  }

  report(report: Report): void {
    if (this.worker !== undefined) this.#sender.send({ type: 'report', worker: this.worker, report }, report.type !== 'snapshot')
  }

  /** Reports the machine itself, as real agents do each second. */
  reportMachine(report: MachineReport): void {
    if (this.worker !== undefined) this.#sender.send({ type: 'machine', report })
  }

  /** Reports that the load thread is done. */
  exit(): void {
    if (this.worker !== undefined) this.#sender.send({ type: 'exit', worker: this.worker, reason: undefined })
  }

  async #answer(facts: OwnFacts): Promise<void> {
    const listening = this.#broker.listen(queues.told(this.#run, this.#agent), (text) => this.#hear(text))
    const beating = setInterval(() => {
      this.#sender.beat(beat)
      if (systemClock.now() - this.#heardAt > patience) this.#ended.reject(new Error('the starter was silent'))
    }, beat)
    const toBroker = await measureOffset(() => this.#broker.now(), systemClock)
    this.#sender.send({ type: 'here', facts, toBroker })
    const close = async (): Promise<void> => {
      clearInterval(beating)
      await listening.close()
      await this.#broker.close()
    }
    this.#ended.promise.then(close, close)
  }

  #hear(signed: string): void {
    const text = this.#trust.open(signed, { run: this.#run, agent: this.#agent })
    this.#heardAt = systemClock.now()
    for (const told of this.#receiver.receive(text, systemClock.now()) ?? []) {
      if (told.type === 'start') {
        this.worker = told.order.shares[0]?.worker
        this.report({ type: 'ready', opened: 0, thread: null })
      }
      if (told.type === 'order' && told.order.type === 'go') this.#started.resolve(told.order.at)
      if (told.type === 'end') void this.#end()
    }
  }

  async #end(): Promise<void> {
    this.#sender.send({ type: 'bye', reason: undefined })
    await this.#sender.close()
    this.#ended.resolve()
  }
}
