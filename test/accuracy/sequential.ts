/** The decision of a sequential test: that two figures are the same within the margin, that one is more or less than that, or none yet. */
export type Decision = 'same' | 'more' | 'less' | 'undecided'

/** The accepted chances of errors. */
export interface Chances {
  /** Chance of reporting a difference where there is none, in either direction, however long the test goes on. */
  readonly alarm: number
  /** Chance of reporting equality where there is a difference, however long the test goes on. */
  readonly miss: number
}

/**
 * Decides, round by round, whether two measurements are the same within a margin.
 *
 * Three gamblers watch the rounds. The first bets that the difference lies above the margin, the second that it lies below it, the third that it lies within.
 * Each gambler stakes a part of its wealth at even odds, so that where the event comes in half of the rounds or less, the wealth does not grow on average,
 * whatever came before. By Ville's inequality such a wealth ever reaches 1/p with a chance of at most p, so that a gambler that rich has seen more than chance.
 */
export class SequentialTest {
  readonly #chances: Chances
  readonly #above = new Gambler()
  readonly #below = new Gambler()
  readonly #within = new Gambler()
  #decision: Decision = 'undecided'

  constructor(chances: Chances) {
    this.#chances = chances
  }

  get decision(): Decision {
    return this.#decision
  }

  /** Whether more speaks for a difference than for none. The time to stop may depend on this, as that changes no wealth. */
  get seemsDifferent(): boolean {
    return Math.max(this.#above.wealth, this.#below.wealth) > this.#within.wealth
  }

  /** Adds a round; the margin may depend on earlier rounds, and not on this one. */
  add(difference: number, margin: number): void {
    this.#above.bet(difference > margin)
    this.#below.bet(difference < -margin)
    this.#within.bet(Math.abs(difference) <= margin)
    if (this.#decision !== 'undecided') return
    // Each direction has half of the chance.
    const alarm = 2 / this.#chances.alarm
    if (this.#above.wealth >= alarm) this.#decision = 'more'
    else if (this.#below.wealth >= alarm) this.#decision = 'less'
    else if (this.#within.wealth >= 1 / this.#chances.miss) this.#decision = 'same'
  }
}

// Parts of the wealth that are staked each time: the first grows rich soon where the event always comes, the last where it comes two times in three.
const stakes = [0.9, 0.6, 0.3]

/** The wealth of a gambler who began with 1, divided it among the stakes, and bet each on the event, which came and did not come these numbers of times. */
export function wealthOf(came: number, not: number): number {
  return stakes.reduce((sum, stake) => sum + ((1 + stake) ** came * (1 - stake) ** not) / stakes.length, 0)
}

/** Bets on the same event each time, at even odds. */
class Gambler {
  #came = 0
  #not = 0

  bet(hasCome: boolean): void {
    if (hasCome) this.#came += 1
    else this.#not += 1
  }

  get wealth(): number {
    return wealthOf(this.#came, this.#not)
  }
}
