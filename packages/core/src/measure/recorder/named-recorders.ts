import { Histogram, type HistogramSnapshot } from '../../model/metrics/histogram.ts'
import { ExampleBudget, type ExampleSource, type Exemplified, type FailureExample } from './error-recorder.ts'
import { wholeNumbers } from './column.ts'
import { CreatingMap, FirstNames } from './first-names.ts'

/** The counts of a check since the last snapshot. */
export interface CheckSnapshot {
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Examples of the earliest failures, at most five over the run; missing when there are none. */
  readonly examples?: readonly FailureExample[] | undefined
}

/** The times of a group since the last snapshot. */
export interface GroupSnapshot {
  readonly name: string
  readonly duration: HistogramSnapshot
}

/** Counts the checks of one thread by name. */
export class CheckRecorder {
  readonly #checks = new FirstNames((): Exemplified & { passed: number; failed: number } => ({
    passed: 0,
    failed: 0,
    examples: undefined,
    told: 0,
  }))
  readonly #budget = new ExampleBudget()

  /** @param source describes the response of a failed check, as long as there are few examples */
  count(name: string, passed: boolean, now: number, source?: ExampleSource): void {
    const check = this.#checks.of(name)
    if (passed) check.passed += 1
    else check.failed += 1
    if (!passed && source !== undefined) this.#budget.take(check, source, now)
  }

  /** Returns the checks since the last call, in the order in which their names were first seen. */
  take(): CheckSnapshot[] {
    const taken: CheckSnapshot[] = []
    this.#budget.turn()
    for (const [name, check] of this.#checks.entries()) {
      const { passed, failed, examples } = check
      if (passed + failed > 0) taken.push(examples === undefined ? { name, passed, failed } : { name, passed, failed, examples })
      check.passed = 0
      check.failed = 0
      check.examples = undefined
    }
    return taken
  }
}

/** Times the groups of one thread by name. */
export class GroupRecorder {
  readonly #groups = new FirstNames(() => new Histogram())

  time(name: string, duration: number): void {
    this.#groups.of(name).record(duration)
  }

  take(): GroupSnapshot[] {
    const taken: GroupSnapshot[] = []
    for (const [name, duration] of this.#groups.entries()) {
      if (duration.count > 0) taken.push({ name, duration: duration.take() })
    }
    return taken
  }
}

/** The rows of a feed in `unique` mode that were handed out since the last snapshot, by their places in the file. */
export interface FeedSnapshot {
  readonly name: string
  readonly rows: number
  readonly used: Uint32Array
}

/** Records which rows of feeds in `unique` mode a thread handed out, so that duplicates are found. */
export class FeedRecorder {
  readonly #feeds = new CreatingMap((_name: string) => ({ rows: 0, used: wholeNumbers() }))

  /**
   * @param rows the number of rows of the feed
   * @param row the place of the row, from 0
   */
  used(name: string, rows: number, row: number): void {
    const feed = this.#feeds.of(name)
    feed.rows = rows
    feed.used.push(row)
  }

  take(): FeedSnapshot[] {
    return Array.from(this.#feeds, ([name, { rows, used }]) => ({ name, rows, used: used.take() }))
  }
}
