import type { FeedAccess } from './feed-access.ts'

/** Which row of a feed a user gets: `unique` one that no other gets, `sequential` the next one, `random` any, `perUser` always the same one. */
export type FeedMode = 'unique' | 'sequential' | 'random' | 'perUser'

/**
 * Where in an endless sequence of rows a user is who asks for its next one; what is beyond the last row is used up, or wraps around.
 *
 * `asked` is how often this thread was asked before. Threads take turns, so that all of them together get each row once, in order, before any
 * row comes again.
 */
export function placeInSequence(mode: Exclude<FeedMode, 'random'>, { id, part }: Pick<FeedAccess, 'id' | 'part'>, asked: number): number {
  return mode === 'perUser' ? id : asked * part.workers + part.worker
}
