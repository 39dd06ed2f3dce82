import type { Awaitable, SeededRandom } from '../load/user/journey.ts'

/** The context that the set-up of a microbenchmark is called with. */
export interface MicrobenchmarkContext<Options = unknown> {
  /** `options` of the config, a copy for each thread. */
  readonly options: Options
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  /** Random numbers that are the same in each run with the same seed, and differ between threads. */
  readonly random: SeededRandom
  /** The number of this thread among those that run the same case at the same time, from 0. */
  readonly thread: number
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal
}

/**
 * A function whose calls are timed: its result is kept, and a returned promise is awaited.
 *
 * @param state the value that the set-up returned
 */
export type MicrobenchmarkCase<State> = (state: State) => unknown

/** Functions of one module that are measured one after the other, in the order of `cases`. */
export interface Microbenchmark<State = unknown, Options = unknown> {
  /** Runs once in each thread, before the first case; the returned value is passed to each case. Not timed. */
  readonly setup?: (context: MicrobenchmarkContext<Options>) => Awaitable<State>
  /** Runs once in each thread, after the last case, even when cases failed or the run was interrupted. Not timed. */
  readonly teardown?: (state: State) => Awaitable<void>
  /** Runs before each call of each case, not timed. With it every call is timed by itself, however short it is: leave it out when the state need not be reset. */
  readonly beforeEach?: (state: State, name: string) => Awaitable<void>
  /** The cases by name, such as `get_hit`. */
  readonly cases: Readonly<Record<string, MicrobenchmarkCase<State>>>
}

/** Checks the type of a microbenchmark and returns it as it is. */
export function microbenchmark<State, Options = unknown>(definition: Microbenchmark<State, Options>): Microbenchmark<State, Options> {
  return definition
}
