import { systemClock, type ClockOffset, type OwnFacts } from '@benchpress/core/machines'
import { messageOf } from '@benchpress/core/report'
import type { Broker } from '../broker/broker.ts'
import { fromText, Receiver, Sender, toText } from '../broker/messages.ts'
import { beat, patienceOfStarter, queues, type FromAgent, type ToAgent } from '../protocol.ts'
import type { Addressee } from '../trust/signed-message.ts'
import type { StarterTrust } from '../trust/starter-trust.ts'
import type { RemoteGenerator } from './remote-generator.ts'

/** What a starter hears of one agent that has answered its call, and tells it. */
export class AgentLine {
  /** Once the agent has a place in the run. */
  generator: RemoteGenerator | undefined
  readonly #receiver = new Receiver<FromAgent>({ read: (text) => fromText(text) as FromAgent[] })
  readonly #told: Sender<ToAgent>

  constructor(broker: Broker, to: Addressee, trust: StarterTrust) {
    this.#told = new Sender<ToAgent>({
      put: async (number, text) => await broker.put(queues.told(to.run, to.agent), `starter-${number}`, trust.sign(text, to)),
      write: toText,
      onFailure: (error) => this.generator?.lose(messageOf(error)),
    })
  }

  /**
   * Takes a message of the agent.
   *
   * @param onHere gives the agent a place
   */
  hear(text: string, onHere: (here: Extract<FromAgent, { type: 'here' }>) => void): void {
    try {
      const entries = this.#receiver.receive(text, systemClock.now())
      if (entries === undefined) return
      for (const heard of entries) if (isHere(heard) && this.generator === undefined) onHere(heard)
      this.generator?.hear(entries)
    } catch (error) {
      this.lose(messageOf(error))
    }
  }

  tell(told: ToAgent): void {
    this.#told.send(told)
  }

  /** Gives the agent a sign of life. */
  beat(): void {
    if (this.generator?.lost === undefined) this.#told.beat(beat)
  }

  /** Does without the agent where it was silent for too long, or a message of it is missing. */
  watch(): void {
    if (this.generator?.lost !== undefined) return
    try {
      this.#receiver.check(systemClock.now() - patienceOfStarter)
      this.generator?.watch()
    } catch (error) {
      this.lose(messageOf(error))
    }
  }

  /** Does without the agent, and lets it go where it still listens. */
  lose(reason: string): void {
    this.generator?.lose(reason)
    this.dismiss()
  }

  /** Lets the agent go. */
  dismiss(): void {
    this.tell({ type: 'end' })
    void this.close()
  }

  /** Tells nothing more; resolves when all is told. */
  async close(): Promise<void> {
    await this.#told.close()
  }
}

// Whoever has the password of the broker can write it.
function isHere(heard: FromAgent): heard is Extract<FromAgent, { type: 'here' }> {
  if (heard.type !== 'here') return false
  const { facts, toBroker }: { readonly facts: Partial<OwnFacts>; readonly toBroker: Partial<ClockOffset> } = heard
  const isKnown = typeof facts.name === 'string' && typeof facts.labels === 'object' && typeof facts.limits === 'object'
  return isKnown && Number.isFinite(toBroker.offset) && Number.isFinite(toBroker.error)
}
