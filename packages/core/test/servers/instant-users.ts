import type { PlannedIteration, User, UserHost, UserSource } from '../../src/load/engine/executor.ts'

/** Users whose iterations end at once, before the call that started them has returned; after a number of them each user can do no more. */
export class InstantUsers implements UserSource {
  readonly opened = 0
  readonly iterations: PlannedIteration[] = []
  readonly left: number[] = []
  readonly #most: number
  readonly #isFruitless: (done: number) => boolean

  /** @param isFruitless whether an iteration of a user, from 1 on, got no response */
  constructor(most = Infinity, isFruitless: (done: number) => boolean = () => false) {
    this.#most = most
    this.#isFruitless = isFruitless
  }

  async prepare(): Promise<void> {}
  begin(): void {}
  async end(): Promise<void> {}

  journeyOf(): string {
    return 'instant'
  }

  create(id: number, host: UserHost): User {
    let done = 0
    const isFruitless = (): boolean => this.#isFruitless(done)
    const user: User = {
      id,
      get isFruitless() {
        return isFruitless()
      },
      iterate: (iteration, now) => {
        this.iterations.push(iteration)
        done += 1
        host.onIterationEnd(user, 'completed', now, undefined, done >= this.#most)
      },
      abort: () => {},
      leave: () => void this.left.push(id),
    }
    return user
  }
}
