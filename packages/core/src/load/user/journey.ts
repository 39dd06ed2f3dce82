import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { HttpClient } from './http/http-client.ts'
import type { MetricRecorders } from './metric-recorders.ts'

/** A value, or a promise of it. */
export type Awaitable<Value> = Value | Promise<Value>

/**
 * Clients that plugins add to a user, by the plugin's name: `user.<name>`.
 *
 * A plugin augments this interface in `declare module '@benchpress/core'`; if it is augmented through another path as well, TypeScript may see only one
 * of the two.
 */
export interface UserClients {}

/** The numbers of an iteration. */
export interface Iteration {
  /** Number among the iterations of this user, from 0. */
  readonly index: number
  /** Number over all users of the scenario and all workers, from 0. */
  readonly globalIndex: number
}

/** Random numbers that are the same in each run with the same seed. */
export interface SeededRandom {
  /** Returns a number from 0 to 1, 1 excluded. */
  next(): number
  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** Returns one of the items. */
  pick<Item>(items: readonly Item[]): Item
  /** Returns `length` characters of the alphabet, by default letters and digits. */
  text(length: number, alphabet?: string): string
}

/** The members of every user, without the clients of plugins. */
export interface UserMembers<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> {
  /** Number of the user in the scenario: 0, 1, 2 and so on, over all workers. */
  readonly id: number
  readonly iteration: Iteration
  /** The value that `beforeAll` returned, a copy for each worker. */
  readonly shared: Shared
  /** State that a user keeps from one iteration to the next; empty at first. */
  readonly state: Record<string, unknown>
  readonly random: SeededRandom
  /** Aborts when the user must stop, at the end of the graceful stop. */
  readonly signal: AbortSignal
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  readonly http: HttpClient
  /** Recorders of the metrics that the config declares. */
  readonly metrics: MetricRecorders<Metrics>
  /** Counts a named expectation as passed or failed and returns whether it passed; changes no outcome. */
  readonly check: (name: string, passed: unknown) => boolean
  /** Waits for a time, or for a random time between two, as a person does between two clicks. */
  readonly think: (least: string | number, most?: string | number) => Promise<void>
  /** Waits until a time, counted from the start of the run phase. */
  readonly sleepUntil: (time: string | number) => Promise<void>
  /** Times a part of an iteration under a name. */
  readonly group: <Value>(name: string, body: () => Awaitable<Value>) => Promise<Value>
}

/** One simulated user, as a journey sees it. Every member can be destructured, and `user` is the user itself. */
export interface JourneyUser<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions>
  extends UserMembers<Shared, Metrics>, UserClients {
  readonly user: this
}

/** What one user does in one iteration. */
export type Journey<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> = (
  user: JourneyUser<Shared, Metrics>,
) => Awaitable<void>

/** The context of `beforeAll` and `afterAll`. */
export interface SetupContext {
  /** URL of the target. */
  readonly target: string
  readonly env: Readonly<Record<string, string>>
  /** An HTTP client whose requests are not in the result. */
  readonly http: HttpClient
  /** Aborts when the set-up or the teardown must end. */
  readonly signal: AbortSignal
}

/** The optional exports of a journey module besides its journey. */
export interface JourneyHooks<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> {
  /** Runs once before the test, in the main thread; the returned value is `shared`, and must be data that can be cloned. */
  readonly beforeAll?: (context: SetupContext) => Awaitable<Shared>
  /** Runs once after the test, in the main thread, even when the test failed. */
  readonly afterAll?: (context: SetupContext & { readonly shared: Shared }) => Awaitable<void>
  /** Runs before the first iteration of each user. If it throws, the user fails without an iteration. */
  readonly beforeUser?: (user: JourneyUser<Shared, Metrics>) => Awaitable<void>
  /** Runs after the last iteration of each user, even of one that failed. */
  readonly afterUser?: (user: JourneyUser<Shared, Metrics>) => Awaitable<void>
}

/** Checks the type of a journey and returns the function as it is. */
export function journey<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions>(
  run: Journey<Shared, Metrics>,
): Journey<Shared, Metrics> {
  return run
}
