import { ManualClock } from '../../../src/base/clock/clock.ts'
import type { Recipient, SentMessage } from '../../../src/measure/delivery/deliveries.ts'
import { DeliveryRecorder, type DeliverySnapshot } from '../../../src/measure/delivery/delivery-recorder.ts'
import { names, type Happening } from './delivery-history.ts'
import type { ModelArrival, ModelMessage, ModelRecipient } from './delivery-model.ts'

/** The reports of three threads, and the events behind them. */
export interface Played {
  /** By thread, in the order of its reports. */
  readonly told: readonly (readonly { readonly snapshot: DeliverySnapshot; readonly at: number }[])[]
  readonly messages: readonly ModelMessage[]
  readonly recipients: readonly ModelRecipient[]
  readonly arrivals: readonly ModelArrival[]
  readonly end: number
}

/**
 * Has three recorders see a history, each its own part.
 *
 * @param warmup how long messages do not count yet, in microseconds
 */
export function play(history: readonly Happening[], warmup = 0): Played {
  const player = new Player(playStart + warmup)
  for (const happening of history) player.do(happening)
  return player.end()
}

/** When every history begins. */
export const playStart = 1_000_000

class Player {
  readonly #clock = new ManualClock(playStart)
  readonly #recorders = [0, 1, 2].map((publisher) => new DeliveryRecorder({ run: 'k3y', publisher }, this.#clock))
  readonly #told: { snapshot: DeliverySnapshot; at: number }[][] = [[], [], []]
  readonly #messages: { readonly model: ModelMessage; readonly sent: SentMessage }[] = []
  readonly #recipients: { readonly model: ModelRecipient; readonly recipient: Recipient }[] = []
  readonly #arrivals: ModelArrival[] = []

  constructor(runStart: number) {
    for (const recorder of this.#recorders) recorder.begin(runStart)
  }

  do(happening: Happening): void {
    this.#clock.advance(happening.after)
    switch (happening.kind) {
      case 'send':
        this.#send(happening)
        break
      case 'reply':
        this.#reply(happening)
        break
      case 'arrive':
        for (const recipient of happening.recipients) this.#arrive(happening.message, recipient)
        break
      case 'deliver':
        this.#deliver(happening)
        break
      case 'join':
        this.#join(happening)
        break
      case 'gap':
        this.#gap(happening)
        break
      case 'leave':
        this.#leave(happening)
        break
      case 'cut':
        this.#cut(happening.thread)
        break
    }
  }

  end(): Played {
    for (const thread of this.#recorders.keys()) this.#cut(thread)
    return {
      told: this.#told,
      messages: this.#messages.map(({ model }) => model),
      recipients: this.#recipients.map(({ model }) => model),
      arrivals: this.#arrivals,
      end: this.#clock.now(),
    }
  }

  #send({ thread, name, expected }: Extract<Happening, { kind: 'send' }>): void {
    const to = names[name] ?? ''
    const sent = this.#recorders[thread]?.send(expected === undefined ? { to } : { expected })
    if (sent === undefined) return
    const model: ModelMessage = {
      sentAt: this.#clock.now(),
      to: expected === undefined ? to : undefined,
      expected: expected ?? 1,
      reply: 'none',
      acceptedAt: NaN,
    }
    this.#messages.push({ model, sent })
  }

  #reply({ message, isAccepted }: Extract<Happening, { kind: 'reply' }>): void {
    const found = this.#messages[message % Math.max(1, this.#messages.length)]
    if (found === undefined) return
    if (isAccepted) found.sent.accepted()
    else found.sent.refused()
    if (found.model.reply !== 'none') return
    found.model.reply = isAccepted ? 'accepted' : 'refused'
    found.model.acceptedAt = this.#clock.now()
  }

  #deliver({ message, times }: Extract<Happening, { kind: 'deliver' }>): void {
    const found = this.#messages[message % Math.max(1, this.#messages.length)]
    if (found === undefined) return
    const to = this.#recipients.findLastIndex(({ model }) => found.model.to === undefined || model.names.includes(found.model.to))
    if (to < 0) return
    for (let time = 0; time < times; time++) this.#arrive(message, to)
  }

  #arrive(message: number, recipient: number): void {
    const found = this.#messages[message % Math.max(1, this.#messages.length)]
    const at = this.#recipients[recipient % Math.max(1, this.#recipients.length)]
    if (found === undefined || at === undefined) return
    at.recipient.received(`{"text":"Hello ${found.sent.stamp} there"}`)
    const openedAt = at.model.gaps.at(-1)?.to ?? at.model.from
    this.#arrivals.push({ at: this.#clock.now(), message: found.model, recipient: at.model, openedAt })
  }

  #join({ thread, names: chosen }: Extract<Happening, { kind: 'join' }>): void {
    const of = chosen.map((name) => names[name] ?? '')
    const recipient = this.#recorders[thread]?.recipient(of)
    if (recipient === undefined) return
    this.#recipients.push({ recipient, model: { thread, names: of, from: this.#clock.now(), to: Infinity, gaps: [] } })
  }

  #gap({ recipient, length }: Extract<Happening, { kind: 'gap' }>): void {
    const found = this.#recipients[recipient % Math.max(1, this.#recipients.length)]
    const to = this.#clock.now()
    if (found === undefined || found.model.to < Infinity || length === 0) return
    found.recipient.gap(to - length, to)
    found.model.gaps.push({ from: to - length, to })
  }

  #leave({ recipient }: Extract<Happening, { kind: 'leave' }>): void {
    const found = this.#recipients[recipient % Math.max(1, this.#recipients.length)]
    if (found === undefined || found.model.to < Infinity) return
    found.recipient.left()
    found.model.to = this.#clock.now()
  }

  #cut(thread: number): void {
    const snapshot = this.#recorders[thread]?.take()
    if (snapshot !== undefined) this.#told[thread]?.push({ snapshot, at: this.#clock.now() })
  }
}
