import type { Delay, MessageServerOptions } from './message-server-options.ts'

/** The fate of one message on its way to a subscriber. */
export type Fate = 'written' | 'dropped' | 'late' | 'twice' | 'elsewhere'

/** Decides which messages go wrong, by turns and with reproducible random numbers. */
export class DeliveryFaults {
  readonly #options: MessageServerOptions
  #chance = 1
  #deliveries = 0

  constructor(options: MessageServerOptions) {
    this.#options = options
  }

  /** Returns the fate of the next message. Faults have different turns, so that a message has at most one. */
  nextFate(): Fate {
    const { dropEvery, reorderEvery, duplicateEvery, misdeliverEvery } = this.#options
    const number = ++this.#deliveries
    if (isTurn(number, dropEvery, 1)) return 'dropped'
    if (isTurn(number, reorderEvery, 2)) return 'late'
    if (isTurn(number, duplicateEvery, 3)) return 'twice'
    return isTurn(number, misdeliverEvery, 4) ? 'elsewhere' : 'written'
  }

  /** Returns the delay of the next message, in milliseconds. */
  nextDelay(): number {
    return drawDelay(this.#options.delay, () => this.#draw())
  }

  // A linear congruential generator.
  #draw(): number {
    this.#chance = (Math.imul(this.#chance, 1_664_525) + 1_013_904_223) >>> 0
    return this.#chance / 2 ** 32
  }
}

/** Whether a fault strikes a message, by its number: every `every`th one, beginning with `turn`. */
export function isTurn(number: number, every: number | undefined, turn: number): boolean {
  return every !== undefined && number % every === turn % every
}

function drawDelay(delay: Delay | undefined, draw: () => number): number {
  if (delay === undefined) return 0
  if ('constant' in delay) return delay.constant
  if ('uniform' in delay) return delay.uniform[0] + draw() * (delay.uniform[1] - delay.uniform[0])
  return -Math.log(1 - draw()) * delay.exponential
}
