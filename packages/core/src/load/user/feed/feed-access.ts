import type { Part } from '../../../model/workload/part.ts'
import type { SeededRandom } from '../journey.ts'

/**
 * Key under which a user holds what feeds need to know of it.
 *
 * It is registered, because a journey may import another installed copy of this package than the one that runs it.
 */
export const feedAccess: unique symbol = Symbol.for('benchpress.feed-access')

/** What a feed needs to know of the user that asks for a row. */
export interface FeedAccess {
  readonly id: number
  readonly random: SeededRandom
  readonly part: Part
  /** One object for each thread and test. */
  readonly thread: object
  /** A row was handed out that no other user may get. */
  feedUsed(name: string, rows: number, row: number): void
  /** @throws `userStopped` when the user was stopped */
  throwIfStopped(): void
}

const filesKey = Symbol.for('benchpress.feed-files')

/** Absolute paths of the files that feeds of this thread have read, also those of another installed copy. */
export function feedFiles(): Set<string> {
  const shared = globalThis as { [filesKey]?: Set<string> }
  return (shared[filesKey] ??= new Set())
}

const brand = Symbol.for('benchpress.feed-exhausted')

/** Thrown to a user for whom a feed has no row left, and who stops for that. */
export class FeedExhausted extends Error {
  override readonly name = 'FeedExhausted'

  constructor(message: string) {
    super(message)
    Object.defineProperty(this, brand, { value: true })
  }
}

/** Whether this was thrown by a feed, also by one of another installed copy. */
export function isFeedExhausted(value: unknown): value is FeedExhausted {
  return typeof value === 'object' && value !== null && brand in value
}
