import type { Awaitable, SeededRandom } from '../load/user/journey.ts'

/** What the set-up of a microbenchmark is given. */
export interface MicrobenchmarkContext<Options = unknown> {
  /** `options` of the config, a copy for each thread. */
  readonly options: Options
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  /** The same numbers in each run with the same seed, and others in each thread. */
  readonly random: SeededRandom
  /** Which of the threads that run the same case at the same time this is, from 0. */
  readonly thread: number
  /** Aborts when the run is interrupted. */
  readonly signal: AbortSignal
}

/**
 * A function whose time is measured, one call at a time: its result is kept, and one that returns a promise is waited for.
 *
 * @param state what the set-up returned
 */
export type MicrobenchmarkCase<State> = (state: State) => unknown

/** Functions of one module that are measured one after the other, in the order of `cases`. */
export interface Microbenchmark<State = unknown, Options = unknown> {
  /** Once in each thread, before the first case; what it returns is given to each case. Not timed. */
  readonly setup?: (context: MicrobenchmarkContext<Options>) => Awaitable<State>
  /** Once in each thread, after the last case, also when cases failed or the run was interrupted. Not timed. */
  readonly teardown?: (state: State) => Awaitable<void>
  /**
   * Before each call of each case, not timed. With it every call is timed by itself, however short it is: leave it out where the state
   * need not be put in order.
   */
  readonly beforeEach?: (state: State, name: string) => Awaitable<void>
  /** By name, such as `get_hit`. */
  readonly cases: Readonly<Record<string, MicrobenchmarkCase<State>>>
}

/** Checks the type of a microbenchmark and returns it as it is. */
export function microbenchmark<State, Options = unknown>(definition: Microbenchmark<State, Options>): Microbenchmark<State, Options> {
  return definition
}
