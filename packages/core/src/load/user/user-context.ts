import { AsyncLocalStorage } from 'node:async_hooks'
import type { MetricDefinitions } from '../../measure/recorder/own-metric.ts'
import { undeclaredClients, type ClientSource } from './user-clients.ts'
import { feedAccess, type FeedAccess } from './feed/feed-access.ts'
import type { HttpClient } from './http/http-client.ts'
import type { Awaitable, Iteration, SeededRandom, UserMembers } from './journey.ts'
import { Call } from './call.ts'
import { holds } from './condition.ts'
import type { MetricRecorders } from './metric-recorders.ts'
import type { UserState } from './user-state.ts'
import { showValue } from '../../base/redact/cut-text.ts'
import { hintForDuration, parseDuration } from '../../base/units/duration.ts'

// The groups around the running code of any user, so that concurrent groups do not become each other's parents.
const groups = new AsyncLocalStorage<string>()

/**
 * One user as its journey sees it.
 *
 * Members are getters of the class, which can be destructured, and cost nothing until they are read; the functions need no `this`.
 */
export class UserContext implements UserMembers {
  static {
    // Used by feeds only. A computed name in the class could not be declared by itself.
    Object.defineProperty(this.prototype, feedAccess, {
      get(this: UserContext): FeedAccess {
        return this.#state
      },
    })
    // Only an unknown name reaches the prototype, so members cost no trap.
    Object.setPrototypeOf(this.prototype, undeclaredClients(Object.getOwnPropertyNames(this.prototype)))
  }

  /** Makes the class of users who also have the clients of these sources, by their names. */
  static withClients(sources: readonly ClientSource[]): typeof UserContext {
    if (sources.length === 0) return UserContext
    class WithClients extends UserContext {}
    for (const source of sources) {
      Object.defineProperty(WithClients.prototype, source.name, {
        get(this: UserContext): object {
          return this.#state.clientOf(source)
        },
      })
    }
    return WithClients
  }

  readonly #state: UserState
  #own: Record<string, unknown> | undefined
  #check: UserMembers['check'] | undefined
  #think: UserMembers['think'] | undefined
  #sleepUntil: UserMembers['sleepUntil'] | undefined
  #group: UserMembers['group'] | undefined

  constructor(state: UserState) {
    this.#state = state
  }

  get user(): this {
    return this
  }

  get id(): number {
    return this.#state.id
  }

  get iteration(): Iteration {
    return this.#state.iteration
  }

  get shared(): unknown {
    return this.#state.shared
  }

  get state(): Record<string, unknown> {
    return (this.#own ??= {})
  }

  get random(): SeededRandom {
    return this.#state.random
  }

  get signal(): AbortSignal {
    return this.#state.signal
  }

  get env(): Readonly<Record<string, string>> {
    return this.#state.scenario.env
  }

  get http(): HttpClient {
    return this.#state.http
  }

  get metrics(): MetricRecorders<MetricDefinitions> {
    return this.#state.scenario.metrics
  }

  get check(): UserMembers['check'] {
    return (this.#check ??= (name, passed) => {
      if (typeof name !== 'string') throw new TypeError(`check: the name comes first, and ${showValue(name)} is none`)
      const hasPassed = holds(passed, `check "${name}"`)
      this.#state.checkResponse(name, hasPassed)
      return hasPassed
    })
  }

  // Waits are aborted when the user leaves.
  get think(): UserMembers['think'] {
    return (this.#think ??= (least, most = least) => Call.of(think(this.#state, least, most), 'think', this.#state.calls))
  }

  get sleepUntil(): UserMembers['sleepUntil'] {
    return (this.#sleepUntil ??= (time) => Call.of(sleepUntil(this.#state, time), 'sleepUntil', this.#state.calls))
  }

  get group(): UserMembers['group'] {
    return (this.#group ??= (name, body) => Call.of(timeGroup(this.#state, name, body), `group ${name}`, this.#state.calls))
  }
}

async function think(state: UserState, least: string | number, most: string | number): Promise<void> {
  const [from, to] = [readDuration(least, 'think'), readDuration(most, 'think')]
  if (to < from) throw new RangeError(`think: ${most} is shorter than ${least}`)
  await state.think(from, to)
}

async function sleepUntil(state: UserState, time: string | number): Promise<void> {
  await state.waitUntil(state.scenario.runStart + readDuration(time, 'sleepUntil'))
}

async function timeGroup<Value>(state: UserState, name: string, body: () => Awaitable<Value>): Promise<Value> {
  state.throwIfStopped()
  const { clock, recorder } = state.scenario
  const outer = groups.getStore()
  const path = outer === undefined ? name : `${outer} / ${name}`
  const start = clock.now()
  try {
    return await groups.run(path, body)
  } finally {
    if (!state.isStopped) recorder.group(path, clock.now() - start)
  }
}

/**
 * Parses a duration of a journey to microseconds.
 *
 * @param caller the name of the called function, for the error
 * @throws TypeError for any other value
 */
export function readDuration(input: string | number, caller: string): number {
  const duration = typeof input === 'string' || typeof input === 'number' ? parseDuration(input) : undefined
  if (duration === undefined) {
    const hint = hintForDuration(input) ?? "write it as '500ms', '2s' or '1m30s'"
    throw new TypeError(`${caller}: ${showValue(input)} is no duration; ${hint}`)
  }
  return duration
}
