import type { Clock } from './clock.ts'

/** The difference between another clock and the own one, in microseconds: the other reads the own time plus `offset`, within plus or minus `error`. */
export interface ClockOffset {
  readonly offset: number
  readonly error: number
}

/**
 * Measures how far another clock is ahead of `own`, by the shortest of several exchanges.
 *
 * The other clock was read at an unknown time between the request and its reply, so half of the round trip is the error.
 *
 * @param ask returns the time of the other clock, in microseconds
 * @param exchanges the number of exchanges, at least 1
 * @throws the error of `ask`
 */
export async function measureOffset(ask: () => Promise<number>, own: Clock, exchanges: number = 8): Promise<ClockOffset> {
  let best: ClockOffset = { offset: 0, error: Infinity }
  for (let exchange = 0; exchange < exchanges; exchange++) {
    const asked = own.now()
    const other = await ask()
    const answered = own.now()
    const error = (answered - asked) / 2
    if (error < best.error) best = { offset: other - (asked + answered) / 2, error }
  }
  return best
}

/** The offset between two clocks whose offsets to a third one are known; the errors add up. */
export function offsetBetween(own: ClockOffset, other: ClockOffset): ClockOffset {
  return { offset: own.offset - other.offset, error: own.error + other.error }
}
