import type { Clock } from './clock.ts'

/** How far another clock is ahead of one's own: the other reads what one's own reads plus `offset`, true to within plus or minus `error`. In microseconds. */
export interface ClockOffset {
  readonly offset: number
  readonly error: number
}

/**
 * Measures how far another clock is ahead of `own`: of several exchanges the one that took least.
 *
 * The other clock was read at some time between the question and its answer, and nothing more is known: half of that is the error.
 *
 * @param ask gives the time of the other clock, in microseconds
 * @param exchanges 1 or more
 * @throws what `ask` throws
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

/** The offset from one clock to a third, where those of both to a second one are known: errors add up. */
export function offsetBetween(own: ClockOffset, other: ClockOffset): ClockOffset {
  return { offset: own.offset - other.offset, error: own.error + other.error }
}
