import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { FirstNames } from './first-names.ts'

/** How often a check passed and failed since the last snapshot. */
export interface CheckSnapshot {
  readonly name: string
  readonly passed: number
  readonly failed: number
}

/** How long a group took since the last snapshot, each time. */
export interface GroupSnapshot {
  readonly name: string
  readonly duration: HistogramSnapshot
}

/** Counts the checks of one thread by name. */
export class CheckRecorder {
  readonly #checks = new FirstNames(() => ({ passed: 0, failed: 0 }))

  count(name: string, passed: boolean): void {
    const check = this.#checks.of(name)
    if (passed) check.passed += 1
    else check.failed += 1
  }

  /** The checks that were made since the last call, in the order in which their names were first seen. */
  take(): CheckSnapshot[] {
    const taken: CheckSnapshot[] = []
    for (const [name, check] of this.#checks.entries()) {
      if (check.passed + check.failed > 0) taken.push({ name, ...check })
      check.passed = 0
      check.failed = 0
    }
    return taken
  }
}

/** Times the groups of one thread by name. */
export class GroupRecorder {
  readonly #groups = new FirstNames(() => new Histogram())

  /** @param duration in microseconds */
  time(name: string, duration: number): void {
    this.#groups.of(name).record(duration)
  }

  /** The groups that were gone through since the last call. */
  take(): GroupSnapshot[] {
    const taken: GroupSnapshot[] = []
    for (const [name, duration] of this.#groups.entries()) {
      if (duration.count > 0) taken.push({ name, duration: duration.take() })
    }
    return taken
  }
}
