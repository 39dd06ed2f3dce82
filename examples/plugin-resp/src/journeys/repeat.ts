import type { Journey, JourneyUser } from '@benchpress/core'
import type { ResolvedKeySpace } from './options.ts'

/** One command of an iteration; `index` is the number of commands before it. */
export type Act = (user: JourneyUser, index: number) => Promise<unknown>

/** Makes a journey of `count` commands, one after the other or all at once. */
export function repeat(act: Act, { count, pipeline }: Pick<ResolvedKeySpace, 'count' | 'pipeline'>): Journey {
  // The reply was handled already, and is only awaited.
  if (count === 1) return (user) => act(user, 0) as Promise<void>
  if (!pipeline)
    return async (user) => {
      for (let index = 0; index < count; index++) await act(user, index)
    }
  return async (user) => {
    const ends = await Promise.allSettled(Array.from({ length: count }, (_, index) => act(user, index)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}
