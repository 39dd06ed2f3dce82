import type { PlannedIteration, User, UserHost, UserSource } from '../../src/load/engine/executor.ts'
import { HttpScenario, type HttpSession } from '../../src/load/user/http/http-session.ts'
import { RequestError } from '../../src/load/user/failure.ts'
import type { MemoryUserParts } from './memory-user-load.ts'

/** Users whose iteration is one request of their HTTP client, over a number of connections in memory that all of them share. */
export class PooledUsers implements UserSource {
  readonly #host: HttpScenario

  constructor({ thread, network, recorder, timeout }: MemoryUserParts, connections: number) {
    this.#host = new HttpScenario({
      thread,
      createDial: () => network.dial,
      route: { address: { kind: 'unix', path: '/memory' }, host: 'memory', tls: undefined },
      url: 'http://memory',
      timeout,
      connectTimeout: timeout,
      recorder,
      headers: {},
      connections: { pool: connections, queueTimeout: timeout },
    })
  }

  get opened(): number {
    return 0
  }

  async prepare(): Promise<void> {}

  begin(): void {}

  create(id: number, host: UserHost): User {
    return new PooledUser(id, host, this.#host)
  }

  journeyOf(): string {
    return 'journey'
  }

  async end(): Promise<void> {
    await this.#host.end()
  }
}

class PooledUser implements User {
  readonly id: number
  readonly #host: UserHost
  readonly #http: HttpSession
  readonly #clock: { now(): number }
  #plannedAt = 0

  constructor(id: number, host: UserHost, shared: HttpScenario) {
    this.id = id
    this.#host = host
    this.#clock = shared.wiring.thread.clock
    this.#http = shared.session({ take: () => this.#plannedAt }, id)
  }

  iterate({ plannedAt }: PlannedIteration): void {
    this.#plannedAt = plannedAt
    void this.#ask()
  }

  abort(): void {
    this.#http.abort('the end of the test')
  }

  leave(): undefined {
    this.#http.leave()
  }

  async #ask(): Promise<void> {
    try {
      await this.#http.get('/')
      this.#host.onIterationEnd(this, 'completed', this.#clock.now())
    } catch (error) {
      const isCutOff = error instanceof RequestError && error.outcome === 'aborted'
      this.#host.onIterationEnd(this, isCutOff ? 'aborted' : 'failed', this.#clock.now(), String(error))
    }
  }
}
