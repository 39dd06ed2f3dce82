import { FirstNames } from './first-names.ts'
import type { UsersSnapshot } from './snapshot.ts'

/** Counts the checks of one thread by name. */
export class CheckRecorder {
  readonly #checks = new FirstNames(() => ({ passed: 0, failed: 0 }))

  count(name: string, passed: boolean): void {
    const check = this.#checks.of(name)
    if (passed) check.passed += 1
    else check.failed += 1
  }

  /** The checks that were made since the last call, in the order in which their names were first seen. */
  take(): UsersSnapshot['checks'] {
    const taken: UsersSnapshot['checks'][number][] = []
    for (const [name, check] of this.#checks.entries()) {
      if (check.passed + check.failed > 0) taken.push({ name, ...check })
      check.passed = 0
      check.failed = 0
    }
    return taken
  }
}
