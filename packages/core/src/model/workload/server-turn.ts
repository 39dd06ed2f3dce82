import { greatestDivisor } from './part.ts'
import { randomAt } from './random.ts'

/**
 * Which of several servers a request goes to, for the requests of one scenario on one thread.
 *
 * In each round every server has one turn, so that at any time no server has had more than one more than another. Requests that follow a
 * pattern of their own must not meet the same servers again and again, or each server would always get the same of them: the rounds begin with
 * another server each time that the pattern and the rounds come out even, and where no pattern is known, with any.
 *
 * Allocates nothing.
 */
export class ServerTurn {
  readonly #servers: number
  readonly #pattern: number | undefined
  #runStart = Infinity
  #warmupTurn = 0
  #turn: number

  /**
   * @param pattern after how many requests what is sent repeats; `undefined` where that is not known
   * @param start how many requests the threads before this one send, so that the turns of all threads are one sequence; where that is not
   *   known, the number of the thread
   */
  constructor(servers: number, pattern: number | undefined, start: { readonly turn: number } | { readonly thread: number }) {
    this.#servers = servers
    this.#pattern = pattern === undefined ? undefined : commonRounds(servers, pattern)
    this.#turn = 'turn' in start ? start.turn : start.thread * this.#span
  }

  /** Sets the start of the run phase, whose turns are counted apart from those of the warm-up. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** The server of the next request, which is due at `plannedAt`. */
  next(plannedAt: number): number {
    const turn = plannedAt < this.#runStart ? this.#warmupTurn++ : this.#turn++
    return (turn + this.#shiftAt(turn)) % this.#servers
  }

  // Turns after which all servers have had equally many, so that a thread may begin there; one is enough where rounds never shift.
  get #span(): number {
    if (this.#pattern === undefined) return this.#servers
    return this.#pattern === Infinity ? 1 : this.#pattern
  }

  #shiftAt(turn: number): number {
    if (this.#pattern !== undefined) return Math.floor(turn / this.#pattern)
    const round = Math.floor(turn / this.#servers)
    return Math.floor(randomAt(this.#servers, round) * this.#servers)
  }
}

/** Requests after which rounds and pattern begin together again; never, where each request of the pattern meets every server by itself. */
function commonRounds(servers: number, pattern: number): number {
  const divisor = greatestDivisor(servers, pattern)
  return divisor === 1 ? Infinity : (servers / divisor) * pattern
}
