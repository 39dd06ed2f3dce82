import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import type { HttpClient } from './http/http-client.ts'
import type { MetricRecorders } from './metric-recorders.ts'

/** What a promise may be given for. */
export type Awaitable<Value> = Value | Promise<Value>

/**
 * Clients that plugins add to a user, by the plugin's name: `user.<name>`.
 *
 * A plugin augments this interface in `declare module '@benchpress/core'`; where it is augmented through another path as well, TypeScript may see
 * one of the two only.
 */
export interface UserClients {}

/** Which pass through the journey this is. */
export interface Iteration {
  /** Of this user, from 0. */
  readonly index: number
  /** Over all users of the scenario and all workers, from 0. */
  readonly globalIndex: number
}

/** Random numbers that are the same in each run with the same seed. */
export interface SeededRandom {
  /** From 0 to 1, 1 excluded. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** One of the items. */
  pick<Item>(items: readonly Item[]): Item
  /** `length` characters of the alphabet; default letters and digits. */
  text(length: number, alphabet?: string): string
}

/** What every user has, without the clients of plugins. */
export interface UserMembers<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> {
  /** Dense over the scenario: 0, 1, 2 and so on, over all workers. */
  readonly id: number
  readonly iteration: Iteration
  /** What `beforeAll` returned, a copy for each worker. */
  readonly shared: Shared
  /** For whatever a user keeps from one iteration to the next; empty at first. */
  readonly state: Record<string, unknown>
  readonly random: SeededRandom
  /** Aborts when the user has to stop: at the end of the graceful stop. */
  readonly signal: AbortSignal
  /** `env` and `secrets` of the config. */
  readonly env: Readonly<Record<string, string>>
  readonly http: HttpClient
  /** Own metrics, as they are declared in the config. */
  readonly metrics: MetricRecorders<Metrics>
  /** Counts a named expectation as passed or failed and returns which; it changes no outcome. */
  readonly check: (name: string, passed: unknown) => boolean
  /** Waits for a time, or for a random one between two, as a user does between two clicks. */
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

/** What one user does, once: an iteration. */
export type Journey<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> = (
  user: JourneyUser<Shared, Metrics>,
) => Awaitable<void>

/** What `beforeAll` and `afterAll` are given. */
export interface SetupContext {
  /** URL of the target. */
  readonly target: string
  readonly env: Readonly<Record<string, string>>
  /** A client whose requests are in no result. */
  readonly http: HttpClient
  /** Aborts when the set-up or the teardown has to end. */
  readonly signal: AbortSignal
}

/** What a journey module exports beside its journey; all of it optional. */
export interface JourneyHooks<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions> {
  /** Once before the test, in the main thread; what it returns is `shared`, and must be data that can be cloned. */
  readonly beforeAll?: (context: SetupContext) => Awaitable<Shared>
  /** Once after the test, in the main thread, also when it failed. */
  readonly afterAll?: (context: SetupContext & { readonly shared: Shared }) => Awaitable<void>
  /** Before the first iteration of each user. A user for whom it throws fails without one. */
  readonly beforeUser?: (user: JourneyUser<Shared, Metrics>) => Awaitable<void>
  /** After the last iteration of each user, also of one that failed. */
  readonly afterUser?: (user: JourneyUser<Shared, Metrics>) => Awaitable<void>
}

/** Gives a function the type of a journey; it returns the function as it is. */
export function journey<Shared = unknown, Metrics extends MetricDefinitions = MetricDefinitions>(
  run: Journey<Shared, Metrics>,
): Journey<Shared, Metrics> {
  return run
}
