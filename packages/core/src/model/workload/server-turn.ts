import { greatestDivisor } from './workload.ts'
import { randomAt } from './random.ts'

/**
 * Chooses the server of each request of one scenario on one thread.
 *
 * In each round every server has one turn, so that the numbers of requests of two servers never differ by more than one. Requests that repeat in a
 * pattern must not always go to the same servers: whenever pattern and rounds begin together, the rounds begin with another server; without a known
 * pattern they begin with a random one.
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
   * @param pattern the number of requests after which they repeat; `undefined` when it is unknown
   * @param start the number of requests of the threads before this one, so that the turns of all threads are one sequence; or the number of the thread,
   * when it is unknown
   */
  constructor(servers: number, pattern: number | undefined, start: { readonly turn: number } | { readonly thread: number }) {
    this.#servers = servers
    this.#pattern = pattern === undefined ? undefined : commonRounds(servers, pattern)
    this.#turn = 'turn' in start ? start.turn : start.thread * this.#span
  }

  /** Sets the start of the run phase, whose turns are counted separately from those of the warm-up. */
  begin(runStart: number): void {
    this.#runStart = runStart
  }

  /** The server of the next request, which is due at `plannedAt`. */
  next(plannedAt: number): number {
    const turn = plannedAt < this.#runStart ? this.#warmupTurn++ : this.#turn++
    return (turn + this.#shiftAt(turn)) % this.#servers
  }

  // The number of turns after which all servers have had equally many, so that a thread may begin there; one round is enough when rounds never shift.
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

/** The number of requests after which rounds and pattern begin together again; `Infinity` when each request of the pattern reaches every server anyway. */
function commonRounds(servers: number, pattern: number): number {
  const divisor = greatestDivisor(servers, pattern)
  return divisor === 1 ? Infinity : (servers / divisor) * pattern
}
