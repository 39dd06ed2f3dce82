import { levelAt, type LoadStep } from './load-curve.ts'
import type { Part, UsersWorkload } from './workload.ts'

/** A user joins the load or leaves it. */
export interface UserEvent {
  /** Microseconds from the start of the run phase; users that are there from the start join at the start of the warm-up. */
  readonly at: number
  /** Number of the user over all threads: 0, 1, 2 and so on. */
  readonly user: number
  readonly joins: boolean
}

/**
 * The times at which the users of one thread join and leave, in order.
 *
 * At any time the number of users is the rounded level. User k joins when the level rises to k + 0.5 and leaves when the level falls below that, so
 * that over a ramp the mean number of users is that of the curve. The user that joined last leaves first. The end of the run phase is not an event.
 */
export function userEvents(workload: UsersWorkload, { worker, workers }: Part): readonly UserEvent[] {
  return Array.from(allEvents(workload)).filter(({ user }) => user % workers === worker)
}

function* allEvents({ curve, warmup }: UsersWorkload): Generator<UserEvent> {
  let level = levelAt(curve, 0)
  // 0 - 0 is 0, and -0 would not be
  for (let user = 0; user < Math.round(level); user++) yield { at: 0 - warmup, user, joins: true }
  let start = 0
  for (const step of curve.steps) {
    // jumps at the very start are part of the level that it starts with, and a level that is kept for ever is the last
    if (start + step.duration === 0) continue
    if (step.duration === Infinity) return
    yield* eventsOf(level, step, start)
    start += step.duration
    level = step.to
  }
}

function* eventsOf(level: number, step: LoadStep, start: number): Generator<UserEvent> {
  const before = Math.round(level)
  const after = Math.round(step.to)
  const at = (user: number): number => start + step.duration * ((user + 0.5 - level) / (step.to - level))
  for (let user = before; user < after; user++) yield { at: at(user), user, joins: true }
  for (let user = before - 1; user >= after; user--) yield { at: at(user), user, joins: false }
}
