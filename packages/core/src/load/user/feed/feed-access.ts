import type { Part } from '../../../model/workload/workload.ts'
import type { SeededRandom } from '../journey.ts'

/**
 * The key under which a user has what feeds need.
 *
 * The symbol is registered, because a journey may import another installed copy of this package.
 */
export const feedAccess: unique symbol = Symbol.for('benchpress.feed-access')

/** What a feed needs to know about the user that reads a row. */
export interface FeedAccess {
  readonly id: number
  readonly random: SeededRandom
  readonly scenario: {
    readonly part: Part
    /** One object for each thread and test. */
    readonly thread: object
    /** Is notified when a row was handed out that no other user may get. */
    readonly recorder: { feedUsed(name: string, rows: number, row: number): void }
  }
  /** @throws `userStopped` when the user was stopped */
  throwIfStopped(): void
}

const filesKey = Symbol.for('benchpress.feed-files')

/** Absolute paths of the files that feeds of this thread have read, including feeds of another installed copy. */
export function feedFiles(): Set<string> {
  const shared = globalThis as { [filesKey]?: Set<string> }
  return (shared[filesKey] ??= new Set())
}

const brand = Symbol.for('benchpress.feed-exhausted')

/** Thrown to a user who must stop because a feed has no row left. */
export class FeedExhausted extends Error {
  override readonly name = 'FeedExhausted'

  constructor(message: string) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Whether an error was thrown by a feed, even of another installed copy. */
export function isFeedExhausted(value: unknown): value is FeedExhausted {
  return typeof value === 'object' && value !== null && brand in value
}
