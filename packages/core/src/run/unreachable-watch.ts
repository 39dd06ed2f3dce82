import type { LoadCollector } from './load-collector.ts'

const patience = 3

/** Notices that a target has gone away: connections are refused and nothing has been answered for three seconds. */
export class UnreachableWatch {
  readonly #collector: LoadCollector
  #answered = 0
  #refused = 0
  #bad = 0

  constructor(collector: LoadCollector) {
    this.#collector = collector
  }

  /** About how many of the last seconds connections were refused and nothing was answered; to be asked at the end of the load. */
  lostSeconds(): number {
    const hasAnswered = this.#collector.answered + this.#collector.answeredInWarmup > this.#answered
    return hasAnswered ? 0 : this.#bad + (this.#collector.refused > this.#refused ? 1 : 0)
  }

  /** Every connection, or every one of the plugins whose requests found none. */
  get whose(): string {
    const plugins = this.#collector.refusedPlugins
    return plugins.length === 0 ? 'every connection' : `every connection of ${plugins.join(' and ')}`
  }

  /** To be asked once a second. */
  isUnreachable(): boolean {
    const answered = this.#collector.answered + this.#collector.answeredInWarmup
    const { refused } = this.#collector
    const isBad = answered === this.#answered && refused > this.#refused
    this.#bad = isBad ? this.#bad + 1 : 0
    this.#answered = answered
    this.#refused = refused
    return this.#bad >= patience
  }
}
