import { divide, type Part } from '../../model/workload/part.ts'

/** How many of `users` users a thread has: those whose number leaves the remainder `worker`. */
export function usersOfPart(users: number, { worker, workers }: Part): number {
  return divide(users, workers)[worker]!
}

/**
 * How many of `total` iterations the users of a thread do when all users of the test do equally many.
 *
 * The shares of all threads add up to exactly `total`, and a thread without users has none.
 */
export function iterationsOfPart(total: number, users: number, { worker, workers }: Part): number {
  return divide(total, users).reduce((sum, each, user) => (user % workers === worker ? sum + each : sum), 0)
}
